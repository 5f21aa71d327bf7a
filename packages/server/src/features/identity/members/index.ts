// The members of workspaces: their roles, and how people are invited, join and leave. The feature's public API.
import type { Api } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Mailer } from '../../../platform/net/mail.ts'
import type { Client, Handlers } from '../../../platform/operations/handler.ts'
import type { RateLimiter } from '../../../platform/security/rate-limit.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import { oneNode } from '../../../platform/time/schedule.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Account, Accounts } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import type { Workspaces } from '../workspaces/index.ts'
import { workspaceCommands } from './commands.ts'
import { acceptInvitation, findInvitation, isFor, type OpenInvitation } from './invitations.ts'
import { memberOperations } from './operations.ts'
import { type Placing, placeInWorkspaces } from './placing.ts'
import { MemberStore } from './store.ts'

export { workspaceCommandShapes } from './commands.ts'
export type { OpenInvitation } from './invitations.ts'

export interface Members extends Module {
  operations: { workspaces: Handlers<Api['workspaces']> }
  /** Puts a person into workspaces, in the transaction that signs them in. */
  placeInWorkspaces(tx: Tx, placing: Placing): Promise<void>
  invitations: {
    /** The pending invitation whose token has this hash (SHA-256 in hexadecimal), or null. */
    find(tokenHash: string, now: number): Promise<OpenInvitation | null>
    /** Whether the person with this e-mail address may accept it. */
    isFor(invitation: OpenInvitation, email: string): boolean
    /** Makes a person a member. Null if the invitation has ended meanwhile, or is for another address. */
    accept(
      tx: Tx,
      acceptance: { tokenHash: string; account: Pick<Account, 'id' | 'email'>; client: Client; now: number },
    ): Promise<OpenInvitation | null>
  }
}

export interface MembersNeeds {
  db: Database
  clock: Clock
  workspaces: Workspaces
  accounts: Accounts
  audit: Audit
  mailer: Mailer
  signUps: 'open' | 'invite' | 'closed'
  limiter: RateLimiter
  /** Ends everything else that depends on the access that a member loses in this transaction. */
  onLeave(tx: Tx, of: { userId: number; client: Client; now: number }): Promise<void>
  publicOrigin: string
}

export function createMembers({ db, clock, ...needs }: MembersNeeds): Members {
  const store = new MemberStore(db)
  const shared = { ...needs, store }
  return {
    operations: { workspaces: memberOperations(shared) },
    commands: workspaceCommands({ ...shared, clock }),
    placeInWorkspaces: (tx, placing) => placeInWorkspaces(shared, tx, placing),
    invitations: {
      find: (tokenHash, now) => findInvitation(shared, tokenHash, now),
      isFor,
      accept: (tx, acceptance) => acceptInvitation(shared, tx, acceptance),
    },
    jobs: [oneNode('prune invitations', 3_600_000, () => store.prune(unixSeconds(clock.now())))],
  }
}
