// Deletes the statistics of deleted accounts, in transactions so short that no redirect waits long for them.
import { addDays } from '../../platform/time/clock.ts'
import type { ClickStore } from './store.ts'

const daysAtOnce = 20

/** Deletes everything that was counted for these links of the account, up to `today` (`YYYY-MM-DD`). */
export async function eraseLinkClicks(
  store: ClickStore,
  { userId, linkIds, today }: { userId: number; linkIds: number[]; today: string },
): Promise<void> {
  for (let last = ''; ; ) {
    const days = await store.daysOf(userId, last, daysAtOnce)
    if (days.length === 0) break
    await store.deleteLinkDays(days, linkIds)
    last = days.at(-1) ?? ''
  }
  await store.deleteLinkTotals(linkIds)
  // Links from other workspaces also have days on which this one has no clicks.
  const moved = [...(await store.moved(linkIds))]
  const since = moved.length > 0 ? await store.firstLinkDay() : null
  if (since !== null) await eraseSubjects(store, moved, { since, until: today })
}

/**
 * Deletes everything that was counted under these numbers, of links or other subjects, from the day `since`
 * to the day `until` (`YYYY-MM-DD`).
 */
export async function eraseSubjects(
  store: ClickStore,
  numbers: number[],
  { since, until }: { since: string; until: string },
): Promise<void> {
  for (let day = since; day <= until; day = addDays(day, daysAtOnce)) {
    const days = Array.from({ length: daysAtOnce }, (_, index) => addDays(day, index))
    await store.deleteLinkDays(days, numbers)
  }
  await store.deleteLinkTotals(numbers)
}

/** Deletes some of the account's days, once its links are deleted; false if it has none. */
export async function eraseAccountDays(store: ClickStore, userId: number): Promise<boolean> {
  const days = await store.daysOf(userId, '', daysAtOnce)
  for (const day of days) while (await store.deleteAccountDay(userId, day));
  return days.length > 0
}
