// Repeated requests: the first result under an Idempotency-Key is kept for 24 hours and answered again.
import { Refusal } from '@linnet/contract'
import { type Database, within } from '../../db/database.ts'
import type { Repeatable } from '../../platform/handler.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction.ts'

const keptSeconds = 24 * 60 * 60

export class Idempotency {
  constructor(private readonly db: Database) {}

  /**
   * Runs `work` in a transaction that also keeps its result under the key. The row is written first: of two equal
   * requests at once the second waits for it, and then finds the first one's result.
   */
  async once<T>(request: Repeatable, work: (tx: Tx) => Promise<T>): Promise<T> {
    const hash = sha256(request.request)
    return await this.db.transaction(async (tx) => {
      const expired = request.now - keptSeconds
      await within(tx)
        .deleteFrom('idempotency_keys')
        .where('user_id', '=', request.userId)
        .where('key', '=', request.key)
        .where('created_at', '<', expired)
        .execute()
      const { numInsertedOrUpdatedRows } = await within(tx)
        .insertInto('idempotency_keys')
        .values({
          user_id: request.userId,
          key: request.key,
          request_hash: hash,
          result: '',
          created_at: request.now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (!numInsertedOrUpdatedRows) return await this.firstResult<T>(tx, request, hash)
      const result = await work(tx)
      await within(tx)
        .updateTable('idempotency_keys')
        .set({ result: JSON.stringify(result) })
        .where('user_id', '=', request.userId)
        .where('key', '=', request.key)
        .execute()
      return result
    })
  }

  /** The result kept under the key, or undefined; refuses another request under it. */
  async earlier(request: Repeatable): Promise<unknown> {
    const first = await this.db.read
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'result'])
      .where('user_id', '=', request.userId)
      .where('key', '=', request.key)
      .where('created_at', '>=', request.now - keptSeconds)
      .executeTakeFirst()
    return first && resultOf(first, sha256(request.request))
  }

  async prune(now: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      await within(tx)
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', now - keptSeconds)
        .execute()
    })
  }

  private async firstResult<T>(tx: Tx, request: Repeatable, hash: string): Promise<T> {
    const first = await within(tx)
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'result'])
      .where('user_id', '=', request.userId)
      .where('key', '=', request.key)
      .executeTakeFirstOrThrow()
    return resultOf(first, hash) as T
  }
}

function resultOf(first: { request_hash: string; result: string }, hash: string): unknown {
  if (first.request_hash !== hash) throw new Refusal('idempotency_conflict')
  return JSON.parse(first.result)
}
