// Passwords of accounts: which may be chosen, and proving again that one knows it before something of weight is done.
import { invalidField, Refusal } from '@linnet/contract'
import type { Caller } from '../../platform/handler.ts'
import { checkPassword } from '../../platform/passwords.ts'
import { type RateLimiter, secondsLeft } from '../../platform/rate-limit.ts'
import type { AccountStore, UserRow } from './store.ts'

/** Why a password may not be chosen. */
export type PasswordFault = 'too_short' | 'too_long' | 'common' | 'email'

const shortest = 10
const longest = 1024
const triesPerMinute = 10

// Of the lists of passwords that were stolen most often, those that are long enough for us, without what `stem` covers.
const common = new Set(
  `0987654321 1q2w3e4r5t 1qaz2wsx3edc q1w2e3r4t5 qwertyuiop qwerty12345 asdfghjkl1 zxcvbnm123 administrator changeme
  letmein iloveyou password passw0rd p@ssw0rd p@ssword welcome sunshine princess football baseball superman
  starwars trustno1 qwerty qwertyui asdfghjkl zxcvbnm admin administrator abcd1234 abc123 a1b2c3d4e5 1234abcd
  qwerasdfzxcv 1qaz2wsx 1q2w3e4r zaq12wsx correcthorsebatterystaple sayangku indonesia bismillah rahasia katasandi
  mypassword thisisapassword passwordpassword linnet linnetlinnet`.split(/\s+/),
)

/** A password without what people hang on to a common one to make it longer. */
function stem(password: string): string {
  return password.toLowerCase().replace(/[\d!?.*#@$_-]+$/, '')
}

/** Digits or letters in a row, up or down, or one character again and again. */
function isRow(password: string): boolean {
  const steps = new Set<number>()
  for (let at = 1; at < password.length; at++)
    steps.add(password.charCodeAt(at) - password.charCodeAt(at - 1))
  // 9 is followed by 0.
  for (const wrapped of [-9, 9]) if (steps.delete(wrapped)) steps.add(wrapped < 0 ? 1 : -1)
  return steps.size === 1 && [...steps].every((step) => Math.abs(step) <= 1)
}

/**
 * Why this password may not be chosen, or null where it may: 10 to 1,024 characters, none that is guessed first, and not
 * the e-mail address. Which characters it has is not asked (NIST SP 800-63B-4, section 3.1.1.2).
 */
export function passwordFault(password: string, email: string): PasswordFault | null {
  if (password.length < shortest) return 'too_short'
  if (password.length > longest) return 'too_long'
  const lower = password.toLowerCase()
  const address = email.trim().toLowerCase()
  if (lower === address || lower === address.split('@', 1)[0]) return 'email'
  if (common.has(lower) || common.has(stem(password)) || isRow(lower)) return 'common'
  return null
}

const sentences: Record<PasswordFault, string> = {
  too_short: `must have ${shortest} characters or more`,
  too_long: 'may have 1,024 characters at most',
  common: 'is one that is guessed first; choose another',
  email: 'must not be the e-mail address',
}

/** Refuses, in the field's name, a password that may not be chosen. */
export function requireGoodPassword(field: string, password: string, email: string): void {
  const fault = passwordFault(password, email)
  if (fault) throw invalidField(field, sentences[fault])
}

/**
 * The account of a caller who knows its password. Refuses with `wrong_password`, and with `rate_limited` after ten tries
 * in a minute of one session: a stranger at an open session can neither guess on nor keep the owner's other sessions out.
 */
export async function confirmPassword(
  { store, limiter }: { store: AccountStore; limiter: RateLimiter },
  caller: Caller,
  password: string,
): Promise<UserRow> {
  const tries = await limiter.take(`password:${caller.userId}:${caller.credential}`, triesPerMinute)
  if (!tries.admitted) throw new Refusal('rate_limited', undefined, undefined, secondsLeft(tries))
  const user = await store.userById(caller.userId)
  if (!user || user.deleted_at !== null) throw new Refusal('unauthenticated', 'Sign in first.')
  if (!(await checkPassword(password, user.password_hash))) throw new Refusal('wrong_password')
  return user
}
