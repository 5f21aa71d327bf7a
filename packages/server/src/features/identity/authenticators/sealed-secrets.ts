// The secrets of one-time codes, as sealed in the database.
import type { SealedColumn } from '../../../platform/security/sealed-column.ts'

/** The context that it is sealed for, so that another account's secret can't replace it. */
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
