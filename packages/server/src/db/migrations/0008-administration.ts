// For administrators: blocks, abuse reports, and when API keys were last used.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function administration(_engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('api_keys').addColumn('last_used_at', 'bigint').execute()
      for (const table of ['users', 'links', 'microsites']) {
        await db.schema.alterTable(table).addColumn('blocked_at', 'bigint').execute()
        await db.schema.alterTable(table).addColumn('blocked_reason', 'text').execute()
      }

      await db.schema
        .createTable('reports')
        .addColumn('id', 'text', (c) => c.primaryKey())
        // The owner of the reported link or microsite.
        .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('link_id', 'bigint', (c) => c.references('links.id').onDelete('cascade'))
        .addColumn('microsite_id', 'bigint', (c) => c.references('microsites.id').onDelete('cascade'))
        .addColumn('reason', 'text', (c) => c.notNull())
        .addColumn('details', 'text', (c) => c.notNull())
        .addColumn('email', 'text')
        .addColumn('reporter', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('closed_at', 'bigint')
        .addColumn('outcome', 'text')
        .addColumn('closed_by', 'text')
        .addColumn('note', 'text')
        .addCheckConstraint('reports_one_target', sql`(link_id is null) <> (microsite_id is null)`)
        .execute()
      // At most one open report per reporter, even if two arrive at once.
      await sql`create unique index reports_open_link on reports (link_id, reporter)
        where closed_at is null and link_id is not null`.execute(db)
      await sql`create unique index reports_open_microsite on reports (microsite_id, reporter)
        where closed_at is null and microsite_id is not null`.execute(db)
      // Deleting a link or a microsite searches for its reports, including closed ones; so does an account's list.
      await db.schema.createIndex('reports_link').on('reports').column('link_id').execute()
      await db.schema.createIndex('reports_microsite').on('reports').column('microsite_id').execute()
      await db.schema.createIndex('reports_user').on('reports').column('user_id').execute()
      await db.schema.createIndex('reports_reporter').on('reports').column('reporter').execute()
      await sql`create index reports_open on reports (id) where closed_at is null`.execute(db)
      // For the administrators' overview of the last days.
      await db.schema.createIndex('users_created').on('users').column('created_at').execute()
    },
  }
}
