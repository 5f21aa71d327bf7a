// Deleting an account: it stops working at once, and its data is erased afterwards in batches.
import { Refusal } from '@linnet/contract'
import type { Client } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Workspaces } from '../workspaces/index.ts'
import type { AccountStore, UserRow } from './store.ts'

/** Deletes some of an account's data, in short transactions; false if there was none. */
export type Erase = (userId: number) => Promise<boolean>

// By then every process knows that the account is deleted, and nobody sees its pages any more.
const graceSeconds = 60

export interface DeletionNeeds {
  store: AccountStore
  audit: Audit
  sessions: Sessions
  workspaces: Workspaces
}

/**
 * Marks the account as deleted: its credentials and links stop working, and its e-mail address is free. False if it was
 * deleted already. Refuses with `forbidden` as `inherits` says.
 */
export async function deleteAccount(
  { store, audit, sessions, workspaces }: DeletionNeeds,
  tx: Tx,
  {
    user,
    inherits,
    client,
    now,
  }: {
    user: UserRow
    /** Whether other members take over the workspaces that only this person owned; otherwise it is refused. */
    inherits: boolean
    client: Client
    now: number
  },
): Promise<boolean> {
  if (!(await store.markDeleted(tx, user, unixSeconds(now)))) return false
  await workspaces.leaveAll(tx, user.id, inherits, now)
  await sessions.endAll(tx, user.id, null)
  await sessions.forgetDevices(tx, user.id)
  await audit.write(tx, { userId: user.id, action: 'account_deleted', client, now })
  return true
}

/**
 * Refuses to leave other accounts without an administrator, because nobody could invite or help anyone any more. The only
 * account may be deleted: the server is then new and can be set up again.
 */
export async function requireAnotherAdministrator(
  store: AccountStore,
  tx: Tx,
  user: Pick<UserRow, 'id' | 'is_admin'>,
): Promise<void> {
  if (user.is_admin === 0) return
  const others = await store.othersThan(tx, user.id)
  if (others.people > 0 && others.administrators === 0)
    throw new Refusal(
      'forbidden',
      'This is the only administrator, and there are other accounts. Make one of them an administrator first: linnet user set-admin.',
    )
}

// A server that stops must not wait long for a large account.
const batchesAtOnce = 20

/**
 * Erases deleted accounts and shared workspaces, a few batches of each at a time. The functions in `erase` run in order, because
 * the earlier ones need the data of the later ones to find theirs.
 */
export function createEraser(
  store: AccountStore,
  workspaces: Workspaces,
): (erase: readonly Erase[], now: number) => Promise<void> {
  // Accounts with nothing left but their row.
  const empty = new Set<number>()

  async function eraseSome(
    erase: readonly Erase[],
    id: number,
    deleteRow: (id: number) => Promise<boolean>,
  ): Promise<void> {
    for (let batches = 0; batches < batchesAtOnce && !empty.has(id); batches++)
      if (!(await eraseBatch(erase, id))) empty.add(id)
    if (empty.has(id) && (await deleteRow(id))) empty.delete(id)
  }

  return async (erase, now) => {
    const moment = unixSeconds(now) - graceSeconds
    for (const id of await store.deletedBefore(moment))
      await eraseSome(erase, id, (one) => store.deleteUser(one))
    for (const id of await workspaces.deletedBefore(moment))
      await eraseSome(erase, id, (one) => workspaces.deleteRow(one))
  }
}

/** False if nothing is left. */
async function eraseBatch(erase: readonly Erase[], userId: number): Promise<boolean> {
  for (const one of erase) if (await one(userId)) return true
  return false
}
