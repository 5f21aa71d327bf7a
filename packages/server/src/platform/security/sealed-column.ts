// Describes columns with sealed secrets, so that all of them can be resealed with another key.
import type { Secrets } from './secrets.ts'

/** One row of such a column. */
export interface SealedRow {
  id: number
  /** The account that it belongs to. */
  userId: number
  /** Part of its secrets' context. */
  name: string
  text: string
}

export interface SealedColumn {
  /** A readable name, in the plural. */
  what: string
  table: 'users' | 'webhook_endpoints'
  column: 'totp_secret' | 'secrets'
  userColumn: 'id' | 'user_id'
  nameColumn: 'id' | 'public_id'
  /** The name of the lock that a transaction holds to change the text. */
  lock(row: SealedRow): string
  /** The text with each sealed secret replaced by the result of `change`. */
  map(row: SealedRow, change: (sealed: string, context: string) => string): string
}

/** A row's text after resealing its secrets with the current key. */
export interface Resealed {
  text: string
  /** How many were sealed with a fallback. */
  old: number
  /** How many no key can open; they stay unchanged. */
  unreadable: number
}

export function reseal(column: SealedColumn, row: SealedRow, secrets: Secrets): Resealed {
  let [old, unreadable] = [0, 0]
  const text = column.map(row, (sealed, context) => {
    const by = secrets.sealedWith(sealed, context)
    if (by === 'current') return sealed
    const secret = by === null ? null : secrets.open(sealed, context)
    if (secret === null) unreadable++
    else old++
    return secret === null ? sealed : secrets.seal(secret, context)
  })
  return { text, old, unreadable }
}
