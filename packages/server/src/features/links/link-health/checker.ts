// Checks the links that are due, a limited number at once, on one node.
import type { Log } from '../../../platform/observability/log.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import type { Destinations } from '../destinations/index.ts'
import type { Ask, Finding } from './asking/asking.ts'
import type { PoliteHosts } from './asking/polite-hosts.ts'
import { ignoresRobots, isUnreached, type Meaning, meaningOf } from './findings.ts'
import { exclusionOf } from './records.ts'
import { type CheckStore, type DueLink, nextSlot } from './store.ts'

export interface CheckerNeeds {
  store: CheckStore
  hosts: PoliteHosts
  ask: Ask
  destinations: Pick<Destinations, 'blockListEntry'>
  clock: Clock
  log: Log
  /** Records what a check of a link means; `now` in milliseconds. */
  settle(link: DueLink, meaning: Meaning, now: number): Promise<void>
}

// The longest checks take 45 s: a million links a week need fewer than this even if all of them do.
const mostAtOnce = 80
/** So that the slow destinations of one workspace leave room for the others. */
const mostOfWorkspace = 20
const mostClaims = 20
const claimSeconds = 60 * 60
/** Between two times that due links are looked for. */
const startSeconds = 5
/** If this many hosts in a row can't be reached, this server's own connection is the cause. */
const mostUnreached = 20
const unreachedSeconds = 60 * 60

export class Checker {
  private readonly stopping = new AbortController()
  private readonly running = new Set<Promise<void>>()
  private readonly ofWorkspace = new Map<number, number>()
  private readonly unreached = new Set<string>()
  /** Checks since the process started, by their outcome. */
  readonly outcomes = new Map<string, number>()

  constructor(private readonly needs: CheckerNeeds) {}

  get runningChecks(): number {
    return this.running.size
  }

  /** Starts the checks that are due, as far as there is room, and doesn't wait for them. */
  async start(): Promise<void> {
    const { store, hosts, clock } = this.needs
    const now = unixSeconds(clock.now())
    hosts.prune()
    await store.placeNew(now)
    const waiting = new Map<number, number>()
    for (let claims = 0; claims < mostClaims; claims++) {
      const room = mostAtOnce - this.running.size
      if (room <= 0 || this.stopping.signal.aborted) return
      const links = await store.claimDue(now, now + claimSeconds, room)
      const postponed = links.flatMap((link) => {
        const to = this.startOrPostpone(link, now, waiting)
        return to === null ? [] : [{ link, to }]
      })
      await store.postpone(postponed)
      if (links.length < room) return
    }
  }

  /** Cancels all checks. They are due again within an hour. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await Promise.all(this.running)
  }

  /** `waiting`: how many links of each workspace have been postponed because too many others of it are running. */
  private startOrPostpone(link: DueLink, now: number, waiting: Map<number, number>): number | null {
    const isBlocked =
      link.blocked_at !== null || this.needs.destinations.blockListEntry(link.long_url) !== null
    if (exclusionOf(link, { isBlocked, now: now * 1000 }) !== null) return nextSlot(link.link_id, now)
    const own = this.ofWorkspace.get(link.user_id) ?? 0
    if (own >= mostOfWorkspace) {
      const before = waiting.get(link.user_id) ?? 0
      waiting.set(link.user_id, before + 1)
      // As many at each start as can be checked, so that few are postponed again.
      return now + startSeconds * (1 + Math.floor(before / mostOfWorkspace))
    }
    const host = this.needs.hosts.take(new URL(link.long_url).hostname)
    if ('postponedTo' in host) return host.postponedTo
    this.ofWorkspace.set(link.user_id, own + 1)
    const check = this.check(link)
      .catch((error) => this.needs.log.error('a link could not be checked', error, { link: link.link_id }))
      .finally(() => {
        host.release()
        this.running.delete(check)
        this.leave(link.user_id)
      })
    this.running.add(check)
    return null
  }

  private async check(link: DueLink): Promise<void> {
    const { ask, clock, settle, store } = this.needs
    const finding = await ask(link.long_url, {
      ignoresFailingRobots: ignoresRobots(link, unixSeconds(clock.now())),
      stopping: this.stopping.signal,
    })
    if (finding === null) return
    const now = clock.now()
    if (this.reachesNothing(link, finding)) {
      await store.postpone([{ link, to: unixSeconds(now) + unreachedSeconds }])
      return
    }
    this.outcomes.set(finding.outcome, (this.outcomes.get(finding.outcome) ?? 0) + 1)
    await settle(link, meaningOf(link, finding, unixSeconds(now)), now)
  }

  private reachesNothing({ long_url }: DueLink, finding: Finding): boolean {
    if (!isUnreached(finding)) {
      this.unreached.clear()
      return false
    }
    if (this.unreached.size < mostUnreached) this.unreached.add(new URL(long_url).hostname)
    return this.unreached.size >= mostUnreached
  }

  private leave(userId: number): void {
    const left = (this.ofWorkspace.get(userId) ?? 1) - 1
    if (left > 0) this.ofWorkspace.set(userId, left)
    else this.ofWorkspace.delete(userId)
  }
}
