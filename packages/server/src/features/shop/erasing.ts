// Deletes what was counted of shop items that are deleted, and then themselves, a few at a time.
import { type Clicks, countedNumber } from '../clicks/index.ts'
import type { ShopStore } from './store.ts'

// A tap that is being answered meanwhile is in the journal by then.
const graceSeconds = 60

/** Sweeps all that was deleted a minute before `now` (Unix seconds). */
export async function sweepItems(store: ShopStore, clicks: Clicks, now: number): Promise<void> {
  while (await eraseItems(store, clicks, { deletedBy: now - graceSeconds }));
}

/** Deletes some items with their taps; false where there are none. */
export async function eraseItems(
  store: ShopStore,
  clicks: Clicks,
  of: { deletedBy: number } | { userId: number },
): Promise<boolean> {
  const items = await store.someGone(of)
  if (items.length === 0) return false
  // Taps that still wait would be counted after the others were deleted.
  await clicks.settle()
  const since = Math.min(...items.map(({ created_at }) => created_at))
  await clicks.eraseCounted(
    items.map(({ id }) => countedNumber('item', id)),
    since,
  )
  await store.delete(items.map(({ id }) => id))
  return true
}
