// Tags of links, each with the number of its links.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function tags(engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('tags')
        // The numbers of deleted tags are not used again: processes remember the links of a number.
        .addColumn('id', engine === 'sqlite' ? 'integer' : 'bigserial', (c) =>
          engine === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
        )
        .addColumn('public_id', 'text', (c) => c.notNull().unique())
        .addColumn('user_id', 'bigint', (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('name_key', 'text', (c) => c.notNull())
        .addColumn('color', 'text', (c) => c.notNull())
        .addColumn('links', 'bigint', (c) => c.notNull().defaultTo(0))
        .addColumn('revision', 'bigint', (c) => c.notNull().defaultTo(0))
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .execute()
      await sql`create unique index tags_name on tags (user_id, name_key)`.execute(db)
      await sql`
        create table link_tags (
          tag_id bigint not null references tags (id) on delete cascade,
          link_id bigint not null references links (id) on delete cascade,
          primary key (tag_id, link_id)
        ) ${sql.raw(engine === 'sqlite' ? 'without rowid' : '')}
      `.execute(db)
      await sql`create index link_tags_link on link_tags (link_id, tag_id)`.execute(db)
      await (engine === 'sqlite' ? countOnSqlite(db) : countOnPostgres(db))
    },
  }
}

async function countOnSqlite(db: Kysely<never>): Promise<void> {
  for (const [name, event, row, sign] of [
    ['added', 'insert', 'new', '+'],
    ['removed', 'delete', 'old', '-'],
  ])
    await sql
      .raw(
        `create trigger link_tags_${name} after ${event} on link_tags
         begin update tags set links = links ${sign} 1 where id = ${row}.tag_id; end`,
      )
      .execute(db)
}

/** Once for each statement, because every update of a row leaves an old version of it. */
async function countOnPostgres(db: Kysely<never>): Promise<void> {
  await sql`
    create function count_tagged_links() returns trigger language plpgsql as $$
    begin
      update tags set links = tags.links + counts.links * case when tg_op = 'INSERT' then 1 else -1 end
      from (select tag_id, count(*) as links from changed group by tag_id) as counts
      where tags.id = counts.tag_id;
      return null;
    end $$
  `.execute(db)
  for (const [name, event, table] of [
    ['added', 'insert', 'new'],
    ['removed', 'delete', 'old'],
  ])
    await sql
      .raw(
        `create trigger link_tags_${name} after ${event} on link_tags referencing ${table} table as changed
         for each statement execute function count_tagged_links()`,
      )
      .execute(db)
}
