// What links decide by: their start, number of clicks, end, rules, forwarding and card; and a note.
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function decidingLinks(_engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      const add = async (name: string, type: 'bigint' | 'text') =>
        db.schema.alterTable('links').addColumn(name, type).execute()
      for (const name of ['forward_query', 'forward_path', 'starts_at', 'max_clicks'])
        await add(name, 'bigint')
      for (const name of ['note', 'ended_url', 'rules', 'preview']) await add(name, 'text')
      // Neither engine rewrites the table for a constant default.
      await db.schema
        .alterTable('links')
        .addColumn('max_clicks_used', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  }
}
