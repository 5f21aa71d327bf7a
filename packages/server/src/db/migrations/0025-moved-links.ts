// When a link was moved from another workspace, in which its individual clicks until then have stayed.
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function movedLinks(_engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('links').addColumn('moved_at', 'bigint').execute()
    },
  }
}
