// Search terms of each kind, with their true number of matching links.
import { codeOf, madeUpLink } from './link-texts.ts'

export interface Kind {
  name: string
  /** The p99 must be below this many milliseconds, on each engine. */
  limits: { SQLite: number; PostgreSQL: number }
  terms: string[]
}

const words = `summer newsletter checkout jazz guitar ocean winter poster paris studio tiger velvet wallet
  recipe podcast journal museum planet zebra discount`.split(/\s+/)

/** Kinds of terms among this many made-up links. */
export function kindsOf(links: number): Kind[] {
  const some = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, place) => make(Math.floor(((place + 0.5) * links) / count)))
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  return [
    {
      name: 'rare terms, 3 or more characters',
      limits: { SQLite: 30, PostgreSQL: 30 },
      terms: [...some(60, codeOf), ...some(60, titleEnd), 'jqx', 'zzq', '?id=7f3', 'no such link'],
    },
    { name: 'words, 3 or more characters', limits: { SQLite: 30, PostgreSQL: 30 }, terms: words },
    {
      name: 'terms in nearly all links, 3 or more characters',
      limits: { SQLite: 30, PostgreSQL: 100 },
      terms: ['htt', 'tps', '://', 'https://', 'com'],
    },
    {
      name: '2 characters',
      limits: { SQLite: 300, PostgreSQL: 300 },
      terms: letters.map((letter, at) => letter + letters[(at * 7 + 4) % 26]),
    },
    {
      name: '1 character',
      limits: { SQLite: 300, PostgreSQL: 300 },
      terms: [...letters, '-', '/', '?', '7', 'ä'],
    },
  ]
}

/** The last characters of a link's title and destination, shared by few others. */
function titleEnd(index: number): string {
  return madeUpLink(index).longUrl.slice(-9).toLowerCase()
}

/** How many links match each term, counted one by one without an index. */
export function trueTotals(links: number, terms: string[]): Map<string, number> {
  const totals = terms.map((term) => ({ term, lower: term.toLowerCase(), matches: 0 }))
  for (let index = 0; index < links; index++) {
    const { code, longUrl, title } = madeUpLink(index)
    const text = `${code}\n${longUrl}\n${title}`.toLowerCase()
    for (const total of totals) if (text.includes(total.lower)) total.matches++
  }
  return new Map(totals.map(({ term, matches }) => [term, matches]))
}
