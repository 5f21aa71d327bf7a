// Signing in with e-mail and password, and beginning the session of whoever has proved who they are.
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
import type { FailedTries } from './failed-tries.ts'
import type { SignInNeeds } from './needs.ts'
import { type Attempt, bookTry } from './throttle.ts'

type Needs = Pick<SignInNeeds, 'accounts' | 'sessions' | 'limiter'> & { failedTries: FailedTries }

/** What no account has is not looked for: a database may refuse to compare it. */
const storable = text(254)

/**
 * The account that e-mail and password fit, or null; refuses with `rate_limited`. Takes as long for an e-mail without
 * account as for one with.
 */
export async function accountOf(
  { accounts, sessions, limiter, failedTries }: Needs,
  attempt: Attempt & { password: string; now: number },
): Promise<Account | null> {
  const { email, password, client, now } = attempt
  const account = storable.safeParse(email).success ? await accounts.byEmail(email) : null
  const { giveBack, isKnown: known } = await bookTry({ limiter, sessions }, account, attempt)
  const by = account && known ? String(account.id) : neighbourhood(client.address)
  const isRight = account
    ? await checkPassword(password, account.password_hash, { known, by })
    : await checkNobodysPassword(password, { by })
  if (account && isRight) {
    await giveBack()
    return account
  }
  failedTries.count++
  if (account) failedTries.note(account.id, client, now)
  return null
}

export interface Entrance {
  account: Account
  /** What the audit log tells of the way in, such as `password`. */
  how: string
  client: Client
  device: string | null
  now: number
}

/**
 * Starts a session under a new identifier, and remembers the device: by its own token where this account knows it,
 * else by a new one, so that nobody can plant a token that they know. Refuses with `forbidden` where the account is blocked.
 */
export async function begin(
  { accounts, audit, notices, sessions, transaction }: Beginning,
  { account, how, client, device, now }: Entrance,
): Promise<{ session: string; device: string }> {
  if (account.blocked_reason !== null) throw blockedAccount(account.blocked_reason)
  const isKnown = device !== null && (await sessions.knowsDevice(account.id, device))
  const token = isKnown ? device : randomText(43)
  let isFirst = false
  const session = await transaction(async (tx) => {
    // Checking a password takes a while: what was proved may be an old one by now, whose sessions have all been ended.
    if (!(await accounts.lockIfUnchanged(tx, account)))
      throw new Refusal('wrong_password', 'The account was changed meanwhile. Sign in again.')
    if (!isKnown) isFirst = await isFirstSignIn(audit, tx, account, now)
    const session = await sessions.start(tx, { userId: account.id, how, client, now })
    await sessions.rememberDevice(tx, account.id, token, now)
    return session
  })
  // A new password has a notice of its own.
  if (!isKnown && !isFirst && !how.startsWith(passwordReset))
    await notices.send({ account, kind: 'new-device', deed: 'signed_in', by: { client, now } })
  return { session, device: token }
}

type Beginning = Pick<SignInNeeds, 'accounts' | 'audit' | 'notices' | 'sessions' | 'transaction'>

/** The way in of whoever has just chosen a new password, as the audit log calls it. */
export const passwordReset = 'password reset'

// Lines of the log are kept for a year: in an older account, none means only that it was not used for that long.
const loggedSeconds = 365 * 24 * 60 * 60

/** Whether nobody has signed in to the account yet, who could be told of it. */
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

// The owner shall see that somebody has the password, and a flood of it must not become a flood of lines.
const askedLinesPerMinute = 5

/** Notes that the password was right and a code was asked for: where none follows, it was not the owner. */
export async function noteAsked(
  { audit, limiter, transaction }: Pick<SignInNeeds, 'audit' | 'limiter' | 'transaction'>,
  { id: userId }: Account,
  { client, now }: { client: Client; now: number },
): Promise<void> {
  const line = await limiter.take(`sign-in:asked:${userId}`, askedLinesPerMinute)
  if (line.admitted)
    await transaction((tx) => audit.write(tx, { userId, action: 'second_factor_asked', client, now }))
}
