// The tables of accounts, links and clicks.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function foundation(engine: Engine): Migration {
  const serial = engine === 'sqlite' ? 'integer' : 'bigserial'
  const bytes = engine === 'sqlite' ? 'blob' : 'bytea'

  async function accounts(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('users')
      .addColumn('id', serial, (c) => c.primaryKey())
      .addColumn('public_id', 'text', (c) => c.notNull().unique())
      .addColumn('email', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('avatar_url', 'text')
      .addColumn('password_hash', 'text', (c) => c.notNull())
      .addColumn('plan', 'text', (c) => c.notNull())
      .addColumn('is_admin', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('email_verified_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('hint', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .execute()
    await db.schema.createIndex('api_keys_user').on('api_keys').columns(['user_id', 'id']).execute()
    await db.schema
      .createTable('usage')
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('period', 'text', (c) => c.notNull())
      .addColumn('metric', 'text', (c) => c.notNull())
      .addColumn('used', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('usage_pk', ['user_id', 'period', 'metric'])
      .execute()
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('request_hash', 'text', (c) => c.notNull())
      .addColumn('result', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_pk', ['user_id', 'key'])
      .execute()
    await db.schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute()
  }

  async function links(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('domains')
      .addColumn('id', serial, (c) => c.primaryKey())
      .addColumn('public_id', 'text', (c) => c.notNull().unique())
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('challenge', 'text', (c) => c.notNull())
      .addColumn('verified_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('domains_claim', ['user_id', 'name'])
      .execute()
    // Anyone may claim a name, so that a false claim can't keep its owner out; only one account can have verified it.
    await sql`create unique index domains_verified on domains (name) where verified_at is not null`.execute(
      db,
    )
    await db.schema
      .createTable('links')
      .addColumn('id', serial, (c) => c.primaryKey())
      .addColumn('public_id', 'text', (c) => c.notNull().unique())
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('long_url', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('disposable', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('consumed_at', 'bigint')
      .addColumn('adult', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('expired_at', 'bigint')
      .addColumn('archive_at', 'text')
      .addColumn('archived_at', 'bigint')
      .addColumn('search_text', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('links_user').on('links').columns(['user_id', 'id']).execute()
    await sql`create index links_due on links (archive_at) where archive_at is not null and archived_at is null`.execute(
      db,
    )
    await db.schema
      .createTable('codes')
      .addColumn('domain_id', 'bigint', (c) => c.notNull())
      .addColumn('code', engine === 'sqlite' ? 'text' : sql`text collate "C"`, (c) => c.notNull())
      .addColumn('link_id', 'bigint', (c) => c.notNull().unique().references('links.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('codes_pk', ['domain_id', 'code'])
      .execute()
  }

  async function clicks(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('link_totals')
      .addColumn('link_id', serial === 'integer' ? 'integer' : 'bigint', (c) => c.primaryKey())
      .addColumn('clicks', 'bigint', (c) => c.notNull())
      .execute()
    const dayOf = (table: string, owner: string) =>
      db.schema
        .createTable(table)
        .addColumn(owner, 'bigint', (c) => c.notNull())
        .addColumn('day', 'text', (c) => c.notNull())
        .addColumn('clicks', 'bigint', (c) => c.notNull())
        .addColumn('bots', 'bigint', (c) => c.notNull())
        .addColumn('scans', 'bigint', (c) => c.notNull())
        .addColumn('visitors', 'bigint', (c) => c.notNull())
        .addColumn('hours', 'text', (c) => c.notNull())
        .addColumn('breakdowns', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint(`${table}_pk`, [owner, 'day'] as never)
    await dayOf('link_days', 'link_id')
      .addColumn('visitor_sketch', bytes, (c) => c.notNull())
      .execute()
    await dayOf('account_days', 'user_id').execute()
    await db.schema
      .createTable('clicks')
      .addColumn('id', serial, (c) => c.primaryKey())
      .addColumn('link_id', 'bigint', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('country', 'text', (c) => c.notNull())
      .addColumn('device', 'text', (c) => c.notNull())
      .addColumn('browser', 'text', (c) => c.notNull())
      .addColumn('os', 'text', (c) => c.notNull())
      .addColumn('referer', 'text', (c) => c.notNull())
      .addColumn('bot', 'integer', (c) => c.notNull())
      .addColumn('qr', 'integer', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('visitor_salts')
      .addColumn('day', 'text', (c) => c.primaryKey().notNull())
      .addColumn('salt', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('journal_positions')
      .addColumn('journal', 'text', (c) => c.primaryKey().notNull())
      .addColumn('segment', 'bigint', (c) => c.notNull())
      .addColumn('offset', 'bigint', (c) => c.notNull())
      .execute()
  }

  /** The tables by which processes on one database coordinate, which differ between the engines. */
  async function coordination(db: Kysely<never>): Promise<void> {
    if (engine === 'postgres') {
      await db.schema
        .createTable('rate_windows')
        .addColumn('key', 'text', (c) => c.primaryKey().notNull())
        .addColumn('admissions', 'text', (c) => c.notNull())
        .addColumn('used_at', 'bigint', (c) => c.notNull())
        .execute()
      return
    }
    await db.schema
      .createTable('changes')
      // Ids of deleted rows must not be reused, or a reader would skip new rows as if it had seen them.
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('topic', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute()
  }

  return {
    async up(db: Kysely<never>) {
      await accounts(db)
      await links(db)
      await clicks(db)
      await coordination(db)
    },
  }
}
