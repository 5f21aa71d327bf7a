// Deleting the links of an account that is deleted, a few at a time.
import type { Clicks } from '../../clicks/index.ts'
import type { LinkStore } from './store.ts'

const atOnce = 200

/** Deletes some of the account's links with their clicks; false where it has none. */
export async function eraseLinks(store: LinkStore, clicks: Clicks, userId: number): Promise<boolean> {
  const ids = await store.someOf(userId, atOnce)
  if (ids.length === 0) {
    await store.forgetSearches(userId)
    return false
  }
  // SQLite gives the number of a deleted link to a new one, which must not be given clicks that still wait.
  await clicks.settleAll()
  await clicks.eraseLinks(userId, ids)
  await store.deleteLinks(ids)
  return true
}
