// The search for links of an account, on either engine: a page in order of creation, and the total.

export interface LinkFilter {
  userId: number
  status: 'active' | 'archived' | 'all'
  /** Normalized like `links.search_text`; empty for all links. */
  term: string
  /** Only links that have all of these. */
  tags?: readonly FilterTag[]
}

/** A tag by its number. Its revision changes with its links, where the log of changes doesn't have that. */
export interface FilterTag {
  id: number
  revision: number
}

export interface FoundLinks {
  /** The ids of the page's links, in the requested order. */
  ids: number[]
  /** How many match, on all pages. */
  total: number
}

export interface LinkPage {
  limit: number
  offset: number
  order: 'newest' | 'oldest'
}

/** The direction in which SQL reads the ids of links, which grow with time. */
export const directionOf = (order: LinkPage['order']): 'asc' | 'desc' => (order === 'newest' ? 'desc' : 'asc')

export interface LinkSearch {
  find(filter: LinkFilter, page: LinkPage): Promise<FoundLinks>
  /** Deletes the change log of a deleted account that has no links left. */
  forget(userId: number): Promise<void>
}

/** The trigrams of a string, each once; none if it has fewer than three characters. */
export function trigramsOf(text: string): string[] {
  const characters = [...text]
  return [...new Set(characters.slice(2).map((_, index) => characters.slice(index, index + 3).join('')))]
}

/** Enough trigrams to cover all characters of a string: faster to search than all of them, and nearly as selective. */
export function everyThird(trigrams: string[]): string[] {
  return trigrams.filter((_, index) => index % 3 === 0 || index === trigrams.length - 1)
}

/**
 * SQLite's trigram index (https://sqlite.org/fts5.html). It stores positions, so that a match needs no check of the string.
 * Case is folded beforehand. The strings themselves are in `links`.
 */
export const searchIndexTable = `
  create virtual table link_index using fts5(
    text, owner, content='', columnsize=0, detail=full, tokenize='trigram case_sensitive 1'
  )`

/** All trigrams of the index (https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module). */
export const searchTrigramsTable = 'create virtual table link_grams using fts5vocab(link_index, row)'

/** A string as it is indexed, as SQL: with a terminator, so that its last two characters start a trigram too. */
export function indexedText(text: string): string {
  return `${text} || char(10)`
}

// Two characters of a private use plane encode the account, a third one the state of its links.
const plane = 0xf0000
const digit = 0x8000
const owned = 0xe000
const archived = 0xe001

/** What the index stores about a link's owner, as SQL: the account for all links, and again for archived ones. */
export function ownersOf(userId: string, isArchived: string): string {
  const account = `${plane} + ${userId} % ${digit}, ${plane} + ${userId} / ${digit} % ${digit}`
  return `iif(${isArchived}, char(${account}, ${owned}, ${account}, ${archived}), char(${account}, ${owned}))`
}

/** The same as a search term. */
export function ownerTerm(userId: number, what: 'owned' | 'archived'): string {
  return String.fromCodePoint(
    plane + (userId % digit),
    plane + (Math.floor(userId / digit) % digit),
    what === 'owned' ? owned : archived,
  )
}
