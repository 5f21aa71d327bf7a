// Clicks as events: `link.clicked` for each of them, and `qr.scanned` besides for each scan.
import type { ClickedLink } from '@linnet/contract'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction.ts'
import { eventFor } from './outbox.ts'
import type { Listener, OutboxStore, ToldEvent } from './outbox-store.ts'

/** A click of a link of this account. */
export interface AccountClick {
  userId: number
  linkId: number
  click: Omit<ClickedLink['click'], 'id'>
}

export class ClickEvents {
  constructor(
    private readonly store: OutboxStore,
    private readonly shortHost: string,
  ) {}

  /** The accounts that are told of clicks or of scans at the moment. */
  accounts(): Promise<Set<number>> {
    return this.store.accountsToldOfClicks()
  }

  /**
   * Tells of clicks, in their order, within the transaction that remembers that they are told. Who has stopped
   * listening by then is told nothing. Clicks of links that their account does not have, as a restored backup may not,
   * are not told, as they do not count.
   */
  async add(tx: Tx, clicks: readonly AccountClick[]): Promise<void> {
    if (clicks.length === 0) return
    const userIds = [...new Set(clicks.map(({ userId }) => userId))]
    const listeners = await this.store.listenersByAccount(tx, userIds)
    if (listeners.size === 0) return
    const links = await this.store.clickedLinks(tx, [...new Set(clicks.map(({ linkId }) => linkId))])
    const events = clicks.flatMap(({ userId, linkId, click }) => {
      const link = links.get(linkId)
      if (link?.user_id !== userId) return []
      const { public_id, code, domain_name, long_url } = link
      const domain = domain_name ?? this.shortHost
      return eventsOf(
        { link: { id: public_id, short: code, domain, long_url }, click },
        listeners.get(userId) ?? [],
      )
    })
    if (events.length > 0) await this.store.insert(tx, events)
  }
}

function eventsOf(
  { link, click }: Pick<ClickedLink, 'link'> & Pick<AccountClick, 'click'>,
  listeners: readonly Listener[],
): ToldEvent[] {
  const types = (click.qr ? clickAndScan : clickAlone).filter((type) =>
    listeners.some(({ events }) => events.has(type)),
  )
  if (types.length === 0) return []
  const at = click.at * 1000
  const data: ClickedLink = { link, click: { id: newId('clk', at), ...click } }
  return types.map((type) => eventFor(listeners, type, data, at))
}

const clickAlone = ['link.clicked'] as const
const clickAndScan = ['link.clicked', 'qr.scanned'] as const
