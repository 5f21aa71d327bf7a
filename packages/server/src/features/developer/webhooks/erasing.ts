// Erasing endpoints: what they were told goes first, piece by piece, so that nobody waits for a long transaction.
import type { DeliveryRecords } from '../../events/index.ts'
import type { WebhookStore } from './store.ts'

// Of deliveries, each some hundred, in one transaction. More than one: whoever makes and deletes endpoints that were told
// little, as quickly as the limits let them, must not outrun this.
const erasuresAtOnce = 4

/** Deletes some of what these endpoints were told, and those of them that hold nothing; false where there is none. */
export async function eraseSome(
  store: WebhookStore,
  deliveries: DeliveryRecords,
  of: { deletedBefore: number } | { userId: number },
): Promise<boolean> {
  const ids = await store.someToErase(of)
  if (ids.length === 0) return false
  await store.transaction(async (tx) => {
    let erasures = 0
    for (const id of ids) {
      while (await deliveries.eraseSome(tx, id)) if (++erasures === erasuresAtOnce) return
      await store.delete(tx, id)
    }
  })
  return true
}
