// When a session's user last confirmed their identity: changes to the account's security need a recent check.
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function reauthentication(_engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      // Null in older sessions, and in those that a node of an older version starts meanwhile: then the time of sign-in
      // counts.
      await db.schema.alterTable('sessions').addColumn('authenticated_at', 'bigint').execute()
    },
  }
}
