// How often somebody may try to sign in: strangers are slowed down, and cannot keep the owner out with that.
import { Refusal } from '@linnet/contract'
import { addressGroup, siteGroup } from '../../../platform/net/client-address.ts'
import type { Caller, Client } from '../../../platform/operations/handler.ts'
import { sha256 } from '../../../platform/security/ids.ts'
import { type RateLimiter, secondsLeft, strangersKey } from '../../../platform/security/rate-limit.ts'
import type { Account } from '../accounts/index.ts'
import type { Sessions } from '../sessions/index.ts'

const triesPerMinute = 10
const sprayedTriesPerMinute = 30
// Many customers of one provider may share a /48, and one stranger may hold a whole one.
const siteTriesPerMinute = 300
const messagesPerMinute = 10

interface Bucket {
  key: string
  limit: number
}

export interface Attempt {
  email: string
  client: Client
  /** The token by which the browser is known, if it brought one. */
  device: string | null
}

/** A try that was booked: how to take it back, and whether it comes from a device that the account knows. */
export interface BookedTry {
  giveBack(): Promise<void>
  isKnown: boolean
}

/**
 * Books a try to sign in, or refuses with `rate_limited`; gives the function that takes it back, for a try that was
 * right. A device that was signed in to the account before counts for itself; everyone else counts by account and
 * address, and by address, and by site of IPv6, for all accounts together. There is no count by account alone, with which a stranger could
 * lock its owner out (OWASP, "Slow down online guessing attacks with device cookies").
 */
export async function bookTry(
  { limiter, sessions }: { limiter: RateLimiter; sessions: Sessions },
  account: Account | null,
  { email, client, device }: Attempt,
): Promise<BookedTry> {
  // Asked for unknown accounts as well, so that the time tells nothing.
  const isKnown = device !== null && (await sessions.knowsDevice(account?.id ?? 0, device))
  const group = addressGroup(client.address)
  const site = siteGroup(client.address)
  const address = email.trim().toLowerCase()
  const giveBack = await bookAll(
    limiter,
    isKnown
      ? [{ key: `sign-in:device:${sha256(`${device} ${address}`)}`, limit: triesPerMinute }]
      : [
          { key: `sign-in:${sha256(`${group} ${address}`)}`, limit: triesPerMinute },
          { key: `sign-in:address:${sha256(group)}`, limit: sprayedTriesPerMinute },
          ...(site === null ? [] : [{ key: `sign-in:site:${sha256(site)}`, limit: siteTriesPerMinute }]),
        ],
  )
  return { giveBack, isKnown }
}

/** Books a message that somebody wants sent, so that no mailbox and no mail server is flooded from one place. */
export async function bookMessage(limiter: RateLimiter, client: Client): Promise<void> {
  const key = `sign-in:message:${sha256(addressGroup(client.address))}`
  await bookAll(limiter, [{ key, limit: messagesPerMinute }])
}

/** Books a challenge for the passkey of who is signed in: each leaves a row for some minutes. */
export async function bookOptions(limiter: RateLimiter, { credential }: Caller): Promise<void> {
  await bookAll(limiter, [{ key: `sign-in:options:${credential}`, limit: triesPerMinute }])
}

/** Books a guess at the password that a sign-up has chosen. */
export async function bookConfirmation(limiter: RateLimiter, tokenHash: string): Promise<void> {
  await bookAll(limiter, [{ key: `sign-in:confirm:${tokenHash}`, limit: triesPerMinute }])
}

async function bookAll(limiter: RateLimiter, buckets: Bucket[]): Promise<() => Promise<void>> {
  const booked: (() => void | Promise<void>)[] = []
  const giveBack = async () => {
    for (const back of booked) await back()
  }
  for (const { key, limit } of buckets) {
    const name = strangersKey(key)
    const verdict = await limiter.take(name, limit)
    if (!verdict.admitted) {
      await giveBack()
      throw new Refusal('rate_limited', undefined, undefined, secondsLeft(verdict))
    }
    booked.push(() => limiter.giveBack(name, verdict))
  }
  return giveBack
}
