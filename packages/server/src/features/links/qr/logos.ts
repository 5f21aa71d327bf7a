// Fetches logos in the background: judged by their content, made small, and tried again where the network failed.
import { Refusal } from '@linnet/contract'
import { type FailureReason, type Outgoing, OutgoingFailure } from '../../../platform/net/outgoing/index.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { During } from '../../../platform/observability/watchdog/index.ts'
import { type Renderer, Undrawable } from '../../../platform/rendering/index.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import type { ClaimedLogo, LogoClaim, LogoStore } from './logo-store.ts'
import type { LookChange, QrStore } from './store.ts'

// Seconds to wait after the first failure, the second and so on; after the last one the logo has failed.
const pauses = [5, 60, 600]
const mostAtOnce = 8
// Many logos of one account, each as slow as it may be, shall not take every place.
const mostOfOne = 2
const fetchMilliseconds = 10_000
const mostBytes = 1024 * 1024
// A live process has reported back by then, whatever it waits for.
const jobMilliseconds = 45_000
// So an expired claim means that its process died or froze.
const leaseSeconds = 60
// In the middle of the largest code it is drawn a little larger, in most far smaller.
const side = 256

/** Failures that may be over by the next try; all others are the address's own. */
const passing: readonly FailureReason[] = ['unreachable', 'timeout', 'bad-answer', 'tls', 'cancelled']
const passingStatuses = new Set([408, 425, 429, 500, 502, 503, 504])

export interface LogoNeeds {
  store: LogoStore
  announce: QrStore['announce']
  outgoing: Outgoing
  drawing: Renderer
  clock: Clock
  log: Log
  during: During
}

/** What keeps a logo from being there now, but perhaps not later. */
class NotNow extends Error {}

export class Logos {
  /** Each with the account that it is for. */
  private readonly running = new Map<Promise<void>, number>()
  private readonly ending = new AbortController()
  private looking: Promise<void> | null = null
  /** Whether something may have become due since the look that is under way began. */
  private isStale = false

  constructor(private readonly needs: LogoNeeds) {}

  /** Fetches what is due; resolves when all of that has been fetched or has failed. */
  async fetchDue(): Promise<void> {
    await this.look()
    await Promise.all(this.running.keys())
  }

  /** Begins to fetch what is due, so much of it as may be fetched at once; what finds no room follows. */
  look(): Promise<void> {
    if (this.looking) this.isStale = true
    this.looking ??= this.claimAll().finally(() => {
      this.looking = null
    })
    return this.looking
  }

  /** Hands back running jobs, so that a shutdown doesn't wait for a logo. */
  async stop(): Promise<void> {
    this.ending.abort()
    await Promise.allSettled([this.looking, ...this.running.keys()])
  }

  private async claimAll(): Promise<void> {
    do {
      this.isStale = false
      while ((await this.claim()) > 0);
    } while (this.isStale)
  }

  /** Claims at most one of each account, and gives how many are claimed or given up. */
  private async claim(): Promise<number> {
    const { store, clock, log } = this.needs
    const now = unixSeconds(clock.now())
    const free = this.ending.signal.aborted ? 0 : mostAtOnce - this.running.size
    const { claimed, givenUp } = await store.claim(now, now + leaseSeconds, free, this.busy())
    for (const logo of claimed) {
      const work: Promise<void> = this.settle(logo)
        .then(async () => {
          this.running.delete(work)
          // There is room for the next one.
          await this.look()
        })
        .catch((error) => log.error('a logo could not be settled', error))
        .then(() => void this.running.delete(work))
      this.running.set(work, logo.user_id)
    }
    return claimed.length + givenUp
  }

  /** The accounts that have as many logos under way as they may. */
  private busy(): number[] {
    const users = [...this.running.values()]
    return users.filter((one) => users.filter((other) => other === one).length >= mostOfOne)
  }

  private async settle(logo: ClaimedLogo): Promise<void> {
    const change = await this.outcome(logo)
    const { store, announce } = this.needs
    await store.transaction(async (tx) => {
      if ((await store.settle(tx, logo, change)) && change.logo_status !== undefined)
        await announce(tx, logo.user_id)
    })
  }

  private async outcome({ logo_tries, ...claim }: ClaimedLogo): Promise<LookChange> {
    const now = () => unixSeconds(this.needs.clock.now())
    try {
      return {
        logo_status: 'ready',
        logo_image: await this.fetched(claim),
        logo_due_at: null,
      }
    } catch (error) {
      // The next process takes it up, and this doesn't count as a try.
      if (this.ending.signal.aborted) return { logo_due_at: now(), logo_tries: logo_tries - 1 }
      const pause = pauses[logo_tries - 1]
      if (!(error instanceof NotNow) || pause === undefined)
        return { logo_status: 'failed', logo_due_at: null }
      return { logo_due_at: now() + pause }
    }
  }

  /** The logo as a small PNG. Throws NotNow where it is worth another try, and anything else where it is not. */
  private async fetched(claim: LogoClaim): Promise<Uint8Array> {
    const { outgoing, drawing, during } = this.needs
    const by = String(claim.user_id)
    const job = { kind: 'logo', label: `of account ${by}, link ${claim.link_id}`, claim }
    const signal = AbortSignal.any([this.ending.signal, AbortSignal.timeout(jobMilliseconds)])
    try {
      const { status, body } = await outgoing.request(claim.logo, {
        headers: { accept: 'image/svg+xml, image/webp, image/png, image/jpeg' },
        timeoutMilliseconds: fetchMilliseconds,
        mostBytes,
        signal,
      })
      if (passingStatuses.has(status)) throw new NotNow()
      if (status !== 200) throw new Undrawable(`The server answered ${status}.`)
      return await unlessAborted(
        signal,
        during(job, () => drawing.logo(body, side, by)),
      )
    } catch (error) {
      const isPassing =
        error instanceof OutgoingFailure
          ? passing.includes(error.reason)
          : error instanceof Refusal && error.code === 'unavailable'
      throw isPassing ? new NotNow() : error
    }
  }
}

/** The result of some work, or NotNow once nobody waits for it anymore. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new NotNow())
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
    work.catch(() => undefined)
  }
}
