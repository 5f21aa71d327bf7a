// What owners of domains set for them: root, unknown codes, files, case, and the look of pages. The feature's public API.
import type { Api } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { IncomingRequest } from '../../../http/incoming-request.ts'
import type { Route } from '../../../http/route.ts'
import type { Module } from '../../../module.ts'
import type { Command } from '../../../platform/command.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Audit } from '../../identity/audit/index.ts'
import type { Domains } from '../domains/index.ts'
import type { Links } from '../links/index.ts'
import type { ChangeNeeds } from './changing.ts'
import { domainSettingsCommands } from './commands.ts'
import { domainSettingsOperations } from './operations.ts'
import { fileAtRoot, fileRoutes, rootRedirect } from './serving.ts'
import { DomainSettingsStore } from './store.ts'

export { domainSettingsCommandShapes } from './commands.ts'

export interface DomainSettingsModule extends Module {
  operations: { domainSettings: Handlers<Api['domainSettings']> }
  commands: Command[]
  /** The routes of the files of domains, which come before our own files of the same name. */
  fileRoutes: Route[]
  /** A file whose path could also be a code; null at once if the domain has none there. */
  fileAtRoot(incoming: IncomingRequest): MaybePromise<Response | null> | null
  /** The redirect from the root of a domain; null if its owner has set none. */
  rootRedirect(incoming: IncomingRequest): Response | null
}

export interface DomainSettingsNeeds extends Pick<ChangeNeeds, 'micrositeOn' | 'hasImage'> {
  db: Database
  /** Origin of the default short domain. */
  shortOrigin: string
  domains: Domains
  links: Pick<Links, 'requireDestination'>
  accounts: Pick<Accounts, 'administrator' | 'userIdByEmail'>
  audit: Audit
}

export function createDomainSettings(needs: DomainSettingsNeeds): DomainSettingsModule {
  const { db, shortOrigin, domains, links, accounts, audit, micrositeOn, hasImage } = needs
  const store = new DomainSettingsStore(db)
  const defaultHost = new URL(shortOrigin).host
  const { requireDestination } = links
  const changeNeeds = { store, domains, requireDestination, micrositeOn, hasImage, defaultHost }
  const serving = { store, domains }
  return {
    operations: { domainSettings: domainSettingsOperations({ ...changeNeeds, accounts, audit }) },
    commands: domainSettingsCommands({ ...changeNeeds, userIdByEmail: accounts.userIdByEmail }),
    fileRoutes: fileRoutes(serving),
    fileAtRoot: (incoming) => fileAtRoot(serving, incoming),
    rootRedirect: (incoming) => rootRedirect(serving, incoming),
  }
}
