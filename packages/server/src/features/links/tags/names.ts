// The names of tags: how they are compared and ordered, and how a link's are stored in its row.

/**
 * A name as it is compared: without case, and with full-width and other compatibility forms as their usual ones (Unicode's
 * toNFKC_Casefold, UAX #44).
 */
export function tagKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ').normalize('NFKC')
}

/** Each name once, as it is first written. */
export function uniqueNames(names: readonly string[]): Map<string, string> {
  const unique = new Map<string, string>()
  for (const name of names) if (!unique.has(tagKey(name))) unique.set(tagKey(name), name)
  return unique
}

/** In alphabetical order, which is the same on both databases. */
export function inOrder<Named extends { name: string }>(tags: readonly Named[]): Named[] {
  const keyed = tags.map((tag) => ({ tag, key: tagKey(tag.name) }))
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ tag }) => tag)
}

/** Names as a query joins them: none has a control character. */
export const nameSeparator = '\n'

/** The names that a query has joined, in alphabetical order; null for none. */
export function namesIn(joined: string | null): string[] {
  if (joined === null) return []
  return inOrder(joined.split(nameSeparator).map((name) => ({ name }))).map(({ name }) => name)
}
