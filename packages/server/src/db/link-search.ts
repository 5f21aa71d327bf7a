// Which links of an account a search finds, by when they were made, and how many they are: what both engines offer.

export interface LinkFilter {
  userId: number
  status: 'active' | 'archived' | 'all'
  /** In the form in which `links.search_text` is written; empty for all links. */
  term: string
}

export interface FoundLinks {
  /** Identifiers of the page's links, in the order that was asked for. */
  ids: number[]
  /** How many match, on all pages. */
  total: number
}

export interface LinkPage {
  limit: number
  offset: number
  order: 'newest' | 'oldest'
}

/** Identifiers grow with time: the direction in which SQL reads them. */
export const directionOf = (order: LinkPage['order']): 'asc' | 'desc' => (order === 'newest' ? 'desc' : 'asc')

export interface LinkSearch {
  find(filter: LinkFilter, page: LinkPage): Promise<FoundLinks>
  /** Forgets what the log of changes says of an account that is deleted and has no links any more. */
  forget(userId: number): Promise<void>
}

/** All three characters that follow one another in a text, each once: what indexes look for. None in a shorter one. */
export function trigramsOf(text: string): string[] {
  const characters = [...text]
  return [...new Set(characters.slice(2).map((_, index) => characters.slice(index, index + 3).join('')))]
}

/** Enough of a text's grams to hold all its characters: quicker to look for than all of them, and nearly as telling. */
export function everyThird(grams: string[]): string[] {
  return grams.filter((_, index) => index % 3 === 0 || index === grams.length - 1)
}

/**
 * SQLite's index (https://sqlite.org/fts5.html): every three characters that follow one another, with their places, so
 * that a match needs no second look at the text. Case was folded before. The texts themselves are in `links`.
 */
export const searchIndexTable = `
  create virtual table link_index using fts5(
    text, owner, content='', columnsize=0, detail=full, tokenize='trigram case_sensitive 1'
  )`

/** All threes of characters that the index has (https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module). */
export const searchTrigramsTable = 'create virtual table link_grams using fts5vocab(link_index, row)'

/** A text as it is indexed, as SQL: with an end, so that its last two characters are the first two of three. */
export function indexedText(text: string): string {
  return `${text} || char(10)`
}

// Two characters of a private use plane name the account, a third its links' state.
const plane = 0xf0000
const digit = 0x8000
const owned = 0xe000
const archived = 0xe001

/** What the index holds of a link's owner, as SQL: an account has all its links, and its archived ones. */
export function ownersOf(userId: string, isArchived: string): string {
  const account = `${plane} + ${userId} % ${digit}, ${plane} + ${userId} / ${digit} % ${digit}`
  return `iif(${isArchived}, char(${account}, ${owned}, ${account}, ${archived}), char(${account}, ${owned}))`
}

/** The same, as it is looked for. */
export function ownerTerm(userId: number, what: 'owned' | 'archived'): string {
  return String.fromCodePoint(
    plane + (userId % digit),
    plane + (Math.floor(userId / digit) % digit),
    what === 'owned' ? owned : archived,
  )
}
