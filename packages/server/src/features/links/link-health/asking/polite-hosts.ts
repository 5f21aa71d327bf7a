// When each host may be asked: once a second, not during a pause that it asked for, and its links one after the other.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../../platform/time/clock.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'

interface HostState {
  /** When the next request may start, on the machine's clock in milliseconds. */
  freeAt: number
  /** Unix seconds: no requests before then, because it asked for a pause. */
  closedUntil: number
  /** Unix seconds: the next time that isn't promised to a postponed link. */
  nextPlace: number
  isTaken: boolean
}

const requestMilliseconds = 1000
/** The longest pause that a host may ask for, in seconds. */
export const longestPause = 7 * 24 * 60 * 60
// Due links are looked for this often.
const placeSeconds = 5
const mostHosts = 10_000

/** Thrown where a host can't be asked soon enough. */
export class HostBusy extends Error {}

export class PoliteHosts {
  private readonly hosts = new Map<string, HostState>()

  constructor(private readonly clock: Clock) {}

  /** Takes a host for the check of one link, or returns the time (Unix seconds) to which that is postponed. */
  take(name: string): { postponedTo: number } | { release(): void } {
    const host = this.of(name)
    const now = this.now()
    if (host.isTaken || host.closedUntil > now) {
      const place = Math.max(now + placeSeconds, host.closedUntil, host.nextPlace)
      const postponedTo = Math.min(place, now + longestPause)
      host.nextPlace = postponedTo + placeSeconds
      return { postponedTo }
    }
    host.isTaken = true
    return {
      release: () => {
        host.isTaken = false
      },
    }
  }

  /** Waits until a host may be asked; throws `HostBusy` if that takes longer than `milliseconds`. */
  async turn(name: string, milliseconds: number, signal: AbortSignal): Promise<void> {
    const host = this.of(name)
    const now = performance.now()
    const startsAt = Math.max(now, host.freeAt)
    if (host.closedUntil > this.now() || startsAt - now > milliseconds) throw new HostBusy()
    host.freeAt = startsAt + requestMilliseconds
    if (startsAt > now) await sleep(startsAt - now, undefined, { signal })
  }

  /** Makes no requests for this many seconds, within bounds. */
  close(name: string, seconds: number): void {
    const host = this.of(name)
    host.closedUntil = Math.max(host.closedUntil, this.now() + Math.min(seconds, longestPause))
  }

  /** Forgets hosts that may be asked again; if there are very many, also others. */
  prune(): void {
    const [now, moment] = [this.now(), performance.now()]
    for (const [name, host] of this.hosts)
      if (!host.isTaken && host.freeAt <= moment && Math.max(host.closedUntil, host.nextPlace) <= now)
        this.hosts.delete(name)
    for (const [name, host] of this.hosts) {
      if (this.hosts.size <= mostHosts) break
      if (!host.isTaken) this.hosts.delete(name)
    }
  }

  private of(name: string): HostState {
    const known = this.hosts.get(name)
    if (known) return known
    const host = { freeAt: 0, closedUntil: 0, nextPlace: 0, isTaken: false }
    this.hosts.set(name, host)
    return host
  }

  private now(): number {
    return unixSeconds(this.clock.now())
  }
}

/** The seconds of a `Retry-After` header, which may also be a date; 0 if it names none. */
export function retryAfter(value: string | undefined, now: number): number {
  if (value === undefined) return 0
  if (/^\d{1,20}$/.test(value)) return Number(value)
  const date = Date.parse(value.slice(0, 64))
  return Number.isNaN(date) ? 0 : Math.max(0, unixSeconds(date) - unixSeconds(now))
}
