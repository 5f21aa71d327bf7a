// How users authenticate besides their password: one-time codes, recovery codes and passkeys. The feature's public API.
import type { Api, UsedCredential } from '@linnet/contract'
import { type PasskeySignIn, passkeySignInScript } from '@linnet/pages'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Caller, Client, Handlers } from '../../../platform/operations/handler.ts'
import type { PageRoute } from '../../../platform/operations/page.ts'
import type { RateLimiter } from '../../../platform/security/rate-limit.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Account, Accounts } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import { createOneTimeLinks } from '../one-time-links/index.ts'
import { authenticatorCommands } from './commands.ts'
import { authenticatorOperations } from './operations.ts'
import { type PasskeySignInNeeds, passkeySignInRoutes } from './passkey-sign-in.ts'
import { confirmationOptions, confirmPasskey, endPasskeys } from './passkeys.ts'
import { lifetimes, type Payloads } from './pending.ts'
import { type Enrolment, type FactorTaken, pendingEnrolment, takeCode } from './second-factor.ts'
import { AuthenticatorStore } from './store.ts'

export { authenticatorCommandShapes } from './commands.ts'
export { sealedSecondFactors } from './sealed-secrets.ts'
export type { Enrolment, FactorTaken } from './second-factor.ts'

/** What the sign-in feature needs from second factors. */
export interface SecondFactors {
  /** Whether the account has a second factor. */
  required(userId: number): Promise<boolean>
  /**
   * Uses the code of a user who has given the right password. Returns its kind, or null if it is wrong or was used
   * before. Refuses one-time codes with `rate_limited` after twenty failures in an hour. `now` in milliseconds.
   */
  take(userId: number, code: string, by: { client: Client; now: number }): Promise<FactorTaken | null>
}

/** What the sign-in feature needs from passkeys. */
export interface Passkeys {
  /** WebAuthn request options to confirm the user's identity with a passkey. */
  confirmationOptions(caller: Caller, now: number): Promise<Record<string, unknown> & { challenge: string }>
  /** The caller's account, if one of its passkeys answered those options; refuses with `wrong_password` or `gone`. */
  confirmPasskey(caller: Caller, credential: UsedCredential, now: number): Promise<Account>
  /** Deletes all passkeys of an account. */
  endPasskeys(tx: Tx, of: { userId: number; client: Client; now: number }): Promise<void>
}

export interface Authenticators extends Module, SecondFactors, Passkeys {
  operations: { authenticators: Handlers<Api['authenticators']> }
  /** What the sign-in page needs for passkeys; null if the host is an IP address, which can't have passkeys. */
  passkeySignIn: PasskeySignIn | null
  /** The routes that the script of the sign-in page requests. */
  passkeyPages(needs: Pick<PasskeySignInNeeds, 'finish' | 'returnAddress' | 'requireAllowed'>): PageRoute[]
  /** The enrolment in one-time codes that this session has begun, or null. */
  pendingEnrolment(caller: Caller, email: string, now: number): Promise<Enrolment | null>
}

export interface AuthenticatorsNeeds {
  db: Database
  clock: Clock
  audit: Audit
  accounts: Accounts
  limiter: RateLimiter
  secrets: Secrets
  /** The origin at which people reach the service. */
  publicOrigin: string
  /** All origins that have a sign-in page. */
  ownOrigins: ReadonlySet<string>
  cookieDomain: string | null
}

export function createAuthenticators(needs: AuthenticatorsNeeds): Authenticators {
  const { db, audit, accounts, limiter, secrets, publicOrigin } = needs
  const store = new AuthenticatorStore(db)
  const pending = createOneTimeLinks<Payloads>(db, lifetimes)
  const { hostname } = new URL(publicOrigin)
  const secondFactor = { store, pending, audit, secrets, issuer: hostname }
  const passkeys = {
    store,
    pending,
    audit,
    accounts,
    // Hosts that share a session share passkeys too (WebAuthn 3, section 5.1.2: a registrable suffix).
    relyingParty: { id: needs.cookieDomain?.replace(/^\./, '') ?? hostname, origins: [...needs.ownOrigins] },
  }
  // A passkey belongs to a domain name, not to an IP address (WebAuthn 3, section 5.1.3, step 8).
  const canHavePasskeys = !/^\[|^[\d.]+$/.test(passkeys.relyingParty.id)
  return {
    operations: { authenticators: authenticatorOperations({ ...secondFactor, ...passkeys }) },
    passkeySignIn: canHavePasskeys ? { script: passkeySignInScript } : null,
    confirmationOptions: (caller, now) => confirmationOptions(passkeys, caller, now),
    confirmPasskey: (caller, credential, now) => confirmPasskey(passkeys, { caller, credential, now }),
    endPasskeys: (tx, of) => endPasskeys(passkeys, tx, of),
    commands: authenticatorCommands({ secondFactor: { store, audit }, accounts, clock: needs.clock }),
    passkeyPages: (signIn) => passkeySignInRoutes({ ...passkeys, ...signIn, limiter }),
    required: async (userId) => (await store.sealedSecret(userId)) !== null,
    take: (userId, code, by) => takeCode(secondFactor, { userId, code, client: by.client, now: by.now }),
    pendingEnrolment: (caller, email, now) => pendingEnrolment(secondFactor, { caller, email, now }),
  }
}
