// Microsites with their components, uploaded images, the catalogue of shop items, and QR code styles.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function microsites(engine: Engine): Migration {
  const serial = engine === 'sqlite' ? 'integer' : 'bigserial'
  const bytes = engine === 'sqlite' ? 'blob' : 'bytea'

  /** Clicks are counted by these ids: a used one is never reused, not even after its row is deleted. */
  const numbered = (db: Kysely<never>, name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', serial, (c) => (engine === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey()))
      .addColumn('public_id', 'text', (c) => c.notNull().unique())
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))

  /** A code belongs to a link or a microsite. SQLite can change a column only by copying the table. */
  async function shareCodes(db: Kysely<never>): Promise<void> {
    if (engine === 'postgres') {
      await sql`alter table codes alter column link_id drop not null,
        add column microsite_id bigint unique references microsites (id) on delete cascade,
        add constraint codes_one_target check ((link_id is null) <> (microsite_id is null))`.execute(db)
      return
    }
    await sql`create table new_codes (
      domain_id bigint not null,
      code text not null,
      link_id bigint unique references links (id) on delete cascade,
      microsite_id bigint unique references microsites (id) on delete cascade,
      constraint codes_pk primary key (domain_id, code),
      constraint codes_one_target check ((link_id is null) <> (microsite_id is null)))`.execute(db)
    await sql`insert into new_codes (domain_id, code, link_id) select domain_id, code, link_id from codes`.execute(
      db,
    )
    await sql`drop table codes`.execute(db)
    await sql`alter table new_codes rename to codes`.execute(db)
  }

  return {
    async up(db: Kysely<never>) {
      await numbered(db, 'microsites')
        .addColumn('title', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('theme', 'text', (c) => c.notNull())
        .addColumn('description', 'text', (c) => c.notNull())
        .addColumn('hidden', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('published_at', 'bigint')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addColumn('deleted_at', 'bigint')
        .execute()
      await db.schema
        .createIndex('microsites_user')
        .on('microsites')
        .columns(['user_id', 'public_id'])
        .execute()
      await sql`create index microsites_deleted on microsites (id) where deleted_at is not null`.execute(db)
      await shareCodes(db)

      await numbered(db, 'components')
        .addColumn('microsite_id', 'bigint', (c) =>
          c.notNull().references('microsites.id').onDelete('cascade'),
        )
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('data', 'text', (c) => c.notNull())
        .addColumn('password_hash', 'text')
        .addColumn('tag', 'text')
        .addColumn('active', 'integer', (c) => c.notNull().defaultTo(1))
        .addColumn('position', 'bigint', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addColumn('deleted_at', 'bigint')
        .execute()
      await db.schema
        .createIndex('components_order')
        .on('components')
        .columns(['microsite_id', 'position'])
        .execute()
      await db.schema.createIndex('components_user').on('components').columns(['user_id', 'id']).execute()
      // At most one of each, even if two are created at once.
      await sql`create unique index components_unique_kind on components (microsite_id, kind)
        where kind in ('PROFILE', 'CV', 'AUTOPLAY_MUSIC') and deleted_at is null`.execute(db)
      await sql`create index components_deleted on components (id) where deleted_at is not null`.execute(db)

      await numbered(db, 'shop_items')
        .addColumn('title', 'text', (c) => c.notNull())
        .addColumn('price', 'text')
        .addColumn('currency', 'text')
        .addColumn('image', 'text')
        .addColumn('href', 'text')
        .addColumn('active', 'integer', (c) => c.notNull().defaultTo(1))
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addColumn('deleted_at', 'bigint')
        .execute()
      await db.schema.createIndex('shop_items_user').on('shop_items').columns(['user_id', 'id']).execute()
      await sql`create index shop_items_deleted on shop_items (id) where deleted_at is not null`.execute(db)

      await db.schema
        .createTable('assets')
        .addColumn('id', serial, (c) => c.primaryKey())
        .addColumn('public_id', 'text', (c) => c.notNull().unique())
        .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
        // The name of its files, which doesn't reveal their owner.
        .addColumn('name', 'text', (c) => c.notNull().unique())
        .addColumn('title', 'text', (c) => c.notNull())
        .addColumn('format', 'text', (c) => c.notNull())
        .addColumn('width', 'integer', (c) => c.notNull())
        .addColumn('height', 'integer', (c) => c.notNull())
        // JSON: the widths of the smaller files.
        .addColumn('variants', 'text', (c) => c.notNull())
        .addColumn('bytes', 'bigint', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('deleted_at', 'bigint')
        .execute()
      await db.schema.createIndex('assets_user').on('assets').columns(['user_id', 'id']).execute()
      await sql`create index assets_deleted on assets (id) where deleted_at is not null`.execute(db)

      // Link 0 stands for all links of the account.
      await db.schema
        .createTable('qr_settings')
        .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('link_id', 'bigint', (c) => c.notNull())
        .addColumn('color', 'text')
        .addColumn('logo', 'text')
        .addColumn('logo_status', 'text')
        .addColumn('logo_image', bytes)
        .addColumn('logo_due_at', 'bigint')
        .addColumn('logo_tries', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('qr_settings_pk', ['user_id', 'link_id'] as never)
        .execute()
      await sql`create index qr_settings_logo_due on qr_settings (logo_due_at) where logo_due_at is not null`.execute(
        db,
      )
    },
  }
}
