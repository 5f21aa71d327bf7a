// Deleting the links of a deleted account, a few at a time.
import type { Clicks } from '../../clicks/index.ts'
import type { LinkStore } from './store.ts'

const atOnce = 200

/** Deletes some of the account's links with their clicks; false if it has none. */
export async function eraseLinks(store: LinkStore, clicks: Clicks, userId: number): Promise<boolean> {
  const ids = await store.someIds(userId, atOnce)
  if (ids.length === 0) {
    await store.forgetSearches(userId)
    return false
  }
  // SQLite reuses the number of a deleted link for a new one, which must not get the old one's pending clicks.
  await clicks.settleAll()
  await clicks.eraseLinks(userId, ids)
  await store.delete(ids)
  return true
}
