// Signing in, and everything on the way to it. The face of the feature.
import type { Api, PendingInvitation } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Command } from '../../../platform/command.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Account } from '../accounts/index.ts'
import { createOneTimeLinks } from '../one-time-links/index.ts'
import { Entrance, goOn } from './entrance.ts'
import { FailedTries } from './failed-tries.ts'
import { type InvitationNeeds, invitationCommands } from './invitations.ts'
import type { SignInNeeds } from './needs.ts'
import { lifetimes, type Payloads } from './one-time-links.ts'
import { signInOperations } from './operations.ts'
import { resetPages } from './reset-pages.ts'
import { judgeReturnAddress } from './return-address.ts'
import { setUpAddress, setUpPages } from './set-up.ts'
import { signInPages } from './sign-in-pages.ts'
import { signUpPages } from './sign-up-pages.ts'

export { invitationCommandShapes } from './invitations.ts'

export interface SignIn {
  operations: Handlers<Api['signIn']>
  pages: PageRoute[]
  /**
   * Starts a session for whoever has proved in full who they are, and sends the browser on to `returnTo`, which must
   * come from `returnAddress`. `how` is what the audit log tells of the way in, such as `passkey`.
   */
  finish(visit: PageVisit, account: Account, how: string, returnTo: string): Promise<Response>
  /** The address if it is one of this service's own pages, else `/account`. */
  returnAddress(text: string | null): string
  /** Sends the browser on from a form to an address of `returnAddress`. */
  goOn(visit: PageVisit, returnTo: string, cookies: readonly string[]): Response
  /** Where the administrator of an instance without accounts is set up, a new address each time; null where it has one. */
  setUpAddress(): Promise<string | null>
  invitations: {
    /** The newest that nobody has used. */
    pending(): Promise<PendingInvitation[]>
    /** Whom it was for; null where there is none of this id that nobody has used. */
    withdraw(tx: Tx, id: string): Promise<string | null>
  }
  /** Tries with a wrong password, since the process started. */
  failures(): number
  /** Deletes what is too old to be used. */
  prune(): Promise<void>
  /** Waits for what is still being written. */
  stop(): Promise<void>
}

const mostInvitations = 500

export function createSignIn(
  given: Omit<SignInNeeds, 'transaction'> & { db: Database; clock: Clock },
): SignIn {
  const { db, clock } = given
  const links = createOneTimeLinks<Payloads>(db, lifetimes)
  const base = { ...given, transaction: db.transaction, links }
  const failedTries = new FailedTries(base)
  const entrance = new Entrance(base, links)
  const needs = { ...base, failedTries, entrance }
  return {
    operations: signInOperations(needs),
    pages: [...signInPages(needs), ...signUpPages(needs), ...resetPages(needs), ...setUpPages(needs)],
    finish: (visit, account, how, returnTo) => entrance.finish(visit, account, how, returnTo),
    returnAddress: (text) => judgeReturnAddress(text, given.origins),
    goOn,
    setUpAddress: () => setUpAddress(needs, clock.now()),
    invitations: {
      async pending() {
        const rows = await links.pending('invitation', clock.now(), mostInvitations)
        return rows.map(({ token_hash, subject, created_at, expires_at }) => ({
          id: token_hash,
          email: subject,
          created_at,
          expires_at,
        }))
      },
      withdraw: (tx, id) => links.withdraw(tx, 'invitation', id),
    },
    failures: () => failedTries.count,
    prune: () => links.prune(clock.now()),
    stop: () => failedTries.stop(),
  }
}

/** The command line's `user invite`. */
export function createInvitations({
  db,
  clock,
  ...needs
}: Omit<InvitationNeeds, 'links' | 'transaction'> & { db: Database; clock: Clock }): { commands: Command[] } {
  const links = createOneTimeLinks<Payloads>(db, lifetimes)
  return {
    commands: invitationCommands({ ...needs, links, transaction: db.transaction, now: () => clock.now() }),
  }
}
