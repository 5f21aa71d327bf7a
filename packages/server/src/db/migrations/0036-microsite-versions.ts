// The versions of published microsites: how visitors saw them.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function micrositeVersions(engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('microsite_versions')
        .addColumn('id', engine === 'sqlite' ? 'integer' : 'bigserial', (c) =>
          engine === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
        )
        .addColumn('public_id', 'text', (c) => c.notNull().unique())
        .addColumn('user_id', 'bigint', (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
        .addColumn('microsite_id', 'bigint', (c) =>
          c.notNull().references('microsites.id').onDelete('cascade'),
        )
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('actor_kind', 'text', (c) => c.notNull())
        .addColumn('actor_id', 'text', (c) => c.notNull())
        .addColumn('content', sql.raw(engine === 'sqlite' ? 'blob' : 'bytea') as never)
        .addColumn('changes', 'text')
        .execute()
      await sql`create index microsite_versions_order on microsite_versions (microsite_id, id)`.execute(db)
      await sql`create index microsite_versions_user on microsite_versions (user_id, id)`.execute(db)
      // To find entries with the content of components, which is erased after an hour.
      await sql`create index history_components on history (at) where kind = 'component' and changes <> '{}'`.execute(
        db,
      )
    },
  }
}
