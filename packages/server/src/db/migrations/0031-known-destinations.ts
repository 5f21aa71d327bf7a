// All destinations of a link when it was reported, blocked or appealed for, because its owner may change them.
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function knownDestinations(_engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      // Lists of JSON; null in rows of the previous version.
      await db.schema.alterTable('reports').addColumn('other_destinations', 'text').execute()
      await db.schema.alterTable('appeals').addColumn('destinations', 'text').execute()
      await db.schema.alterTable('links').addColumn('blocked_destinations', 'text').execute()
    },
  }
}
