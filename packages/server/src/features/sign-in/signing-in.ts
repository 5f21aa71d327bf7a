// Signing in with e-mail and password, throttled so that guessing is slow and the owner is never locked out.
import { Refusal } from '@linnet/contract'
import { addressGroup } from '../../platform/client-address.ts'
import type { Client } from '../../platform/handler.ts'
import { sha256 } from '../../platform/ids.ts'
import { checkNobodysPassword, checkPassword } from '../../platform/passwords.ts'
import { type RateLimiter, secondsLeft } from '../../platform/rate-limit.ts'
import type { RunTransaction } from '../../platform/transaction.ts'
import type { Account, Accounts } from '../accounts/index.ts'
import type { Sessions } from '../sessions/index.ts'

const triesPerMinute = 10

export interface SigningInNeeds {
  accounts: Accounts
  sessions: Sessions
  limiter: RateLimiter
  transaction: RunTransaction
}

interface Attempt {
  email: string
  password: string
  client: Client
  now: number
}

/** Starts a session, or refuses with `wrong_password` or `rate_limited`. */
export async function signIn(
  { accounts, sessions, limiter, transaction }: SigningInNeeds,
  { email, password, client, now }: Attempt,
): Promise<{ account: Account; session: string }> {
  const key = `sign-in:${sha256(`${addressGroup(client.address)} ${email.trim().toLowerCase()}`)}`
  const tries = await limiter.take(key, triesPerMinute)
  if (!tries.admitted) throw new Refusal('rate_limited', undefined, undefined, secondsLeft(tries))
  const account = await accounts.byEmail(email)
  const right = account
    ? await checkPassword(password, account.password_hash)
    : await checkNobodysPassword(password)
  if (!account || !right)
    throw new Refusal('wrong_password', 'That e-mail and password do not fit. Try again.')
  const session = await transaction((tx) =>
    sessions.start(tx, { userId: account.id, how: 'password', client, now }),
  )
  return { account, session }
}
