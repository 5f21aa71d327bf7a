// Placements of links: the names that each link has, and its clicks by name and day.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function placements(engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      // In tables of their own, because counting and reading all other clicks shouldn't touch them, and because a node of the
      // previous version rewrites the counts in `link_days`.
      await db.schema
        .createTable('link_placements')
        .addColumn('link_id', 'bigint', (c) => c.primaryKey())
        .addColumn('planned', 'text', (c) => c.notNull().defaultTo('[]'))
        .addColumn('counted', 'text', (c) => c.notNull().defaultTo('[]'))
        .execute()
      const days = db.schema
        .createTable('placement_days')
        .addColumn('day', 'text', (c) => c.notNull())
        .addColumn('link_id', 'bigint', (c) => c.notNull())
        .addColumn('counts', 'text', (c) => c.notNull().defaultTo('[]'))
        .addPrimaryKeyConstraint('placement_days_pk', ['day', 'link_id'] as never)
      await (engine === 'sqlite' ? days.modifyEnd(sql`without rowid`) : days).execute()
    },
  }
}
