// Archiving on the day that was set, also when the service was down as it came.
import { unixSeconds, utcDay } from '../../platform/clock.ts'
import type { LinkStore } from './store.ts'

const atOnce = 200

/** Archives every link whose day has come; what another node archives at the same time is left to it. */
export async function archiveDueLinks(store: LinkStore, now: number): Promise<void> {
  for (;;) {
    const archived = await store.transaction(async (tx) => {
      const due = await store.due(tx, utcDay(now), atOnce)
      for (const link of due)
        if (await store.archive(tx, link.id, unixSeconds(now))) await store.announce(tx, link)
      return due.length
    })
    if (archived < atOnce) return
  }
}
