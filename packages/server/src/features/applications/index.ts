// OAuth applications: who may ask people for access. The face of the feature.
import type { Api } from '@linnet/contract'
import type { Database } from '../../db/database.ts'
import { type Clock, unixSeconds } from '../../platform/clock.ts'
import type { Command } from '../../platform/command.ts'
import type { Handlers } from '../../platform/handler.ts'
import type { Audit } from '../audit/index.ts'
import { appRow, type KnownApp, knownApp } from './applications.ts'
import { type Authentication, authenticate, type Credentials } from './authentication.ts'
import { applicationCommands } from './commands.ts'
import { applicationOperations } from './operations.ts'
import { type Introduction, readIntroduction } from './registration.ts'
import { ApplicationStore } from './store.ts'

export { clientSecretPrefix, type KnownApp, scopeText } from './applications.ts'
export type { Authentication, Credentials } from './authentication.ts'
export { applicationCommandShapes } from './commands.ts'
export { RegistrationError } from './registration.ts'

export interface Applications {
  operations: Handlers<Api['applications']>
  commands: Command[]
  /** The application of this `client_id`, or null. */
  find(clientId: string): Promise<KnownApp | null>
  authenticate(credentials: Credentials, now: number): Promise<Authentication>
  /**
   * Registers an application that introduces itself with client metadata (RFC 7591): public, and nobody's. Throws a
   * RegistrationError.
   */
  register(metadata: Record<string, unknown>, now: number): Promise<KnownApp>
  /** Deletes what has ended, and applications that introduced themselves and came to nothing. */
  prune(): Promise<void>
}

export interface ApplicationsNeeds {
  db: Database
  clock: Clock
  audit: Audit
  userIdByEmail(email: string): Promise<number | null>
}

const idleSeconds = 90 * 24 * 60 * 60

export function createApplications({ db, clock, audit, userIdByEmail }: ApplicationsNeeds): Applications {
  const store = new ApplicationStore(db)
  return {
    operations: applicationOperations(store, audit),
    commands: applicationCommands({ store, audit, clock, userIdByEmail }),
    async find(clientId) {
      const row = await store.byId(clientId)
      return row ? knownApp(row) : null
    },
    authenticate: (credentials, now) => authenticate(store, credentials, now),
    async register(metadata, now) {
      const introduction = readIntroduction(metadata)
      const row = introducedApp(introduction, now)
      await store.transaction((tx) => store.insert(tx, row))
      return knownApp(row)
    },
    prune() {
      const now = unixSeconds(clock.now())
      return store.prune(now, now - idleSeconds)
    },
  }
}

function introducedApp(introduction: Introduction, now: number) {
  return appRow({ ...introduction, userId: null, kind: 'registered', confidential: false, now })
}
