// Sign-in: identifiable sessions, second factors, one-time links and the audit log.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function signIn(engine: Engine): Migration {
  const bytes = engine === 'sqlite' ? 'blob' : 'bytea'

  return {
    async up(db: Kysely<never>) {
      const ownedTable = (name: string) =>
        db.schema
          .createTable(name)
          .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))

      await db.schema.alterTable('users').addColumn('totp_secret', 'text').execute()
      await db.schema.alterTable('users').addColumn('totp_last_step', 'bigint').execute()
      await db.schema.alterTable('users').addColumn('deleted_at', 'bigint').execute()
      // Sessions get a public id and details to identify them; signed-in users have to sign in again.
      await db.schema.dropTable('sessions').execute()
      await ownedTable('sessions')
        .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
        .addColumn('id', 'text', (c) => c.notNull().unique())
        .addColumn('address', 'text', (c) => c.notNull())
        .addColumn('user_agent', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('sessions_user').on('sessions').columns(['user_id', 'id']).execute()
      await ownedTable('known_devices')
        .addColumn('token_hash', 'text', (c) => c.notNull())
        .addColumn('last_used_at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('known_devices_pk', ['token_hash', 'user_id'] as never)
        .execute()
      await db.schema.createIndex('known_devices_user').on('known_devices').column('user_id').execute()
      await db.schema
        .createTable('one_time_links')
        .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
        .addColumn('purpose', 'text', (c) => c.notNull())
        // The account, or null if there is none yet; and the recipient, for limits.
        .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('cascade'))
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('payload', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .addColumn('used_at', 'bigint')
        .execute()
      await db.schema
        .createIndex('one_time_links_subject')
        .on('one_time_links')
        .columns(['subject', 'purpose', 'created_at'])
        .execute()
      for (const table of ['one_time_links', 'sessions'])
        await db.schema.createIndex(`${table}_end`).on(table).column('expires_at').execute()
      await sql`create index users_deleted on users (deleted_at) where deleted_at is not null`.execute(db)
      await db.schema.createIndex('one_time_links_user').on('one_time_links').column('user_id').execute()
      await ownedTable('passkeys')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('credential_id', 'text', (c) => c.notNull().unique())
        .addColumn('public_key', bytes, (c) => c.notNull())
        .addColumn('counter', 'bigint', (c) => c.notNull())
        .addColumn('transports', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('last_used_at', 'bigint')
        .execute()
      await db.schema.createIndex('passkeys_user').on('passkeys').columns(['user_id', 'id']).execute()
      await ownedTable('recovery_codes')
        .addColumn('code_hash', 'text', (c) => c.notNull())
        .addColumn('used_at', 'bigint')
        .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'code_hash'] as never)
        .execute()
      await ownedTable('audit_events')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('action', 'text', (c) => c.notNull())
        .addColumn('detail', 'text', (c) => c.notNull())
        .addColumn('address', 'text', (c) => c.notNull())
        .addColumn('user_agent', 'text', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('audit_events_user').on('audit_events').columns(['user_id', 'id']).execute()
      await db.schema.createIndex('audit_events_age').on('audit_events').column('at').execute()
      await db.schema
        .createTable('instance_facts')
        .addColumn('name', 'text', (c) => c.primaryKey().notNull())
        .addColumn('value', 'text', (c) => c.notNull())
        .execute()
    },
  }
}
