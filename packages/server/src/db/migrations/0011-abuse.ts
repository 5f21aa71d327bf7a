// What abuse is met with: who is trusted, which links a list has blocked, and appeals against blocks.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function abuse(_engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      // Whose links visitors are never asked about because the account is new.
      await db.schema.alterTable('users').addColumn('trusted_at', 'bigint').execute()
      // When a visit first met the block list that names its destination, which its owner was told then.
      await db.schema.alterTable('links').addColumn('listed_at', 'bigint').execute()
      // Since when an administrator answers for its destination, whatever lists and look-alikes say.
      await db.schema.alterTable('links').addColumn('vouched_at', 'bigint').execute()

      await db.schema
        .createTable('appeals')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
        // Neither: the account.
        .addColumn('link_id', 'bigint', (c) => c.references('links.id').onDelete('cascade'))
        .addColumn('microsite_id', 'bigint', (c) => c.references('microsites.id').onDelete('cascade'))
        // Why it was blocked, as its owner read it.
        .addColumn('reason', 'text', (c) => c.notNull())
        .addColumn('message', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('decided_at', 'bigint')
        .addColumn('outcome', 'text')
        .addColumn('decided_by', 'text')
        .addColumn('answer', 'text')
        .addCheckConstraint('appeals_one_target', sql`link_id is null or microsite_id is null`)
        .execute()
      // One open appeal of each thing, also when two come at once.
      await sql`create unique index appeals_open_thing on appeals
        (user_id, coalesce(link_id, 0), coalesce(microsite_id, 0)) where decided_at is null`.execute(db)
      // Deleting a link or a microsite looks for its appeals; so does the page of its owner.
      await db.schema.createIndex('appeals_link').on('appeals').column('link_id').execute()
      await db.schema.createIndex('appeals_microsite').on('appeals').column('microsite_id').execute()
      await sql`create index appeals_user on appeals (user_id, created_at)`.execute(db)
      await sql`create index appeals_open on appeals (id) where decided_at is null`.execute(db)
    },
  }
}
