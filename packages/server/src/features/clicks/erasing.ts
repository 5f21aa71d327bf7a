// Deleting what was counted for an account that is deleted, in transactions that no redirect waits long for.
import type { ClickStore } from './store.ts'

const daysAtOnce = 20

/** Deletes all that was counted for these links of the account. */
export async function eraseLinkClicks(store: ClickStore, userId: number, linkIds: number[]): Promise<void> {
  for (let last = ''; ; ) {
    const days = await store.daysOf(userId, last, daysAtOnce)
    if (days.length === 0) break
    await store.deleteLinkDays(days, linkIds)
    last = days.at(-1) ?? ''
  }
  await store.deleteLinkTotals(linkIds)
}

/** Deletes some of the account's days, once its links are gone; false where it has none. */
export async function eraseAccountDays(store: ClickStore, userId: number): Promise<boolean> {
  const days = await store.daysOf(userId, '', daysAtOnce)
  for (const day of days) while (await store.deleteAccountDay(userId, day));
  return days.length > 0
}
