// Migrates the tables to the schema of this version.
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from '../platform/config-error.ts'
import type { Engine } from './engine.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { linkSearch } from './migrations/0002-link-search.ts'
import { dayOrder } from './migrations/0003-day-order.ts'
import { signIn } from './migrations/0004-sign-in.ts'
import { oauth } from './migrations/0005-oauth.ts'
import { webhooks } from './migrations/0006-webhooks.ts'
import { microsites } from './migrations/0007-microsites.ts'
import { administration } from './migrations/0008-administration.ts'
import { reportedDestination } from './migrations/0009-reported-destination.ts'
import { boundClicks, clickMonths } from './migrations/0010-click-months.ts'
import { abuse } from './migrations/0011-abuse.ts'
import { changes } from './migrations/0012-changes.ts'
import { leases } from './migrations/0013-leases.ts'
import { imports } from './migrations/0014-imports.ts'
import { logoClaims } from './migrations/0015-logo-claims.ts'
import { webhookFanouts } from './migrations/0017-webhook-fanouts.ts'
import { domainNames } from './migrations/0018-domain-names.ts'
import { reauthentication } from './migrations/0019-reauthentication.ts'
import { idempotencyCredentials } from './migrations/0021-idempotency-credentials.ts'
import { workspaces } from './migrations/0023-workspaces.ts'
import { singleSignOn } from './migrations/0024-single-sign-on.ts'
import { movedLinks } from './migrations/0025-moved-links.ts'
import { decidingLinks } from './migrations/0026-deciding-links.ts'
import { tags } from './migrations/0027-tags.ts'
import { domainSettings } from './migrations/0028-domain-settings.ts'
import { utmTemplates } from './migrations/0029-utm-templates.ts'
import { knownDestinations } from './migrations/0031-known-destinations.ts'
import { history } from './migrations/0032-history.ts'
import { linkHealth } from './migrations/0033-link-health.ts'
import { codeAliases } from './migrations/0034-code-aliases.ts'
import { placements } from './migrations/0035-placements.ts'
import { micrositeVersions } from './migrations/0036-microsite-versions.ts'
import type { Schema } from './schema.ts'

// The database stores the names, which never change; migrations run in the order of their names.
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
  '0010-click-months': clickMonths,
  '0011-abuse': abuse,
  '0012-changes': changes,
  '0013-leases': leases,
  '0014-imports': imports,
  '0015-logo-claims': logoClaims,
  '0017-webhook-fanouts': webhookFanouts,
  '0018-domain-names': domainNames,
  '0019-reauthentication': reauthentication,
  '0021-idempotency-credentials': idempotencyCredentials,
  '0023-workspaces': workspaces,
  '0024-single-sign-on': singleSignOn,
  '0025-moved-links': movedLinks,
  '0026-deciding-links': decidingLinks,
  '0027-tags': tags,
  '0028-domain-settings': domainSettings,
  '0029-utm-templates': utmTemplates,
  '0031-known-destinations': knownDestinations,
  '0032-history': history,
  '0033-link-health': linkHealth,
  '0034-code-aliases': codeAliases,
  '0035-placements': placements,
  '0036-microsite-versions': micrositeVersions,
}

/**
 * The last migration that a version must know to work with the database. Later ones only add, and on PostgreSQL they are
 * recorded in a separate table, where older versions don't check for unknown ones: so older nodes keep working alongside
 * newer ones, and can be restarted. SQLite has only one server, so this does not happen there.
 */
const lastToBeKnown = '0009-reported-destination'

// PostgreSQL's code for a lock that was not available in time.
const lockNotAvailable = '55P03'

/** Where Kysely records migrations. */
export const migrationTable = 'kysely_migration'
/** Where additive migrations are recorded on PostgreSQL; those of a newer version are not an error. */
export const additiveTable = 'additive_migration'

// Kysely's own lock, which the first release holds while it migrates.
const migrationLock = '3853314791062309107'

/** Runs missing migrations, each once even if several nodes start together. */
export async function migrate(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const made = Object.entries(migrations).map(([name, make]) => [name, make(engine)] as const)
  if (engine === 'sqlite') return await run(db, migrationTable, made)
  await run(
    db,
    migrationTable,
    made.filter(([name]) => name <= lastToBeKnown),
  )
  await run(
    db,
    additiveTable,
    made.filter(([name]) => name > lastToBeKnown),
  )
}

/** On PostgreSQL, before that transaction: does the slow part while others read and write. */
export async function prepareMigrations(db: Kysely<Schema>): Promise<void> {
  await boundClicks(db as unknown as Kysely<never>)
}

/** Explains a fault of a migration that is not a bug. */
export function migrationFault(error: unknown): unknown {
  if ((error as { code?: string }).code !== lockNotAvailable) return error
  return new ConfigError(
    'a table that must be changed is in use by another session, perhaps a backup; start again when it has finished',
  )
}

/**
 * On PostgreSQL, in a transaction: waits until no other node is migrating, and removes the time limit, because changing a
 * large table takes long.
 */
export async function lockMigrations(db: Kysely<Schema>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)}::bigint)`.execute(db)
}

async function run(
  db: Kysely<Schema>,
  table: string,
  known: (readonly [string, Migration])[],
): Promise<void> {
  const executed = await executedMigrations(db, table)
  if (table === migrationTable) refuseNewer(executed)
  // Otherwise, Kysely's migrator would read the catalog five times at every start.
  if (known.every(([name]) => executed.includes(name))) return
  // Additions of a newer version need nothing here.
  const added = executed.map((name) => [name, { up: async () => {} }] as const)
  const provider = { getMigrations: async () => Object.fromEntries([...added, ...known]) }
  const migrator = new Migrator({
    db,
    provider,
    migrationTableName: table,
    // Additive migrations can run in any order.
    allowUnorderedMigrations: table === additiveTable,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Which migrations are still missing in a database with these, and which of these this version does not know. */
export function compareMigrations(executed: string[]): { pending: string[]; unknown: string[] } {
  return {
    pending: Object.keys(migrations).filter((name) => !executed.includes(name)),
    unknown: executed.filter((name) => !Object.hasOwn(migrations, name)),
  }
}

/** Refuses a database with migrations that this version does not know. */
export function refuseNewer(executed: string[]): void {
  const { unknown } = compareMigrations(executed)
  if (unknown.length > 0)
    throw new ConfigError(
      `the database was written by a newer version of Linnet (it has ${unknown.join(', ')}); run that version, or restore a backup from before it`,
    )
}

/** The names of executed migrations; creates the table that records them if it is missing. */
async function executedMigrations(db: Kysely<Schema>, table: string): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === table)) {
    // The same table as Kysely's, which would query it again after a failure: in a transaction, that hides the cause.
    await sql`
      create table if not exists ${sql.ref(table)} (name varchar(255) not null primary key, timestamp varchar(255) not null)
    `.execute(db)
    return []
  }
  const rows = await (db as unknown as Kysely<Record<string, { name: string }>>)
    .selectFrom(table)
    .select('name')
    .execute()
  return rows.map(({ name }) => name)
}
