// Repeated requests: the first result under an Idempotency-Key is kept for 24 hours and answered again.
import { Refusal } from '@linnet/contract'
import { type Database, type Query, within } from '../../../db/database.ts'
import type { Repeatable } from '../../../platform/operations/handler.ts'
import { sha256 } from '../../../platform/security/ids.ts'
import type { Tx } from '../../../platform/transaction.ts'

const keptSeconds = 24 * 60 * 60

export class Idempotency {
  constructor(private readonly db: Database) {}

  /**
   * Runs `work` in a transaction that also keeps its result under the key. Of two equal requests at once the second waits for
   * the first, and then finds its result.
   */
  async once<T>(request: Repeatable, work: (tx: Tx) => Promise<T>): Promise<T> {
    const hash = sha256(request.request)
    return await this.db.transaction(async (tx) => {
      await this.db.lock(tx, [`idempotency:${request.userId}:${request.key}`])
      await within(tx)
        .deleteFrom('idempotency_keys')
        .where('user_id', '=', request.userId)
        .where('key', 'in', namesOf(request))
        .where('created_at', '<', request.now - keptSeconds)
        .execute()
      const first = await firstOf(within(tx), request)
      if (first) return resultOf(first, hash) as T
      let [name, own] = namesOf(request)
      if (!(await insert(tx, request, name, hash))) {
        // It is another credential's, unless a node of the previous version, which takes no lock, has just written it.
        const meanwhile = await firstOf(within(tx), request)
        if (meanwhile) return resultOf(meanwhile, hash) as T
        name = own
        await insert(tx, request, name, hash)
      }
      const result = await work(tx)
      await within(tx)
        .updateTable('idempotency_keys')
        .set({ result: JSON.stringify(result) })
        .where('user_id', '=', request.userId)
        .where('key', '=', name)
        .execute()
      return result
    })
  }

  /** The result kept under the key, or undefined; refuses another request under it. */
  async earlier(request: Repeatable): Promise<unknown> {
    const first = await firstOf(this.db.read, request)
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
}

/**
 * What a key may be called in the table: by its own name, as the version before reads and writes it, or with the credential
 * behind it, where another one of the account has that name already. A key that is sent has no line break.
 */
function namesOf({ key, credential }: Repeatable): [plain: string, own: string] {
  return [key, `${key}\n${credential}`]
}

/** Takes a name; false if it is taken. */
async function insert(tx: Tx, request: Repeatable, name: string, hash: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await within(tx)
    .insertInto('idempotency_keys')
    .values({
      user_id: request.userId,
      key: name,
      credential: request.credential,
      request_hash: hash,
      result: '',
      created_at: request.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

/** The first request with this key by this credential, or else by any credential on the previous version. */
async function firstOf(query: Query, request: Repeatable) {
  const rows = await query
    .selectFrom('idempotency_keys')
    .select(['credential', 'request_hash', 'result'])
    .where('user_id', '=', request.userId)
    .where('key', 'in', namesOf(request))
    .where('created_at', '>=', request.now - keptSeconds)
    .where((where) =>
      where.or([where('credential', '=', request.credential), where('credential', 'is', null)]),
    )
    .execute()
  return rows.find(({ credential }) => credential !== null) ?? rows[0]
}

function resultOf(first: { request_hash: string; result: string }, hash: string): unknown {
  if (first.request_hash !== hash) throw new Refusal('idempotency_conflict')
  return JSON.parse(first.result)
}
