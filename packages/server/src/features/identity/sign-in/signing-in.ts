// Checking e-mail address and password, and starting the session of an authenticated user.
import { Refusal, text } from '@linnet/contract'
import { neighbourhood } from '../../../platform/net/client-address.ts'
import { blockedAccount } from '../../../platform/operations/blocked-account.ts'
import type { Client } from '../../../platform/operations/handler.ts'
import { randomText } from '../../../platform/security/ids.ts'
import { checkNobodysPassword, checkPassword } from '../../../platform/security/passwords.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Account } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import type { SessionOrigin } from '../sessions/index.ts'
import type { PasswordUsers } from '../single-sign-on/index.ts'
import type { FailedTries } from './failed-tries.ts'
import type { SignInNeeds } from './needs.ts'
import { type Attempt, bookTry } from './throttle.ts'

interface PasswordCheckNeeds extends Pick<SignInNeeds, 'accounts' | 'sessions' | 'limiter'> {
  failedTries: FailedTries
}

/** Other strings can't be the address of an account, and a database may refuse to compare them. */
const storable = text(254)

/**
 * The account with this e-mail address and password, or null; refuses with `rate_limited`. Takes as long for an address
 * without an account as for one that has one. If only one account's password signs in, the right one of another account is
 * like a wrong one in every way, so that passwords can't be guessed here.
 */
export async function accountOf(
  { accounts, sessions, limiter, failedTries }: PasswordCheckNeeds,
  attempt: Attempt & { password: string; users: PasswordUsers; now: number },
): Promise<Account | null> {
  const { email, password, users, client, now } = attempt
  const account = storable.safeParse(email).success ? await accounts.byEmail(email) : null
  const { giveBack, isKnown: known } = await bookTry({ limiter, sessions }, account, attempt)
  const by = account && known ? String(account.id) : neighbourhood(client.address)
  const isRight = account
    ? await checkPassword(password, account.password_hash, { known, by })
    : await checkNobodysPassword(password, { by })
  if (account && isRight && (users === 'everyone' || users === account.id)) {
    await giveBack()
    return account
  }
  failedTries.count++
  if (account) failedTries.note(account.id, client, now)
  return null
}

export interface NewSession {
  account: Account
  /** The way of signing in that the audit log shows, such as `password`. */
  how: string
  /** How it began at the provider of single sign-on, if it did. */
  origin?: SessionOrigin
  /** What else happens in its transaction. */
  along?(tx: Tx): Promise<void>
  client: Client
  device: string | null
  now: number
}

/**
 * Starts a session under a new identifier and remembers the device: by its own token if this account knows it, otherwise
 * by a new one, so that nobody can plant a token that they know. Refuses with `forbidden` if the account is blocked.
 */
export async function startSession(
  { accounts, audit, notices, sessions, transaction }: SessionStartNeeds,
  { account, how, origin, along, client, device, now }: NewSession,
): Promise<{ session: string; device: string }> {
  if (account.blocked_reason !== null) throw blockedAccount(account.blocked_reason)
  const isKnown = device !== null && (await sessions.knowsDevice(account.id, device))
  const token = isKnown ? device : randomText(43)
  let isFirst = false
  const session = await transaction(async (tx) => {
    // Checking a password takes a while. By now it may have been replaced, which has ended all sessions.
    if (!(await accounts.lockIfUnchanged(tx, account)))
      throw new Refusal('wrong_password', 'The account has changed in the meantime. Sign in again.')
    if (!isKnown) isFirst = await isFirstSignIn(audit, tx, account, now)
    await along?.(tx)
    const session = await sessions.start(tx, { userId: account.id, how, origin, client, now })
    await sessions.rememberDevice(tx, account.id, token, now)
    return session
  })
  // A new password has a notice of its own.
  if (!isKnown && !isFirst && !how.startsWith(passwordReset))
    await notices.send({ account, kind: 'new-device', deed: 'signed_in', by: { client, now } })
  return { session, device: token }
}

type SessionStartNeeds = Pick<SignInNeeds, 'accounts' | 'audit' | 'notices' | 'sessions' | 'transaction'>

/** How users who have just chosen a new password signed in, as the audit log shows it. */
export const passwordReset = 'password reset'

// Entries are deleted after a year: an older account without entries may only have been unused for that long.
const loggedSeconds = 365 * 24 * 60 * 60

/** Whether nobody has signed in to the account yet, so that there is nobody to notify. */
async function isFirstSignIn(
  audit: Audit,
  tx: Tx,
  { id, created_at }: Account,
  now: number,
): Promise<boolean> {
  return (
    created_at > unixSeconds(now) - loggedSeconds && (await audit.latest(tx, id, 'signed_in', 1, 0)) === null
  )
}

// The owner should see that somebody knows the password, but a flood of requests must not flood the log.
const entriesPerMinute = 5

/** Logs that the password was right and a code is asked for: if none follows, it wasn't the owner. */
export async function logCodeRequest(
  { audit, limiter, transaction }: Pick<SignInNeeds, 'audit' | 'limiter' | 'transaction'>,
  { id: userId }: Account,
  { client, now }: { client: Client; now: number },
): Promise<void> {
  const entry = await limiter.take(`sign-in:asked:${userId}`, entriesPerMinute)
  if (entry.admitted)
    await transaction((tx) => audit.write(tx, { userId, action: 'second_factor_asked', client, now }))
}
