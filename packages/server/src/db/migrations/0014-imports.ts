// Links that came from other programs: the address that each had there, and the clicks that it had before it came.
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
        // A table of nothing but its key need not be written twice.
        .modifyEnd(engine === 'sqlite' ? sql`without rowid` : sql``)
        .execute()
    },
  }
}
