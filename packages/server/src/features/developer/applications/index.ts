// OAuth applications: registering them, and finding and authenticating them. The feature's public API.
import type { Api } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Command } from '../../../platform/command.ts'
import type { Outgoing } from '../../../platform/net/outgoing/index.ts'
import type { Client, Handlers } from '../../../platform/operations/handler.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Audit } from '../../identity/audit/index.ts'
import { type KnownApp, knownApp, selfRegisteredRow } from './applications.ts'
import { type Authentication, authenticate, type Credentials } from './authentication.ts'
import { applicationCommands } from './commands.ts'
import { fetchDocument, isDocumentAddress } from './metadata-documents.ts'
import { applicationOperations } from './operations.ts'
import { readClientMetadata } from './registration.ts'
import { ApplicationStore } from './store.ts'

export { type KnownApp, scopeText } from './applications.ts'
export type { Credentials } from './authentication.ts'
export { applicationCommandShapes } from './commands.ts'
export { RegistrationError } from './registration.ts'

/** Deletes some of what other features have stored for a deleted application; false if nothing is left. */
export type EraseOfApp = (appId: string) => Promise<boolean>

export interface Applications extends Module {
  operations: { applications: Handlers<Api['applications']> }
  commands: Command[]
  /** The application with this `client_id` if it is stored here, or null. */
  find(clientId: string): Promise<KnownApp | null>
  /** Whether a `client_id` is the address of a metadata document, which is only fetched for signed-in users. */
  isDocument(clientId: string): boolean
  /** The application of such an address, or null. Fetches its document unless a fresh one is stored. */
  findDocument(clientId: string, now: number): Promise<KnownApp | null>
  authenticate(credentials: Credentials, now: number): Promise<Authentication>
  /**
   * Registers an application by its client metadata (RFC 7591): public, and without an owner. Throws a
   * RegistrationError.
   */
  register(metadata: Record<string, unknown>, now: number): Promise<KnownApp>
  /** Ends the secrets of all applications that an account has registered; each then needs a new one. */
  endSecrets(tx: Tx, of: { userId: number; client: Client; now: number }): Promise<void>
  /** Deletes, in short transactions, applications marked as deleted and self-registered ones that are not in use. */
  prune(eraseOfApp: EraseOfApp): Promise<void>
  /** Deletes some of a deleted account's applications; false if nothing is left. */
  erase(userId: number, eraseOfApp: EraseOfApp): Promise<boolean>
}

export interface ApplicationsNeeds {
  db: Database
  clock: Clock
  audit: Audit
  outgoing: Outgoing
  /** Whether metadata documents may have http: addresses. */
  allowPrivateTargets: boolean
  /** Whether applications may register themselves. */
  oauthRegistration: 'open' | 'closed'
  accounts: Pick<Accounts, 'userIdByEmail'>
}

// A self-registered application without a grant is deleted after three days, or earlier if there are too many of them.
const neverUsedSeconds = 3 * 24 * 60 * 60
const mostNeverUsed = 10_000
const idleSeconds = 90 * 24 * 60 * 60

export function createApplications(needs: ApplicationsNeeds): Applications {
  const { clock, audit, outgoing } = needs
  const { userIdByEmail } = needs.accounts
  const registration = needs.oauthRegistration === 'open'
  const store = new ApplicationStore(needs.db)
  return {
    operations: { applications: applicationOperations({ store, audit }) },
    commands: applicationCommands({ store, audit, clock, userIdByEmail }),
    endSecrets: (tx, of) => endSecrets({ store, audit }, tx, of),
    async find(clientId) {
      const row = await store.byId(clientId)
      return row && (row.kind !== 'document' || registration) ? knownApp(row) : null
    },
    isDocument: (clientId) => registration && isDocumentAddress(clientId, needs.allowPrivateTargets),
    async findDocument(clientId, now) {
      const known = await store.byId(clientId)
      if (known && (known.fresh_until ?? 0) > unixSeconds(now)) return knownApp(known)
      const document = await fetchDocument(outgoing, clientId)
      if (!document) return null
      const { metadata, freshSeconds } = document
      const row = {
        ...selfRegisteredRow('document', metadata, now, clientId),
        fresh_until: unixSeconds(now) + freshSeconds,
      }
      await store.transaction((tx) => store.put(tx, row))
      return knownApp(row)
    },
    authenticate: (credentials, now) => authenticate(store, credentials, now),
    async register(metadata, now) {
      const row = selfRegisteredRow('registered', readClientMetadata(metadata), now)
      await store.transaction((tx) => store.insert(tx, row))
      return knownApp(row)
    },
    async prune(eraseOfApp) {
      const now = unixSeconds(clock.now())
      const [neverSince, idleSince] = [now - neverUsedSeconds, now - idleSeconds]
      await store.markIdle({ now, neverSince, idleSince, mostNever: mostNeverUsed })
      while (await eraseSome(await store.deletedApp(), eraseOfApp));
    },
    async erase(userId, eraseOfApp) {
      const marked = await store.markAllDeleted(userId, unixSeconds(clock.now()))
      return (await eraseSome(await store.deletedApp(userId), eraseOfApp)) || marked
    },
  }

  /** Deletes some of what belongs to an application, and finally the application; false if there is none. */
  async function eraseSome(appId: string | null, eraseOfApp: EraseOfApp): Promise<boolean> {
    if (appId === null) return false
    if (!(await eraseOfApp(appId))) await store.deleteApp(appId)
    return true
  }
}

/** Ends the secrets of all applications of an account, with one audit entry that has their number. */
async function endSecrets(
  { store, audit }: { store: ApplicationStore; audit: Audit },
  tx: Tx,
  { userId, client, now }: { userId: number; client: Client; now: number },
): Promise<void> {
  const count = await store.endSecretsOf(tx, userId, unixSeconds(now))
  if (count === 0) return
  const detail = { count: String(count) }
  await audit.write(tx, { userId, action: 'app_secret_rotated', detail, client, now })
}
