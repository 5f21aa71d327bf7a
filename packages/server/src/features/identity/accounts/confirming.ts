// Checks before an account's security changes: whether the user knows the password, and whether a new one may be chosen.
import { type Fault, invalidField, Refusal } from '@linnet/contract'
import type { Caller } from '../../../platform/operations/handler.ts'
import { checkPassword } from '../../../platform/security/passwords.ts'
import { type RateLimiter, secondsLeft } from '../../../platform/security/rate-limit.ts'
import { type PasswordFault, passwordFault } from './passwords.ts'
import type { AccountStore, UserRow } from './store.ts'

const triesPerMinute = 10

const fieldFaults: Record<PasswordFault, Fault> = {
  too_short: { code: 'too_short', params: { least: 10, unit: 'character' } },
  too_long: { code: 'too_long', params: { most: 1024, unit: 'character' } },
  common: { code: 'password_common' },
  email: { code: 'password_is_email' },
}

/** Refuses a password that may not be chosen, as a fault of this field. */
export function requireGoodPassword(field: string, password: string, email: string): void {
  const fault = passwordFault(password, email)
  if (fault) throw invalidField(field, fieldFaults[fault])
}

/**
 * The account of a caller who knows its password. Refuses with `wrong_password`, and with `rate_limited` after ten tries a
 * minute in one session: a stranger with an open session can neither keep guessing nor lock out the owner's other sessions.
 */
export async function confirmPassword(
  { store, limiter }: { store: AccountStore; limiter: RateLimiter },
  caller: Caller,
  password: string,
): Promise<UserRow> {
  const tries = await limiter.take(`password:${caller.personId}:${caller.credential}`, triesPerMinute)
  if (!tries.admitted) throw new Refusal('rate_limited', undefined, undefined, secondsLeft(tries))
  const user = await store.userById(caller.personId)
  if (!user || user.deleted_at !== null) throw new Refusal('unauthenticated', 'Sign in first.')
  if (!(await checkPassword(password, user.password_hash, { known: true, by: String(caller.personId) })))
    throw new Refusal('wrong_password')
  return user
}
