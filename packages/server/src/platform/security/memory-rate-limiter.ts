// Request limits in the memory of one process, with a ledger from which the next process continues.
import type { AdmissionLedger, LedgerEntryPosition } from './admission-ledger.ts'
import { expiryMilliseconds, isAnonymousKey, type RateLimiter, SlidingWindow } from './rate-limit.ts'

// A window of one admission takes some 400 bytes. A limit per address can't stop an attacker with more addresses than this
// per minute anyway; attacks on one link or account are limited by windows that are never dropped.
const mostAnonymousWindows = 100_000

interface TrackedWindow {
  window: SlidingWindow
  position?: LedgerEntryPosition
}

export interface MemoryRateLimiter extends RateLimiter {
  /** How many windows are in memory. */
  readonly size: number
}

/**
 * For the only server process of an SQLite instance: windows in memory, and in a ledger that the next process reads. `now`
 * counts milliseconds and never goes back. The command line, which admits no requests, has no ledger. The least recently
 * used anonymous windows make room for new ones.
 */
export function createMemoryRateLimiter(
  now: () => number,
  ledger: AdmissionLedger | null,
  most = mostAnonymousWindows,
): MemoryRateLimiter {
  const own = new Map<string, TrackedWindow>()
  const anonymous = new Map<string, TrackedWindow>()
  // One iterator for all calls: a new one would walk over all the deleted entries again.
  let leastRecent = anonymous.keys()
  const windowsOf = (key: string) => (isAnonymousKey(key) ? anonymous : own)

  function trackedWindow(key: string, windows: Map<string, TrackedWindow>): TrackedWindow {
    const known = windows.get(key) ?? ledger?.window(key) ?? { window: new SlidingWindow() }
    // The map is in order of last use.
    if (windows === anonymous) anonymous.delete(key)
    windows.set(key, known)
    while (anonymous.size > most) {
      const { value: oldest, done } = leastRecent.next()
      if (done) leastRecent = anonymous.keys()
      else anonymous.delete(oldest)
    }
    return known
  }

  return {
    take(key, limit) {
      const windows = windowsOf(key)
      const tracked = trackedWindow(key, windows)
      const verdict = tracked.window.take(now(), limit)
      if (verdict.admitted && tracked.position) ledger?.admit(tracked.position, verdict, windows === own)
      return verdict
    },
    giveBack(key, verdict) {
      const tracked = windowsOf(key).get(key)
      if (tracked?.window.giveBack(verdict) && tracked.position) ledger?.giveBack(tracked.position, verdict)
    },
    prune() {
      const horizon = now() - expiryMilliseconds
      for (const windows of [own, anonymous])
        for (const [key, { window }] of windows) if (window.lastUse < horizon) windows.delete(key)
      ledger?.prune()
    },
    get size() {
      return own.size + anonymous.size
    },
  }
}
