// Erasing endpoints: what they were told goes first, piece by piece, so that nobody waits for a long transaction.
import type { DeliveryRecords } from '../deliveries/index.ts'
import type { WebhookStore } from './store.ts'

/** Deletes some of what one of these endpoints was told, or the endpoint that holds nothing; false where there is none. */
export async function eraseSome(
  store: WebhookStore,
  deliveries: DeliveryRecords,
  of: { deletedBefore: number } | { userId: number },
): Promise<boolean> {
  const id = await store.oneToErase(of)
  if (id === null) return false
  await store.transaction(async (tx) => {
    if (!(await deliveries.eraseSome(tx, id))) await store.delete(tx, id)
  })
  return true
}
