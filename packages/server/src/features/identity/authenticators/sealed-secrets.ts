// How the secrets of one-time codes are sealed in the database.
import type { SealedColumn } from '../../../platform/security/sealed-column.ts'

/** The context that a secret is sealed for, so that another account's secret can't replace it. */
export const sealingContext = (userId: number): string => `totp ${userId}`

/** The lock for changing an account's second factor. */
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
