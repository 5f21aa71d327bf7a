// Watches where links lead: checks their destinations each week, and says which are broken. The feature's public API.
import type { Api } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Mailer } from '../../../platform/net/mail.ts'
import type { Outgoing } from '../../../platform/net/outgoing/index.ts'
import type { Log } from '../../../platform/observability/log.ts'
import { family } from '../../../platform/observability/metrics/index.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Outbox } from '../../../platform/outbox.ts'
import type { RateLimiter } from '../../../platform/security/rate-limit.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { oneNode } from '../../../platform/time/schedule.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import type { Destinations } from '../destinations/index.ts'
import type { History } from '../history/index.ts'
import type { Links } from '../links/index.ts'
import { createAsking } from './asking/asking.ts'
import { PoliteHosts } from './asking/polite-hosts.ts'
import { productToken } from './asking/robots-cache.ts'
import { Checker } from './checker.ts'
import type { Meaning } from './findings.ts'
import { healthUndoer } from './history.ts'
import { healthOperations } from './operations.ts'
import { healthRecord } from './records.ts'
import { reportBroken } from './reports.ts'
import { CheckStore, type DueLink } from './store.ts'

export interface LinkHealthFeature extends Module {
  operations: { linkHealth: Handlers<Api['linkHealth']> }
  /** Sets the choices for links that the transaction has created, which override those of their workspace. */
  chooseForNew(tx: Tx, userId: number, links: readonly { id: number; watch: boolean }[]): Promise<void>
}

export interface LinkHealthNeeds {
  db: Database
  clock: Clock
  log: Log
  outgoing: Outgoing
  limiter: RateLimiter
  mailer: Mailer
  workspaces: Pick<Workspaces, 'owners'>
  destinations: Pick<Destinations, 'blockListEntry'>
  links: Links
  history: History
  outbox: Outbox
  publicOrigin: string
  /** `off`: nothing is checked, whatever people choose. */
  linkChecks: 'on' | 'off'
}

const sweepsAtOnce = 20

export function createLinkHealth(needs: LinkHealthNeeds): LinkHealthFeature {
  const { db, clock, log, limiter, links, destinations, history, publicOrigin } = needs
  const store = new CheckStore(db)
  const hosts = new PoliteHosts(clock)
  const userAgent = `${productToken}/1.0 (+${publicOrigin})`
  const checker = new Checker({
    ...{ store, hosts, destinations, clock, log },
    ask: createAsking({ outgoing: needs.outgoing, hosts, clock, userAgent }),
    settle: (link, meaning, now) => settle(needs, store, { link, meaning, now }),
  })
  const isAvailable = needs.linkChecks === 'on'
  history.registerUndoer('health', healthUndoer({ store, history, links }))
  return {
    operations: { linkHealth: healthOperations({ store, history, links, limiter, isAvailable }) },
    chooseForNew: (tx, userId, chosen) => store.chooseForNew(tx, userId, chosen),
    jobs: isAvailable
      ? [
          oneNode('watch links', 10_000, async () => {
            for (let sweeps = 0; sweeps < sweepsAtOnce; sweeps++) if (!(await store.sweep())) return
          }),
          oneNode('check links', 5_000, () => checker.start()),
          oneNode('report broken links', 60_000, () => reportBroken({ ...needs, store }, clock.now())),
        ]
      : [],
    metrics: () => [
      family('counter', 'linnet_link_checks_total', 'Checks of watched links, by what they found.', {
        label: 'outcome',
        values: [...checker.outcomes],
      }),
      family(
        'gauge',
        'linnet_link_checks_running',
        'Checks of watched links that are running.',
        checker.runningChecks,
      ),
    ],
    interrupt: () => checker.stop(),
    personalData: { erase: (userId) => store.erase(userId) },
  }
}

/** Records what a check means, and emits an event if a link breaks or recovers, in one transaction. `now` in milliseconds. */
async function settle(
  { links, outbox }: Pick<LinkHealthNeeds, 'links' | 'outbox'>,
  store: CheckStore,
  { link, meaning: { change, brokenAt }, now }: { link: DueLink; meaning: Meaning; now: number },
): Promise<void> {
  const { link_id, user_id } = link
  const [row, record] =
    brokenAt === undefined ? [] : await Promise.all([links.describeById(link_id), links.record(link_id)])
  await store.transaction(async (tx) => {
    if (!(await store.record(tx, link, change)) || brokenAt === undefined) return
    await store.mark(tx, link, brokenAt)
    if (!row || !record) return
    const isWorkspaceWatched = await store.isWatched(tx, user_id)
    const { due_at, ...seen } = change
    const health = healthRecord(
      { ...row, broken_at: brokenAt },
      { ...link, ...seen, due_at },
      { isBlocked: false, isWorkspaceWatched, now },
    )
    const data = { link: { ...record, broken_at: brokenAt }, health }
    const type = brokenAt === null ? 'link.recovered' : 'link.broken'
    await outbox.add(tx, user_id, [{ type, data }], now)
  })
}
