// Brings the tables to the shape that this version expects, whichever version made them.
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { foundation } from './migrations/0001-foundation.ts'
import { linkSearch } from './migrations/0002-link-search.ts'
import { dayOrder } from './migrations/0003-day-order.ts'
import type { Schema } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

// Names are kept by the database and never change; the order is that of the names.
const migrations: Record<string, (engine: Engine) => Migration> = {
  '0001-foundation': foundation,
  '0002-link-search': linkSearch,
  '0003-day-order': dayOrder,
}

/** Runs what is missing, each migration once also when several nodes start together. */
export async function migrate(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(Object.entries(migrations).map(([name, make]) => [name, make(engine)])),
  }
  const migrator = new Migrator({ db, provider })
  const foreign = (await executedMigrations(db)).filter((name) => !Object.hasOwn(migrations, name))
  if (foreign.length > 0)
    throw new Error(`the database was written by a newer version of Linnet (it has ${foreign.join(', ')})`)
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function executedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map(({ name }) => name)
}
