// The audit log of each account: what was done, when and from where. The feature's public API.
import type { Api, AuditAction, InputOf } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Call, Client, Handlers } from '../../../platform/operations/handler.ts'
import { orderedIds } from '../../../platform/security/ids.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import { oneNode } from '../../../platform/time/schedule.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { auditLines, auditOperations } from './operations.ts'
import { AuditStore } from './store.ts'

export interface AuditEntry {
  /** The workspace whose log it is, or the person: their own workspace has the same number. */
  userId: number
  action: AuditAction
  /** What the action was about, such as a key's name; never a secret. */
  detail?: Record<string, string>
  /** Where it came from, and who did it. */
  client: Client
  /** Milliseconds. */
  now: number
}

export interface Audit extends Module {
  operations: { audit: Handlers<Api['audit']> }
  /** All entries of the caller's workspace that match, newest first, as NDJSON: some lines at a time. */
  lines(call: Call, filter: InputOf<Api['audit']['list']>): AsyncGenerator<string>
  /** Adds an entry, in the same transaction as the action. */
  write(tx: Tx, entry: AuditEntry): Promise<void>
  /**
   * The same, unless the log already has `most` entries of this action from the last `seconds`: for actions that
   * strangers can repeat as often as they like.
   */
  writeAtMost(tx: Tx, entry: AuditEntry, bound: { most: number; seconds: number }): Promise<void>
  /**
   * The time of the `nth` latest entry of this action in an account's log; null if it isn't later than `since`. Both
   * times are in Unix seconds. Includes entries that the transaction itself has written.
   */
  latest(tx: Tx, userId: number, action: AuditAction, nth: number, since: number): Promise<number | null>
}

/** The client in audit entries of the command line. */
export const commandLine: Client = { address: '', userAgent: 'linnet (command line)' }

/** The client in audit entries of what the server does by itself. */
export const theServer: Client = { address: '', userAgent: 'linnet' }

const longestUserAgent = 300
// Entries are listed by id, so the ids of entries from the same millisecond must be in order too.
const nextId = orderedIds('aud')
const retentionSeconds = 366 * 24 * 60 * 60

export function createAudit({ db, clock }: { db: Database; clock: Clock }): Audit {
  const store = new AuditStore(db)
  const write: Audit['write'] = (tx, { userId, action, detail, client, now }) =>
    store.insert(tx, {
      id: nextId(now),
      user_id: userId,
      person_id: client.personId ?? null,
      at: unixSeconds(now),
      action,
      detail: JSON.stringify(detail ?? {}),
      address: client.address,
      user_agent: client.userAgent.slice(0, longestUserAgent),
    })
  return {
    operations: { audit: auditOperations(store) },
    lines: ({ caller: { workspaceId } }, { before: _before, limit: _limit, ...filter }) =>
      auditLines(store, workspaceId, filter),
    write,
    async writeAtMost(tx, entry, { most, seconds }) {
      const { userId, action, now } = entry
      // One at a time, so that concurrent actions are all counted.
      await store.lock(tx, userId)
      if ((await store.latest(tx, userId, action, most, unixSeconds(now) - seconds)) === null)
        await write(tx, entry)
    },
    latest: (tx, userId, action, nth, since) => store.latest(tx, userId, action, nth, since),
    personalData: { erase: (userId) => store.erase(userId) },
    jobs: [
      oneNode('prune audit log', 3_600_000, () =>
        store.deleteBefore(unixSeconds(clock.now()) - retentionSeconds),
      ),
    ],
  }
}
