// The credential that an Idempotency-Key belongs to: two programs of one account may use the same key.
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function idempotencyCredentials(_engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('idempotency_keys').addColumn('credential', 'text').execute()
    },
  }
}
