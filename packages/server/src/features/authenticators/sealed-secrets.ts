// What one-time codes are made of, as it is sealed in the database.
import type { SealedColumn } from '../../platform/sealed-column.ts'

/** What it is sealed for: nobody else's can stand in. */
export const sealingContext = (userId: number): string => `totp ${userId}`

/** Held by whoever changes an account's second factor. */
export const secondFactorLock = (userId: number): string => `second factor:${userId}`

export const sealedSecondFactors: SealedColumn = {
  what: 'second factors',
  table: 'users',
  column: 'totp_secret',
  userColumn: 'id',
  nameColumn: 'id',
  lock: ({ userId }) => secondFactorLock(userId),
  map: ({ userId, text }, change) => change(text, sealingContext(userId)),
}
