// Deleting an account: at once nobody's, and then taken apart piece by piece.
import { Refusal } from '@linnet/contract'
import type { Client } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { AccountStore, UserRow } from './store.ts'

/** Deletes some of what an account owns, in short transactions; false where there was nothing. */
export type Erase = (userId: number) => Promise<boolean>

// Until then every process has heard that the account is gone, and nobody is shown a page of it any more.
const graceSeconds = 60

export interface DeletionNeeds {
  store: AccountStore
  audit: Audit
  sessions: Sessions
}

/**
 * Makes the account nobody's: no credential of it works any more, its links lead nowhere, and its e-mail address is free.
 * False where it was deleted already.
 */
export async function deleteAccount(
  { store, audit, sessions }: DeletionNeeds,
  tx: Tx,
  { user, client, now }: { user: UserRow; client: Client; now: number },
): Promise<boolean> {
  if (!(await store.markDeleted(tx, user, unixSeconds(now)))) return false
  await sessions.endAll(tx, user.id, null)
  await sessions.forgetDevices(tx, user.id)
  await audit.write(tx, { userId: user.id, action: 'account_deleted', client, now })
  return true
}

/**
 * Refuses to leave other accounts without an administrator: nobody could invite, or help, anyone any more. Who is alone
 * may go: the instance is new then, and is set up again.
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
      'This is the only account that administers this server, and others are left. Make another one an administrator first: linnet user set-admin.',
    )
}

// So a server that is told to stop need not wait long for a large account.
const piecesAtOnce = 20

/**
 * Gives what goes on taking deleted accounts apart, so many pieces of each at a time. `erase` is in the order given: what
 * comes later is needed to find what comes earlier.
 */
export function createEraser(store: AccountStore): (erase: readonly Erase[], now: number) => Promise<void> {
  // Accounts of which only the row is left.
  const empty = new Set<number>()

  async function eraseSome(erase: readonly Erase[], userId: number): Promise<void> {
    for (let pieces = 0; pieces < piecesAtOnce && !empty.has(userId); pieces++)
      if (!(await erasePiece(erase, userId))) empty.add(userId)
    if (empty.has(userId) && (await store.deleteUser(userId))) empty.delete(userId)
  }

  return async (erase, now) => {
    for (const id of await store.deletedBefore(unixSeconds(now) - graceSeconds)) await eraseSome(erase, id)
  }
}

/** False where nothing is left. */
async function erasePiece(erase: readonly Erase[], userId: number): Promise<boolean> {
  for (const one of erase) if (await one(userId)) return true
  return false
}
