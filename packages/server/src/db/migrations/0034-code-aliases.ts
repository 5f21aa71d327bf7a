// Aliases of links, and the unknown codes that visitors asked for.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function codeAliases(engine: Engine): Migration {
  const exact = engine === 'sqlite' ? 'text' : sql`text collate "C"`
  // SQLite then stores the rows in the index of the primary key, instead of beside it.
  const withoutRowid = engine === 'sqlite' ? sql`without rowid` : sql``
  return {
    async up(db: Kysely<never>) {
      // Not in `codes`, where SQLite could only allow several codes of a link by copying the whole table.
      await db.schema
        .createTable('code_aliases')
        .addColumn('domain_id', 'bigint', (c) => c.notNull())
        .addColumn('code', exact, (c) => c.notNull())
        .addColumn('link_id', 'bigint', (c) => c.notNull().references('links.id').onDelete('cascade'))
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('code_aliases_pk', ['domain_id', 'code'])
        .modifyEnd(withoutRowid)
        .execute()
      await db.schema.createIndex('code_aliases_link').on('code_aliases').column('link_id').execute()
      await db.schema
        .createTable('mistyped_codes')
        .addColumn('user_id', 'bigint', (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
        .addColumn('domain_id', 'bigint', (c) => c.notNull())
        .addColumn('code', exact, (c) => c.notNull())
        .addColumn('asked', 'bigint', (c) => c.notNull())
        .addColumn('last_at', 'bigint', (c) => c.notNull())
        .addColumn('link_id', 'bigint', (c) => c.references('links.id').onDelete('set null'))
        .addColumn('dismissed_at', 'bigint')
        .addPrimaryKeyConstraint('mistyped_codes_pk', ['user_id', 'domain_id', 'code'])
        .modifyEnd(withoutRowid)
        .execute()
      // Without these, deleting a link or the old rows would read the whole table.
      await sql`create index mistyped_codes_link on mistyped_codes (link_id) where link_id is not null`.execute(
        db,
      )
      await db.schema.createIndex('mistyped_codes_age').on('mistyped_codes').column('last_at').execute()
    },
  }
}
