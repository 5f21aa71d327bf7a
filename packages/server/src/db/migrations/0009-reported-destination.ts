// A link's destination when it was reported, because its owner may change it before anyone looks.
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function reportedDestination(_engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('reports').addColumn('destination', 'text').execute()
    },
  }
}
