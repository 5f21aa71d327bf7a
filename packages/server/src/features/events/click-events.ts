// Clicks as events: `link.clicked` for each click on a link, `qr.scanned` for each scan of a QR code.
import type { ClickedLink, ScannedMicrosite } from '@linnet/contract'
import type { EventType } from '@linnet/contract/event-types'
import { newId } from '../../platform/security/ids.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import type { Tx } from '../../platform/transaction.ts'
import { endpointsFor, type FanoutContent, type FanoutEntry } from './fanout.ts'
import type { FanoutStore, NewFanout } from './fanout-store.ts'
import type { Listener, OutboxStore } from './outbox-store.ts'

/** A click on a link of this account, or a scan of a QR code of its microsite. */
export interface AccountClick {
  userId: number
  kind: 'link' | 'microsite'
  id: number
  click: Omit<ClickedLink['click'], 'id'>
}

/** What an event says about what was clicked, besides the click itself. */
type EventSubject = Pick<ClickedLink, 'link'> | Pick<ScannedMicrosite, 'microsite'>

// In one row: some 50 KB, which is read again for each batch that is expanded.
const clicksPerFanout = 200

export class ClickEvents {
  constructor(
    private readonly store: OutboxStore,
    private readonly fanouts: Pick<FanoutStore, 'insert'>,
    private readonly shortHost: string,
  ) {}

  /** The accounts that have an endpoint for clicks or scans now. */
  accounts(): Promise<Set<number>> {
    return this.store.accountsWithClickListeners()
  }

  /**
   * Writes the events of clicks, in order, in the transaction that stores this progress: each event once,
   * however many endpoints subscribe. An endpoint that was turned off meanwhile gets nothing. Clicks on what
   * the account doesn't have, for example after a backup was restored, make no events and aren't counted.
   */
  async add(tx: Tx, clicks: readonly AccountClick[]): Promise<void> {
    if (clicks.length === 0) return
    const listeners = await this.store.clickListeners(tx, [...new Set(clicks.map(({ userId }) => userId))])
    const subscribed = clicks.filter(({ userId }) => listeners.has(userId))
    if (subscribed.length === 0) return
    const subjectOf = await this.subjects(tx, subscribed)
    const fanouts: NewFanout[] = []
    for (const [userId, own] of Map.groupBy(subscribed, ({ userId }) => userId)) {
      const types = typesOf(listeners.get(userId) ?? [])
      const endpoints = endpointsFor(listeners.get(userId) ?? [], types)
      for (let first = 0; first < own.length; first += clicksPerFanout) {
        const content = contentOf(own.slice(first, first + clicksPerFanout), types, subjectOf)
        const [entry] = content.entries
        if (entry) fanouts.push({ userId, endpoints, content, createdAt: unixSeconds(entry.at) })
      }
    }
    await this.fanouts.insert(tx, fanouts)
  }

  /** Finds what was clicked; undefined if it does not belong to the account. */
  private async subjects(
    tx: Tx,
    clicks: readonly AccountClick[],
  ): Promise<(click: AccountClick) => EventSubject | undefined> {
    const idsOf = (kind: AccountClick['kind']) => [
      ...new Set(clicks.filter((click) => click.kind === kind).map(({ id }) => id)),
    ]
    const links = await this.store.clickedLinks(tx, idsOf('link'))
    const microsites = await this.store.scannedMicrosites(tx, idsOf('microsite'))
    return ({ kind, id, userId }) => {
      if (kind === 'link') {
        const row = links.get(id)
        if (row?.user_id !== userId) return undefined
        const { public_id, code, domain_name, long_url } = row
        return { link: { id: public_id, short: code, domain: domain_name ?? this.shortHost, long_url } }
      }
      const row = microsites.get(id)
      return row?.user_id === userId
        ? { microsite: { id: row.public_id, slug: row.slug, title: row.title } }
        : undefined
    }
  }
}

/** Which of the types for clicks and scans at least one of the listeners subscribes to. */
function typesOf(listeners: readonly Listener[]): Set<EventType> {
  return new Set(clickAndScan.filter((type) => listeners.some(({ events }) => events.has(type))))
}

function contentOf(
  clicks: readonly AccountClick[],
  wanted: ReadonlySet<EventType>,
  subjectOf: (click: AccountClick) => EventSubject | undefined,
): FanoutContent {
  const shared: EventSubject[] = []
  const indexes = new Map<string, number>()
  const entries = clicks.flatMap((one): FanoutEntry[] => {
    const { kind, id, click } = one
    const types = eventTypesOf(one).filter((type) => wanted.has(type))
    const subject = types.length > 0 ? subjectOf(one) : undefined
    if (!subject) return []
    const key = `${kind} ${id}`
    const about = indexes.get(key) ?? shared.push(subject) - 1
    indexes.set(key, about)
    const at = click.at * 1000
    return [{ types, at, about, data: { click: { id: newId('clk', at), ...click } } }]
  })
  return { shared, entries }
}

/** Views of a microsite are not events, but scans of its QR code are. */
function eventTypesOf({ kind, click }: AccountClick): readonly EventType[] {
  if (kind === 'microsite') return click.qr ? ['qr.scanned'] : []
  return click.qr ? clickAndScan : ['link.clicked']
}

const clickAndScan = ['link.clicked', 'qr.scanned'] as const satisfies EventType[]
