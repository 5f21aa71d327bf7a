// Deleting the links of a deleted account, a few at a time.
import type { Clicks } from '../../clicks/index.ts'
import type { History } from '../history/index.ts'
import { eraseDeletedLinks } from './history/deleting.ts'
import type { LinkStore } from './store.ts'

const atOnce = 200

/** Deletes some of the account's links with their clicks; false if it has none. */
export async function eraseLinks(
  { store, history, clicks }: { store: LinkStore; history: History; clicks: Clicks },
  userId: number,
): Promise<boolean> {
  if (await eraseDeletedLinks({ store, history, clicks }, { userId })) return true
  const ids = await store.someIds(userId, atOnce)
  if (ids.length === 0) {
    await store.forgetSearches(userId)
    return false
  }
  // SQLite reuses the number of a deleted link for a new one, which must not get the old one's pending clicks.
  await clicks.settleAll()
  await clicks.eraseLinks(userId, ids)
  // The new link must not get its history either.
  await store.transaction((tx) => history.forget(tx, ids))
  await store.delete(ids)
  return true
}
