// Request limits in the memory of one process, with a ledger from which the next process continues.
import type { AdmissionLedger, LedgerEntryPosition } from './admission-ledger.ts'
import { expiryMilliseconds, isStrangersKey, type RateLimiter, SlidingWindow } from './rate-limit.ts'

// A window of one admission takes some 400 bytes. A limit per address doesn't stop whoever has more addresses than this
// within a minute anyway; what they may do to one link or account is limited by windows that are never dropped.
const mostOfStrangers = 100_000

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
 * counts milliseconds and never goes back. The command line, which admits nobody, has no ledger. The least recently used
 * windows of strangers make room for new ones.
 */
export function createMemoryRateLimiter(
  now: () => number,
  ledger: AdmissionLedger | null,
  most = mostOfStrangers,
): MemoryRateLimiter {
  const own = new Map<string, TrackedWindow>()
  const strangers = new Map<string, TrackedWindow>()
  // One iterator for all calls: a new one would walk over all the deleted entries again.
  let leastRecent = strangers.keys()
  const windowsOf = (key: string) => (isStrangersKey(key) ? strangers : own)

  function trackedWindow(key: string, windows: Map<string, TrackedWindow>): TrackedWindow {
    const known = windows.get(key) ?? ledger?.window(key) ?? { window: new SlidingWindow() }
    // The map is in order of last use.
    if (windows === strangers) strangers.delete(key)
    windows.set(key, known)
    while (strangers.size > most) {
      const { value: oldest, done } = leastRecent.next()
      if (done) leastRecent = strangers.keys()
      else strangers.delete(oldest)
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
      for (const windows of [own, strangers])
        for (const [key, { window }] of windows) if (window.lastUse < horizon) windows.delete(key)
      ledger?.prune()
    },
    get size() {
      return own.size + strangers.size
    },
  }
}
