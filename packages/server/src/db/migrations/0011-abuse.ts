// Against abuse: trusted accounts, links blocked by a list, and appeals against blocks.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function abuse(_engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      // Since when the account is trusted: its links show no warning because it is new.
      await db.schema.alterTable('users').addColumn('trusted_at', 'bigint').execute()
      // When a visit first found its destination on a block list, and its owner was notified.
      await db.schema.alterTable('links').addColumn('listed_at', 'bigint').execute()
      // When an administrator vouched for its destination, which overrides block lists and look-alike checks.
      await db.schema.alterTable('links').addColumn('vouched_at', 'bigint').execute()

      await db.schema
        .createTable('appeals')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
        // Both null: the appeal is about the account.
        .addColumn('link_id', 'bigint', (c) => c.references('links.id').onDelete('cascade'))
        .addColumn('microsite_id', 'bigint', (c) => c.references('microsites.id').onDelete('cascade'))
        // The reason for the block, as its owner saw it.
        .addColumn('reason', 'text', (c) => c.notNull())
        .addColumn('message', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('decided_at', 'bigint')
        .addColumn('outcome', 'text')
        .addColumn('decided_by', 'text')
        .addColumn('answer', 'text')
        .addCheckConstraint('appeals_one_target', sql`link_id is null or microsite_id is null`)
        .execute()
      // At most one open appeal about the same block, even if two arrive at once.
      await sql`create unique index appeals_open_thing on appeals
        (user_id, coalesce(link_id, 0), coalesce(microsite_id, 0)) where decided_at is null`.execute(db)
      // Deleting a link or a microsite searches for its appeals; so does its owner's page.
      await db.schema.createIndex('appeals_link').on('appeals').column('link_id').execute()
      await db.schema.createIndex('appeals_microsite').on('appeals').column('microsite_id').execute()
      await sql`create index appeals_user on appeals (user_id, created_at)`.execute(db)
      await sql`create index appeals_open on appeals (id) where decided_at is null`.execute(db)
    },
  }
}
