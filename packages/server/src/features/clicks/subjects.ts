// What is counted: links, and beside them what microsites are made of, in one space of numbers.
//
// A click of the journal, and a row of the sums, has one number for what was clicked. Links have their own; the others
// are moved up, each kind by as much as there will never be rows of the one below. Of what is not a link, only the
// sums per day are kept, and the only events about it are scans of microsites' codes.

/** A microsite's page was opened, a component of one was tapped, an item of the shop was. */
export type ClickSubject = 'link' | 'microsite' | 'component' | 'item'

// Four kinds take 35 bits, which is what the tally has room for.
const room = 2 ** 33
const places: readonly ClickSubject[] = ['link', 'microsite', 'component', 'item']

/** The number under which the row `id` of a kind is counted. */
export function subjectNumber(kind: ClickSubject, id: number): number {
  return places.indexOf(kind) * room + id
}

/** What a number stands for. */
export function subjectOf(number: number): { kind: ClickSubject; id: number } {
  return { kind: places[Math.floor(number / room)] ?? 'link', id: number % room }
}

export function isLink(number: number): boolean {
  return number < room
}
