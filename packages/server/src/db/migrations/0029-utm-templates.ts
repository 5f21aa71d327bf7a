// Saved sets of campaign parameters.
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export function utmTemplates(): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('utm_templates')
        .addColumn('public_id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('user_id', 'bigint', (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('source', 'text')
        .addColumn('medium', 'text')
        .addColumn('campaign', 'text')
        .addColumn('term', 'text')
        .addColumn('content', 'text')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addUniqueConstraint('utm_templates_name', ['user_id', 'name'])
        .execute()
    },
  }
}
