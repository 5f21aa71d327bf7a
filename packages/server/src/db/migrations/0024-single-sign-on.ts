// Single sign-on: the identities that accounts have at a provider, and the sessions that began with one.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function singleSignOn(_engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('identities')
        .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('issuer', 'text', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('email', 'text')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('last_used_at', 'bigint')
        .addUniqueConstraint('identities_subject', ['issuer', 'subject'] as never)
        .execute()
      await db.schema.createIndex('identities_user').on('identities').columns(['user_id', 'id']).execute()
      // Null in sessions that began in another way.
      await db.schema.alterTable('sessions').addColumn('identity_id', 'text').execute()
      await db.schema.alterTable('sessions').addColumn('provider_session', 'text').execute()
      for (const column of ['identity_id', 'provider_session'])
        await sql`
          create index ${sql.ref(`sessions_${column}`)} on sessions (${sql.ref(column)}) where ${sql.ref(column)} is not null
        `.execute(db)
    },
  }
}
