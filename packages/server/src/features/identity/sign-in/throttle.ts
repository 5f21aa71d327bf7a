// Rate limits of signing in: they slow strangers down, who can't use them to lock the owner out.
import { Refusal } from '@linnet/contract'
import { addressGroup, siteGroup } from '../../../platform/net/client-address.ts'
import type { Caller, Client } from '../../../platform/operations/handler.ts'
import { sha256 } from '../../../platform/security/ids.ts'
import { anonymousKey, type RateLimiter, secondsLeft } from '../../../platform/security/rate-limit.ts'
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
  /** The device token in the browser's cookie, if it has one. */
  device: string | null
}

/** A try that was counted, and whether it comes from a device that the account knows. */
export interface BookedTry {
  giveBack(): Promise<void>
  isKnown: boolean
}

/**
 * Counts a try to sign in, or refuses with `rate_limited`; a successful try is given back. A device that has signed in to
 * the account before has a limit of its own. All others are counted by account and address, by address, and by IPv6 site,
 * the latter two for all accounts together. There is no limit by account alone, with which a stranger could lock its owner
 * out (OWASP, "Slow down online guessing attacks with device cookies").
 */
export async function bookTry(
  { limiter, sessions }: { limiter: RateLimiter; sessions: Sessions },
  account: Account | null,
  { email, client, device }: Attempt,
): Promise<BookedTry> {
  // Checked for unknown accounts as well, so that response times reveal nothing.
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

/** Counts an e-mail that a visitor requests, to protect mailboxes and the mail server from floods. */
export async function bookMessage(limiter: RateLimiter, client: Client): Promise<void> {
  const key = `sign-in:message:${sha256(addressGroup(client.address))}`
  await bookAll(limiter, [{ key, limit: messagesPerMinute }])
}

/** Counts a passkey challenge for a signed-in user: each one leaves a row for some minutes. */
export async function bookOptions(limiter: RateLimiter, { credential }: Caller): Promise<void> {
  await bookAll(limiter, [{ key: `sign-in:options:${credential}`, limit: triesPerMinute }])
}

/** Counts a guess at the password that was chosen at sign-up. */
export async function bookConfirmation(limiter: RateLimiter, tokenHash: string): Promise<void> {
  await bookAll(limiter, [{ key: `sign-in:confirm:${tokenHash}`, limit: triesPerMinute }])
}

async function bookAll(limiter: RateLimiter, buckets: Bucket[]): Promise<() => Promise<void>> {
  const booked: (() => void | Promise<void>)[] = []
  const giveBack = async () => {
    for (const back of booked) await back()
  }
  for (const { key, limit } of buckets) {
    const name = anonymousKey(key)
    const verdict = await limiter.take(name, limit)
    if (!verdict.admitted) {
      await giveBack()
      throw new Refusal('rate_limited', undefined, undefined, secondsLeft(verdict))
    }
    booked.push(() => limiter.giveBack(name, verdict))
  }
  return giveBack
}
