// Brings the tables to the shape that this version expects, whichever version made them.
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from '../platform/config-error.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { linkSearch } from './migrations/0002-link-search.ts'
import { dayOrder } from './migrations/0003-day-order.ts'
import { signIn } from './migrations/0004-sign-in.ts'
import { oauth } from './migrations/0005-oauth.ts'
import { webhooks } from './migrations/0006-webhooks.ts'
import { microsites } from './migrations/0007-microsites.ts'
import { administration } from './migrations/0008-administration.ts'
import { reportedDestination } from './migrations/0009-reported-destination.ts'
import { abuse } from './migrations/0011-abuse.ts'
import { leases } from './migrations/0013-leases.ts'
import type { Schema } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

// Names are kept by the database and never change; the order is that of the names.
const migrations: Record<string, (engine: Engine) => Migration> = {
  '0001-foundation': foundation,
  '0002-link-search': linkSearch,
  '0003-day-order': dayOrder,
  '0004-sign-in': signIn,
  '0005-oauth': oauth,
  '0006-webhooks': webhooks,
  '0007-microsites': microsites,
  '0008-administration': administration,
  '0009-reported-destination': reportedDestination,
  '0011-abuse': abuse,
  '0013-leases': leases,
}

/** Where Kysely notes what has run. */
export const migrationTable = 'kysely_migration'

/** Runs what is missing, each migration once also when several nodes start together. */
export async function migrate(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(Object.entries(migrations).map(([name, make]) => [name, make(engine)])),
  }
  const migrator = new Migrator({ db, provider })
  refuseNewer(await executedMigrations(db))
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Refuses a database that has had migrations which this version does not know. */
export function refuseNewer(executed: string[]): void {
  const unknown = executed.filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length > 0)
    throw new ConfigError(
      `the database was written by a newer version of Linnet (it has ${unknown.join(', ')}); run that version, or restore a backup from before it`,
    )
}

async function executedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === migrationTable)) return []
  const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map(({ name }) => name)
}
