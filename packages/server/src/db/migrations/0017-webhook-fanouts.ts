// Fan-outs: events that are written once and then expanded to the endpoints that subscribed to them.
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function webhookFanouts(engine: Engine): Migration {
  const serial = engine === 'sqlite' ? 'integer' : 'bigserial'

  return {
    async up(db: Kysely<never>) {
      // A separate table, because creating an index on the existing events would block writes.
      await db.schema
        .createTable('webhook_fanouts')
        .addColumn('id', serial, (c) => c.primaryKey().notNull())
        .addColumn('user_id', 'bigint', (c) => c.notNull())
        .addColumn('endpoints', 'text', (c) => c.notNull())
        .addColumn('content', 'text', (c) => c.notNull())
        .addColumn('next', 'bigint', (c) => c.notNull().defaultTo(0))
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .execute()
      // By account, and in order of insertion.
      await db.schema
        .createIndex('webhook_fanouts_user')
        .on('webhook_fanouts')
        .columns(['user_id', 'id'])
        .execute()
    },
  }
}
