// Fetches logos in the background: checks their content, scales them down, and tries again if the network failed.
import { Refusal } from '@linnet/contract'
import { type FailureReason, type Outgoing, OutgoingFailure } from '../../../platform/net/outgoing/index.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { During } from '../../../platform/observability/watchdog/index.ts'
import { type Renderer, UnrenderableImage } from '../../../platform/rendering/index.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import type { ClaimedLogo, LogoClaim, LogoStore } from './logo-store.ts'
import type { QrStore, StyleChange } from './store.ts'

// Seconds to wait after the first failure, the second and so on; after the last one the logo has failed.
const pauses = [5, 60, 600]
const mostAtOnce = 8
// So that many slow logos of one account don't take every slot.
const mostOfAccount = 2
const fetchMilliseconds = 10_000
const mostBytes = 1024 * 1024
// A live process has reported back by then, whatever it waits for.
const jobMilliseconds = 45_000
// So an expired claim means that its process died or froze.
const leaseSeconds = 60
// In the middle of the largest code it is shown a little larger, in most codes far smaller.
const side = 256

/** Failures that may be over by the next try; all others are the address's fault. */
const temporary: readonly FailureReason[] = ['unreachable', 'timeout', 'bad-answer', 'tls', 'cancelled']
const temporaryStatuses = new Set([408, 425, 429, 500, 502, 503, 504])

export interface LogoNeeds {
  store: LogoStore
  announce: QrStore['announce']
  outgoing: Outgoing
  renderer: Renderer
  clock: Clock
  log: Log
  during: During
}

/** A temporary failure, which is worth another try. */
class TemporaryFailure extends Error {}

export class Logos {
  /** Running jobs, each with its account. */
  private readonly running = new Map<Promise<void>, number>()
  private readonly ending = new AbortController()
  private claiming: Promise<void> | null = null
  /** Whether something may have become due since the current claiming began. */
  private isStale = false

  constructor(private readonly needs: LogoNeeds) {}

  /** Fetches what is due; resolves when all of that has been fetched or has failed. */
  async fetchDue(): Promise<void> {
    await this.start()
    await Promise.all(this.running.keys())
  }

  /** Starts fetching as many due logos as may be fetched at once; the others follow. */
  start(): Promise<void> {
    if (this.claiming) this.isStale = true
    this.claiming ??= this.claimAll().finally(() => {
      this.claiming = null
    })
    return this.claiming
  }

  /** Hands back running jobs, so that a shutdown doesn't wait for a logo. */
  async stop(): Promise<void> {
    this.ending.abort()
    await Promise.allSettled([this.claiming, ...this.running.keys()])
  }

  private async claimAll(): Promise<void> {
    do {
      this.isStale = false
      while ((await this.claim()) > 0);
    } while (this.isStale)
  }

  /** Claims at most one logo of each account, and returns how many were claimed or abandoned. */
  private async claim(): Promise<number> {
    const { store, clock, log } = this.needs
    const now = unixSeconds(clock.now())
    const free = this.ending.signal.aborted ? 0 : mostAtOnce - this.running.size
    const { claimed, abandoned } = await store.claim(now, now + leaseSeconds, free, this.busy())
    for (const logo of claimed) {
      const work: Promise<void> = this.settle(logo)
        .then(async () => {
          this.running.delete(work)
          // Its slot is free for the next one.
          await this.start()
        })
        .catch((error) => log.error('a logo could not be processed', error))
        .then(() => void this.running.delete(work))
      this.running.set(work, logo.user_id)
    }
    return claimed.length + abandoned
  }

  /** The accounts that have as many running jobs as they may. */
  private busy(): number[] {
    const users = [...this.running.values()]
    return users.filter((one) => users.filter((other) => other === one).length >= mostOfAccount)
  }

  private async settle(logo: ClaimedLogo): Promise<void> {
    const change = await this.outcome(logo)
    const { store, announce } = this.needs
    await store.transaction(async (tx) => {
      if ((await store.settle(tx, logo, change)) && change.logo_status !== undefined)
        await announce(tx, logo.user_id)
    })
  }

  private async outcome({ logo_tries, ...claim }: ClaimedLogo): Promise<StyleChange> {
    const now = () => unixSeconds(this.needs.clock.now())
    try {
      return {
        logo_status: 'ready',
        logo_image: await this.fetched(claim),
        logo_due_at: null,
      }
    } catch (error) {
      // The next process takes it over, and this doesn't count as a try.
      if (this.ending.signal.aborted) return { logo_due_at: now(), logo_tries: logo_tries - 1 }
      const pause = pauses[logo_tries - 1]
      if (!(error instanceof TemporaryFailure) || pause === undefined)
        return { logo_status: 'failed', logo_due_at: null }
      return { logo_due_at: now() + pause }
    }
  }

  /** The logo as a small PNG. Throws TemporaryFailure if another try may succeed, and anything else if not. */
  private async fetched(claim: LogoClaim): Promise<Uint8Array> {
    const { outgoing, renderer, during } = this.needs
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
      if (temporaryStatuses.has(status)) throw new TemporaryFailure()
      if (status !== 200) throw new UnrenderableImage({ code: 'image_not_rendered' })
      return await unlessAborted(
        signal,
        during(job, () => renderer.logo(body, side, by)),
      )
    } catch (error) {
      const isTemporary =
        error instanceof OutgoingFailure
          ? temporary.includes(error.reason)
          : error instanceof Refusal && error.code === 'unavailable'
      throw isTemporary ? new TemporaryFailure() : error
    }
  }
}

/** The result of some work, or a TemporaryFailure once the signal is aborted. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new TemporaryFailure())
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
    work.catch(() => undefined)
  }
}
