// Links imported from other programs: their address there, and their clicks before the import.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function imports(engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .alterTable('link_totals')
        .addColumn('imported', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute()
      const exact = engine === 'sqlite' ? 'text' : sql`text collate "C"`
      await db.schema
        .createTable('imported_links')
        .addColumn('user_id', 'bigint', (c) => c.notNull())
        .addColumn('domain_id', 'bigint', (c) => c.notNull())
        .addColumn('source', exact, (c) => c.notNull())
        .addColumn('destination_mark', 'bigint', (c) => c.notNull())
        .addColumn('link_id', 'bigint', (c) =>
          c.notNull().unique().references('links.id').onDelete('cascade'),
        )
        .addPrimaryKeyConstraint('imported_links_pk', ['user_id', 'domain_id', 'source'])
        // SQLite then stores the rows in the index of the primary key, instead of beside it.
        .modifyEnd(engine === 'sqlite' ? sql`without rowid` : sql``)
        .execute()
    },
  }
}
