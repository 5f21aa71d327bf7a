// Subjects: what clicks are counted for, which are links, microsites, components and shop items, in one range of numbers.
//
// Clicks in the journal and rows of sums identify what was clicked with one number. A link has its own
// number; those of the other kinds are offset, each kind by more than the kind below can ever have rows. For
// subjects other than links, only the sums per day are kept, and only scans of microsites' codes are events.

/** Clicks are visits of a link or microsite, or taps on a component or shop item. */
export type ClickSubject = 'link' | 'microsite' | 'component' | 'item'

// Four kinds take 35 bits, which is what the tally has space for.
const numbersPerKind = 2 ** 33
const kinds: readonly ClickSubject[] = ['link', 'microsite', 'component', 'item']

/** The number under which the row `id` of a kind is counted. */
export function subjectNumber(kind: ClickSubject, id: number): number {
  return kinds.indexOf(kind) * numbersPerKind + id
}

/** The subject of a number. */
export function subjectOf(number: number): { kind: ClickSubject; id: number } {
  return { kind: kinds[Math.floor(number / numbersPerKind)] ?? 'link', id: number % numbersPerKind }
}

export function isLink(number: number): boolean {
  return number < numbersPerKind
}
