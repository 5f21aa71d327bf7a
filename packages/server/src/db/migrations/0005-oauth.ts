// The authorization server: applications, grants, and hashes of tokens.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export function oauth(): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('oauth_apps')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('cascade'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('homepage', 'text')
        .addColumn('confidential', 'integer', (c) => c.notNull())
        .addColumn('redirect_uris', 'text', (c) => c.notNull())
        .addColumn('scopes', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addColumn('fresh_until', 'bigint')
        .addColumn('last_used_at', 'bigint')
        .addColumn('deleted_at', 'bigint')
        .execute()
      await db.schema.createIndex('oauth_apps_user').on('oauth_apps').columns(['user_id', 'id']).execute()
      // Self-registered applications that are never used are deleted, oldest first.
      await db.schema
        .createIndex('oauth_apps_idle')
        .on('oauth_apps')
        .columns(['kind', 'last_used_at', 'created_at'])
        .execute()
      await sql`create index oauth_apps_deleted on oauth_apps (deleted_at) where deleted_at is not null`.execute(
        db,
      )

      // An application's data is deleted with it, and an account's with the account.
      const ofApp = (name: string) =>
        db.schema
          .createTable(name)
          .addColumn('app_id', 'text', (c) => c.notNull().references('oauth_apps.id').onDelete('cascade'))
      const ofAppAndUser = (name: string) =>
        ofApp(name).addColumn('user_id', 'bigint', (c) =>
          c.notNull().references('users.id').onDelete('cascade'),
        )
      await ofApp('oauth_secrets')
        .addColumn('secret_hash', 'text', (c) => c.primaryKey().notNull())
        .addColumn('hint', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('expires_at', 'bigint')
        .execute()
      await db.schema.createIndex('oauth_secrets_app').on('oauth_secrets').column('app_id').execute()
      await ofAppAndUser('oauth_consents')
        .addColumn('scopes', 'text', (c) => c.notNull())
        .addColumn('granted_at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('oauth_consents_pk', ['user_id', 'app_id'] as never)
        .execute()
      await db.schema.createIndex('oauth_consents_app').on('oauth_consents').column('app_id').execute()
      await ofAppAndUser('oauth_requests')
        .addColumn('id_hash', 'text', (c) => c.primaryKey().notNull())
        .addColumn('session_hash', 'text', (c) => c.notNull())
        .addColumn('redirect_uri', 'text', (c) => c.notNull())
        .addColumn('redirect_uri_given', 'integer', (c) => c.notNull())
        .addColumn('scopes', 'text', (c) => c.notNull())
        .addColumn('state', 'text')
        .addColumn('code_challenge', 'text')
        .addColumn('resource', 'text')
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .execute()
      await ofAppAndUser('oauth_grants')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('scopes', 'text', (c) => c.notNull())
        .addColumn('resource', 'text')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('last_used_at', 'bigint')
        .addColumn('revoked_at', 'bigint')
        // The refresh token: the prefix that all of a grant share, the current one, and the ones just before it.
        .addColumn('family_hash', 'text', (c) => c.notNull().unique())
        .addColumn('refresh_hash', 'text', (c) => c.notNull())
        .addColumn('refresh_issued_at', 'bigint', (c) => c.notNull())
        .addColumn('retired', 'text', (c) => c.notNull())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .execute()
      await ofAppAndUser('oauth_codes')
        .addColumn('code_hash', 'text', (c) => c.primaryKey().notNull())
        .addColumn('redirect_uri', 'text', (c) => c.notNull())
        .addColumn('redirect_uri_given', 'integer', (c) => c.notNull())
        .addColumn('scopes', 'text', (c) => c.notNull())
        .addColumn('code_challenge', 'text')
        .addColumn('resource', 'text')
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .addColumn('used_at', 'bigint')
        .addColumn('grant_id', 'text')
        .execute()
      for (const table of ['oauth_requests', 'oauth_grants', 'oauth_codes']) {
        await db.schema.createIndex(`${table}_user`).on(table).columns(['user_id', 'app_id']).execute()
        await db.schema.createIndex(`${table}_app`).on(table).column('app_id').execute()
        await db.schema.createIndex(`${table}_end`).on(table).column('expires_at').execute()
      }
      await db.schema
        .createTable('oauth_access_tokens')
        .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
        .addColumn('grant_id', 'text', (c) => c.notNull().references('oauth_grants.id').onDelete('cascade'))
        .addColumn('scopes', 'text', (c) => c.notNull())
        .addColumn('resource', 'text')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('oauth_access_tokens_grant')
        .on('oauth_access_tokens')
        .columns(['grant_id', 'created_at'])
        .execute()
      await db.schema
        .createIndex('oauth_access_tokens_end')
        .on('oauth_access_tokens')
        .column('expires_at')
        .execute()
    },
  }
}
