// Importing links from the files of other programs. The feature's public API.
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Destinations } from '../../links/destinations/index.ts'
import type { Domains } from '../../links/domains/index.ts'
import type { LinkHealthFeature } from '../../links/link-health/index.ts'
import { createDomainRules } from '../../links/links/index.ts'
import type { Tags } from '../../links/tags/index.ts'
import { importCommand } from './commands.ts'
import { ImportStore } from './store.ts'

export { importCommandShape } from './commands.ts'

export interface ImportNeeds {
  db: Database
  clock: Clock
  accounts: Accounts
  domains: Domains
  destinations: Destinations
  tags: Tags
  linkHealth: LinkHealthFeature
  /** Origin of the default short domain. */
  shortOrigin: string
  listeningOn: { host: string; port: number }
  /** Further hosts of the default domain. */
  otherHosts: readonly string[]
}

export function createImport(needs: ImportNeeds): Module {
  const { db, clock, accounts, shortOrigin } = needs
  const command = importCommand({
    store: new ImportStore(db, needs),
    clock,
    accounts,
    rules: createDomainRules(needs),
    addresses: { origin: shortOrigin },
  })
  return { commands: [command] }
}
