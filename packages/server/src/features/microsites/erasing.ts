// Deleting for good what was deleted, and what an account that is deleted had, with all that was counted of it.
import { unixSeconds } from '../../platform/clock.ts'
import { type Clicks, countedNumber } from '../clicks/index.ts'
import type { ComponentStore } from './component-store.ts'
import type { Countable, MicrositeStore } from './store.ts'

const atOnce = 200
// Until then every process has heard that it is gone, and no view of it waits in a journal any more.
const graceSeconds = 60

export interface ErasingNeeds {
  store: MicrositeStore
  components: ComponentStore
  clicks: Pick<Clicks, 'settle' | 'eraseCounted'>
}

/** Deletes what its owners deleted a while ago, some at a time: components first, and then what they were parts of. */
export async function sweep(needs: ErasingNeeds, now: number): Promise<void> {
  const moment = unixSeconds(now) - graceSeconds
  while (await eraseSome(needs, (from) => from.deletedBy(moment, atOnce)));
}

/** Deletes some of an account's components, or else of its microsites; false where it has none. */
export async function eraseOfAccount(needs: ErasingNeeds, userId: number): Promise<boolean> {
  return await eraseSome(needs, (from) => from.someOf(userId, atOnce))
}

async function eraseSome(
  { store, components, clicks }: ErasingNeeds,
  choose: (from: MicrositeStore | ComponentStore) => Promise<Countable[]>,
): Promise<boolean> {
  for (const [kind, from] of [
    ['component', components],
    ['microsite', store],
  ] as const) {
    const rows = await choose(from)
    if (rows.length === 0) continue
    await clicks.settle()
    await clicks.eraseCounted(
      rows.map(({ id }) => countedNumber(kind, id)),
      Math.min(...rows.map(({ created_at }) => created_at)),
    )
    await from.deleteRows(rows.map(({ id }) => id))
    return true
  }
  return false
}
