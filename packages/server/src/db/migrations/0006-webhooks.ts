// Webhooks: the endpoints that receive events, and the deliveries to each of them.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function webhooks(engine: Engine): Migration {
  const serial = engine === 'sqlite' ? 'integer' : 'bigserial'

  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('webhook_endpoints')
        .addColumn('id', serial, (c) => c.primaryKey().notNull())
        .addColumn('public_id', 'text', (c) => c.notNull().unique())
        .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('source', 'text', (c) => c.notNull())
        .addColumn('key_id', 'text')
        .addColumn('app_id', 'text')
        .addColumn('url', 'text', (c) => c.notNull())
        .addColumn('url_hash', 'text', (c) => c.notNull())
        .addColumn('description', 'text', (c) => c.notNull())
        .addColumn('events', 'text', (c) => c.notNull())
        .addColumn('secrets', 'text', (c) => c.notNull())
        .addColumn('disabled_at', 'bigint')
        .addColumn('disabled_reason', 'text')
        .addColumn('owner_mailed_at', 'bigint')
        .addColumn('failing_since', 'bigint')
        .addColumn('leased_by', 'text')
        .addColumn('leased_until', 'bigint')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addColumn('deleted_at', 'bigint')
        .execute()
      await db.schema
        .createIndex('webhook_endpoints_user')
        .on('webhook_endpoints')
        .columns(['user_id', 'id'])
        .execute()
      // Subscribing the same URL twice is one subscription, even if both requests arrive at once. Indexed by hash, because
      // PostgreSQL can't index long URLs.
      await sql`create unique index webhook_endpoints_subscription on webhook_endpoints (user_id, url_hash)
        where source = 'automation' and deleted_at is null`.execute(db)
      await sql`create index webhook_endpoints_deleted on webhook_endpoints (deleted_at)
        where deleted_at is not null`.execute(db)

      // Stored once, however many endpoints receive it.
      await db.schema
        .createTable('webhook_events')
        .addColumn('id', serial, (c) => c.primaryKey().notNull())
        .addColumn('public_id', 'text', (c) => c.notNull().unique())
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('body', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('webhook_events_age').on('webhook_events').column('created_at').execute()
      // No foreign keys: a change that writes a delivery must not fail because its endpoint is being deleted.
      await db.schema
        .createTable('webhook_deliveries')
        .addColumn('event_id', 'bigint', (c) => c.notNull())
        .addColumn('endpoint_id', 'bigint', (c) => c.notNull())
        .addColumn('next_at', 'bigint', (c) => c.defaultTo(0))
        .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('failed', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('attempts', 'text', (c) => c.notNull().defaultTo('[]'))
        .addPrimaryKeyConstraint('webhook_deliveries_pk', ['event_id', 'endpoint_id'] as never)
        .execute()
      await db.schema
        .createIndex('webhook_deliveries_endpoint')
        .on('webhook_deliveries')
        .columns(['endpoint_id', 'event_id'])
        .execute()
      // Finds pending deliveries, however many have ended: never attempted ones first, in order of events.
      await sql`create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, next_at, event_id)
        where next_at is not null`.execute(db)
      await sql`create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, event_id)
        where failed = 1`.execute(db)

      // The events of a batch of clicks are emitted before it is counted.
      await db.schema.alterTable('journal_positions').addColumn('next_event', 'bigint').execute()

      // Consents to public applications were not stored before; subscriptions last as long as these.
      await sql`insert into oauth_consents (app_id, user_id, scopes, granted_at)
        select app_id, user_id, min(scopes), min(created_at) from oauth_grants as held where revoked_at is null
          and not exists (select 1 from oauth_consents as known
            where known.app_id = held.app_id and known.user_id = held.user_id)
        group by app_id, user_id`.execute(db)
    },
  }
}
