// Erases endpoints in batches, their deliveries first, so that nothing waits for a long transaction.
import type { DeliveryRecords } from '../../events/index.ts'
import type { WebhookStore } from './store.ts'

// How many batches of deliveries are deleted in one transaction. Several, so that an account that creates and
// deletes endpoints with few deliveries, as quickly as the limits allow, can't outrun this.
const batchesAtOnce = 4

/** Deletes some deliveries of these endpoints, and the endpoints without any; false if there are no endpoints. */
export async function eraseSome(
  store: WebhookStore,
  deliveries: DeliveryRecords,
  which: { deletedBefore: number } | { userId: number },
): Promise<boolean> {
  const ids = await store.someToErase(which)
  if (ids.length === 0) return false
  await store.transaction(async (tx) => {
    let batches = 0
    for (const id of ids) {
      while (await deliveries.eraseSome(tx, id)) if (++batches === batchesAtOnce) return
      await store.delete(tx, id)
    }
  })
  return true
}
