// The names of tags: how they are ordered, and how a link's are stored in its row.

import { foldedName } from '@linnet/contract/folded-names'

/** In alphabetical order, which is the same on both databases. */
export function inOrder<Named extends { name: string }>(tags: readonly Named[]): Named[] {
  const keyed = tags.map((tag) => ({ tag, key: foldedName(tag.name) }))
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ tag }) => tag)
}

/** Names as a query joins them: none has a control character. */
export const nameSeparator = '\n'

/** The names that a query has joined, in alphabetical order; null for none. */
export function namesIn(joined: string | null): string[] {
  if (joined === null) return []
  return inOrder(joined.split(nameSeparator).map((name) => ({ name }))).map(({ name }) => name)
}
