// Logo jobs whose process died: how many claims in a row were lost, and which owners still have to be notified.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function logoClaims(_engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .alterTable('qr_settings')
        .addColumn('logo_claims', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
      await db.schema.alterTable('qr_settings').addColumn('logo_given_up_at', 'bigint').execute()
      await sql`create index qr_settings_logo_given_up on qr_settings (user_id) where logo_given_up_at is not null`.execute(
        db,
      )
    },
  }
}
