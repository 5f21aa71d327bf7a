// What the owners of domains have set for them, and the weekly proofs of domains.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export function domainSettings(): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('domain_settings')
        // 0 is the default domain, which has no row in `domains`.
        .addColumn('domain_id', 'bigint', (c) => c.primaryKey().notNull())
        .addColumn('settings', 'text', (c) => c.notNull())
        .addColumn('case_insensitive', 'smallint', (c) => c.notNull().defaultTo(0))
        .addColumn('robots', 'text')
        .addColumn('apple_app_site_association', 'text')
        .addColumn('assetlinks', 'text')
        .execute()
      // Null in rows of the previous version: they are proved again within a week.
      await db.schema.alterTable('domains').addColumn('proof_due_at', 'bigint').execute()
      // When the last proofs failed, oldest first, as a list of JSON; null if the last one succeeded.
      await db.schema.alterTable('domains').addColumn('proof_failures', 'text').execute()
      // Since when anybody else who proves the domain takes it over; null while its owner's proof is in place.
      await db.schema.alterTable('domains').addColumn('unproved_at', 'bigint').execute()
      await db.schema
        .createIndex('domains_proof_due')
        .on('domains')
        .columns(['proof_due_at'])
        .where(sql.ref('verified_at'), 'is not', null)
        .execute()
    },
  }
}
