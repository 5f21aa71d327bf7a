// Signing in and signing up, resetting passwords, and setting up a new server. The feature's public API.
import type { Api, PendingInvitation } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import { family } from '../../../platform/observability/metrics/index.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { oneNode } from '../../../platform/time/schedule.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Account } from '../accounts/index.ts'
import { createOneTimeLinks } from '../one-time-links/index.ts'
import { answerPage, redirectAfterForm } from './answer-page.ts'
import { BrowserSignIn } from './browser-sign-in.ts'
import { FailedTries } from './failed-tries.ts'
import { invitationCommands } from './invitations.ts'
import type { SignInNeeds } from './needs.ts'
import { lifetimes, type Payloads } from './one-time-links.ts'
import { signInOperations } from './operations.ts'
import { onlyWithPasswords, requirePasswords } from './password-sign-in.ts'
import { resetPages } from './reset-pages.ts'
import { judgeReturnAddress } from './return-address.ts'
import { signInLinkCommands, signInLinkPages } from './sign-in-links.ts'
import { signInPage, signInPages } from './sign-in-pages.ts'
import { joinPages } from './signing-up/join-pages.ts'
import { setUpAddress, setUpPages } from './signing-up/set-up.ts'
import { signUpPages } from './signing-up/sign-up-pages.ts'

export { invitationCommandShapes } from './invitations.ts'
export { signInLinkCommandShapes } from './sign-in-links.ts'

export interface SignIn extends Module {
  operations: { signIn: Handlers<Api['signIn']> }
  pages: PageRoute[]
  /**
   * Starts a session for a user who is fully authenticated, and redirects the browser to `returnTo`, which must come from
   * `returnAddress`. `how` is the way of signing in that the audit log shows, such as `passkey`.
   */
  finish(visit: PageVisit, account: Account, how: string, returnTo: string): Promise<Response>
  /** The address if it is one of this service's own pages, otherwise the dashboard's. */
  returnAddress(text: string | null): string
  /** Redirects the browser after a form to an address that comes from `returnAddress`. */
  goOn(visit: PageVisit, returnTo: string, cookies: readonly string[]): Response
  /** A new address for setting up the administrator of a server without accounts; null if it has an account. */
  setUpAddress(): Promise<string | null>
  invitations: {
    /** The newest unused invitations. */
    pending(): Promise<PendingInvitation[]>
    /** The invited e-mail address; null if there is no unused invitation with this id. */
    withdraw(tx: Tx, id: string): Promise<string | null>
  }
}

const mostInvitations = 500

export function createSignIn({
  db,
  clock,
  ...given
}: Omit<SignInNeeds, 'transaction'> & { db: Database; clock: Clock }): SignIn {
  const links = createOneTimeLinks<Payloads>(db, lifetimes)
  const base = { ...given, transaction: db.transaction }
  const failedTries = new FailedTries(base)
  const browserSignIn = new BrowserSignIn(base, links)
  const needs = { ...base, links, failedTries, browserSignIn }
  const finish: SignIn['finish'] = (visit, account, how, returnTo) =>
    browserSignIn.finish(visit, { account, how, returnTo })
  const returnAddress = (text: string | null) => judgeReturnAddress(text, given.ownOrigins)
  const requireAllowed = async (visit: PageVisit, returnTo: string, account?: Account) => {
    const users = await given.singleSignOn.passwordUsers(visit, returnTo)
    const isAllowed = users === 'everyone' || (account ? users === account.id : users !== 'nobody')
    if (!isAllowed) requirePasswords(needs)
  }
  return {
    operations: { signIn: signInOperations(needs) },
    pages: [
      ...signInPages(needs),
      ...onlyWithPasswords(needs, [...signUpPages(needs), ...resetPages(needs)]),
      ...joinPages(needs),
      ...setUpPages(needs),
      ...signInLinkPages(needs),
      ...given.authenticators.passkeyPages({ finish, returnAddress, requireAllowed }),
      ...given.singleSignOn.signInPages({
        ...{ returnAddress, goOn: redirectAfterForm, show: answerPage },
        finish: (visit, user) => browserSignIn.finishAfterForm(visit, user),
        signInPage: (visit, returnTo, failure) => {
          const allowsPasswords = given.passwordSignIn === 'on'
          return signInPage(needs, visit, { email: '', returnTo, failure, allowsPasswords })
        },
      }),
    ],
    commands: [
      ...invitationCommands({ ...needs, now: () => clock.now() }),
      ...signInLinkCommands({ ...needs, now: () => clock.now() }),
    ],
    finish,
    returnAddress,
    goOn: redirectAfterForm,
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
    metrics: () => [
      family(
        'counter',
        'linnet_sign_in_failures_total',
        'Attempts to sign in with a wrong password.',
        failedTries.count,
      ),
    ],
    jobs: [oneNode('prune one-time links', 600_000, () => links.prune(clock.now()))],
    close: () => failedTries.stop(),
  }
}
