// Archiving on the day that was set, also when the service was down as it came.

import type { Outbox } from '../../../platform/outbox.ts'
import { unixSeconds, utcDay } from '../../../platform/time/clock.ts'
import { archived } from './events.ts'
import { type Addresses, linkRecord } from './links.ts'
import type { LinkStore } from './store.ts'

const atOnce = 200

/** Archives every link whose day has come; what another node archives at the same time is left to it. */
export async function archiveDueLinks(
  { store, addresses, outbox }: { store: LinkStore; addresses: Addresses; outbox: Outbox },
  now: number,
): Promise<void> {
  for (;;) {
    const done = await store.transaction(async (tx) => {
      const due = await store.due(tx, utcDay(now), atOnce)
      for (const { id } of due) {
        if (!(await store.archive(tx, id, unixSeconds(now)))) continue
        const row = await store.byId(tx, id)
        await store.announce(tx, row)
        await outbox.add(tx, row.user_id, [archived(linkRecord(addresses, row, now))], now)
      }
      return due.length
    })
    if (done < atOnce) return
  }
}
