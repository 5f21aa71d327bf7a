// Repeated requests: the first result under an Idempotency-Key is stored for 24 hours and returned again.
import { Refusal } from '@linnet/contract'
import { type Database, type Query, within } from '../../../db/database.ts'
import type { IdempotencyKeyTable } from '../../../db/schema.ts'
import type { FirstResult, Repeatable } from '../../../platform/operations/handler.ts'
import { sha256 } from '../../../platform/security/ids.ts'
import type { Tx } from '../../../platform/transaction.ts'

const retentionSeconds = 24 * 60 * 60

export class Idempotency {
  constructor(private readonly db: Database) {}

  /**
   * Runs `work` in a transaction that also stores its result under the key. Of two concurrent requests with the same key, the
   * second one waits for the first, and then returns its result. `undoToken` is asked after the work.
   */
  async once<T>(
    request: Repeatable,
    work: (tx: Tx) => Promise<T>,
    undoToken: () => string | null,
  ): Promise<FirstResult<T>> {
    const hash = sha256(request.request)
    return await this.db.transaction(async (tx) => {
      await this.db.lock(tx, [`idempotency:${request.workspaceId}:${request.key}`])
      await within(tx)
        .deleteFrom('idempotency_keys')
        .where('user_id', '=', request.workspaceId)
        .where('key', 'in', namesOf(request))
        .where('created_at', '<', request.now - retentionSeconds)
        .execute()
      const first = await firstOf(within(tx), request)
      if (first) return resultOf<T>(first, hash)
      let [name, own] = namesOf(request)
      if (!(await insert(tx, request, { name, hash }))) {
        // The name belongs to another credential, unless a node of the previous version, which takes no lock, has just
        // inserted it.
        const meanwhile = await firstOf(within(tx), request)
        if (meanwhile) return resultOf<T>(meanwhile, hash)
        name = own
        await insert(tx, request, { name, hash })
      }
      const made = { result: await work(tx), undoToken: undoToken() }
      await within(tx)
        .updateTable('idempotency_keys')
        .set({ result: JSON.stringify(made.result), undo_token: made.undoToken })
        .where('user_id', '=', request.workspaceId)
        .where('key', '=', name)
        .execute()
      return made
    })
  }

  /** The result stored under the key, or undefined; refuses a different request with the same key. */
  async earlier(request: Repeatable): Promise<FirstResult<unknown> | undefined> {
    const first = await firstOf(this.db.read, request)
    return first && resultOf(first, sha256(request.request))
  }

  async prune(now: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      await within(tx)
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', now - retentionSeconds)
        .execute()
    })
  }
}

/**
 * The names that a key may have in the table: the key alone, as the previous version reads and writes it, or followed by the
 * credential, if another credential of the account uses the same key already. Keys in requests have no line breaks.
 */
function namesOf({ key, credential }: Repeatable): [plain: string, own: string] {
  return [key, `${key}\n${credential}`]
}

/** Inserts a key under a name; false if the name is taken. */
async function insert(
  tx: Tx,
  request: Repeatable,
  { name, hash }: { name: string; hash: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await within(tx)
    .insertInto('idempotency_keys')
    .values({
      user_id: request.workspaceId,
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
    .select(['credential', 'request_hash', 'result', 'undo_token'])
    .where('user_id', '=', request.workspaceId)
    .where('key', 'in', namesOf(request))
    .where('created_at', '>=', request.now - retentionSeconds)
    .where((where) =>
      where.or([where('credential', '=', request.credential), where('credential', 'is', null)]),
    )
    .execute()
  return rows.find(({ credential }) => credential !== null) ?? rows[0]
}

function resultOf<T>(
  first: Pick<IdempotencyKeyTable, 'request_hash' | 'result' | 'undo_token'>,
  hash: string,
): FirstResult<T> {
  if (first.request_hash !== hash) throw new Refusal('idempotency_conflict')
  return { result: JSON.parse(first.result) as T, undoToken: first.undo_token }
}
