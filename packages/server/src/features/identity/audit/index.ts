// The audit log of accounts: what was done, when and from where. The face of the feature.
import type { Api, AuditAction } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Client, Handlers } from '../../../platform/operations/handler.ts'
import { orderedIds } from '../../../platform/security/ids.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { auditOperations } from './operations.ts'
import { AuditStore } from './store.ts'

export interface Deed {
  userId: number
  action: AuditAction
  /** What it was about, such as a key's name; never a secret. */
  detail?: Record<string, string>
  client: Client
  /** Milliseconds. */
  now: number
}

export interface Audit {
  operations: Handlers<Api['audit']>
  /** Adds a line, within the transaction of the deed that it tells of. */
  write(tx: Tx, deed: Deed): Promise<void>
  /**
   * The same, unless the log has `most` lines of this action from the last `seconds` already: for what strangers can
   * do as often as they like.
   */
  writeAtMost(tx: Tx, deed: Deed, bound: { most: number; seconds: number }): Promise<void>
  /**
   * When an account's log had this action for the `nth` time, counted from the end; null where that was not after
   * `since`. Both in Unix seconds. Sees what the transaction has written itself.
   */
  latest(tx: Tx, userId: number, action: AuditAction, nth: number, since: number): Promise<number | null>
  /** Deletes some lines of an account that is deleted; false where it has none. */
  erase(userId: number): Promise<boolean>
  /** Deletes lines of more than a year ago. */
  prune(): Promise<void>
}

/** What the command line is to an audit log: the operator, at the machine itself. */
export const commandLine: Client = { address: '', userAgent: 'linnet (command line)' }

/** What the server is to an audit log where it does something by itself. */
export const theServer: Client = { address: '', userAgent: 'linnet' }

const longestUserAgent = 300
// Lines are read in their order, also those of one millisecond.
const nextId = orderedIds('aud')
const keptSeconds = 366 * 24 * 60 * 60

export function createAudit({ db, clock }: { db: Database; clock: Clock }): Audit {
  const store = new AuditStore(db)
  const write: Audit['write'] = (tx, { userId, action, detail, client, now }) =>
    store.insert(tx, {
      id: nextId(now),
      user_id: userId,
      at: unixSeconds(now),
      action,
      detail: JSON.stringify(detail ?? {}),
      address: client.address,
      user_agent: client.userAgent.slice(0, longestUserAgent),
    })
  return {
    operations: auditOperations(store),
    write,
    async writeAtMost(tx, deed, { most, seconds }) {
      const { userId, action, now } = deed
      // One after the other: those that come at once are counted as well.
      await store.lock(tx, userId)
      if ((await store.latest(tx, userId, action, most, unixSeconds(now) - seconds)) === null)
        await write(tx, deed)
    },
    latest: (tx, userId, action, nth, since) => store.latest(tx, userId, action, nth, since),
    erase: (userId) => store.erase(userId),
    prune: () => store.deleteBefore(unixSeconds(clock.now()) - keptSeconds),
  }
}
