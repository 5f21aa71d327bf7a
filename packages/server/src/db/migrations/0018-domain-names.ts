// Names of custom domains, to recognize hosts that are not verified yet or were removed.
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export function domainNames(): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema.createIndex('domains_name').on('domains').column('name').execute()
      await db.schema
        .createTable('former_domains')
        .addColumn('name_hash', 'text', (c) => c.primaryKey().notNull())
        .addColumn('given_up_at', 'bigint', (c) => c.notNull())
        .execute()
    },
  }
}
