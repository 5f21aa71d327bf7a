// When the owner of a session last proved who they are: what changes an account's security asks how long ago that was.
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../migrate.ts'

export function reauthentication(_engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      // Null in sessions of before, and in those that an older version starts beside this one: then signing in counts.
      await db.schema.alterTable('sessions').addColumn('authenticated_at', 'bigint').execute()
    },
  }
}
