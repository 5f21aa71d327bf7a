// Watched links: when each is checked next, what the last checks found, and what visitors of a broken one get.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function linkHealth(engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('links').addColumn('broken_at', 'bigint').execute()
      await db.schema.alterTable('links').addColumn('when_broken', 'text').execute()
      await db.schema
        .createTable('watched_workspaces')
        .addColumn('user_id', 'bigint', (c) =>
          c.primaryKey().notNull().references('workspaces.id').onDelete('cascade'),
        )
        .addColumn('is_watched', 'bigint', (c) => c.notNull())
        // How far a change of `is_watched` has been carried out, by the links' numbers; null: completely.
        .addColumn('swept_to', 'bigint')
        .addColumn('mailed_at', 'bigint')
        .execute()
      await sql`create index watched_workspaces_sweep on watched_workspaces (user_id) where swept_to is not null`.execute(
        db,
      )
      await db.schema
        .createTable('link_checks')
        .addColumn('link_id', 'bigint', (c) =>
          c.primaryKey().notNull().references('links.id').onDelete('cascade'),
        )
        .addColumn('user_id', 'bigint', (c) => c.notNull())
        // The choice for this link: 1, 0, or null for that of its workspace.
        .addColumn('chosen', 'bigint')
        // Null: to be placed in the week.
        .addColumn('due_at', 'bigint')
        .addColumn('checked_at', 'bigint')
        .addColumn('answered_at', 'bigint')
        .addColumn('outcome', 'text')
        .addColumn('status', 'bigint')
        .addColumn('failures', 'bigint', (c) => c.notNull().defaultTo(0))
        .addColumn('failing_since', 'bigint')
        .addColumn('robots_failing_since', 'bigint')
        .addColumn('to_report', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute()
      await sql`create index link_checks_due on link_checks (due_at)`.execute(db)
      await sql`create index link_checks_user on link_checks (user_id, link_id)`.execute(db)
      await sql`create index link_checks_failing on link_checks (user_id, failing_since) where failures > 2`.execute(
        db,
      )
      await sql`create index link_checks_report on link_checks (user_id) where to_report = 1`.execute(db)
      await (engine === 'sqlite' ? onSqlite(db) : onPostgres(db))
    },
  }
}

const isWatched = 'select 1 from watched_workspaces where user_id = new.user_id and is_watched = 1'
const watch = `insert into link_checks (link_id, user_id) select new.id, new.user_id where exists (${isWatched})`

// The results for one destination don't apply to the next.
const forget = `
  update link_checks set due_at = null, checked_at = null, answered_at = null, outcome = null, status = null,
    failures = 0, failing_since = null, robots_failing_since = null, to_report = 0
  where link_id = new.id and (chosen is null or chosen = 1);
  update links set broken_at = null where id = new.id and broken_at is not null;`

// A link that is moved keeps its own choice, and otherwise gets that of its new workspace.
const move = `
  update link_checks set user_id = new.user_id where link_id = new.id;
  delete from link_checks where link_id = new.id and chosen is null and not exists (${isWatched});
  update links set broken_at = null
  where id = new.id and broken_at is not null and not exists (select 1 from link_checks where link_id = new.id);
  ${watch} and not exists (select 1 from link_checks where link_id = new.id);`

// Triggers, because links get new destinations, owners and rows in many ways, also from older nodes.
const triggers = [
  { name: 'links_watched', event: 'insert on links', when: null, work: `${watch};` },
  {
    name: 'links_checked_anew',
    event: 'update of long_url on links',
    when: 'old.long_url <> new.long_url',
    work: forget,
  },
  {
    name: 'links_watched_elsewhere',
    event: 'update of user_id on links',
    // A deleted link belongs to nobody for an hour, and what was found about it comes back with it.
    when: 'old.user_id <> new.user_id and old.user_id > 0 and new.user_id > 0',
    work: move,
  },
]

async function onSqlite(db: Kysely<never>): Promise<void> {
  for (const { name, event, when, work } of triggers)
    await sql
      .raw(`create trigger ${name} after ${event} ${when ? `when ${when}` : ''} begin ${work} end`)
      .execute(db)
}

async function onPostgres(db: Kysely<never>): Promise<void> {
  for (const { name, event, when, work } of triggers) {
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$ begin ${work} return null; end $$`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger ${name} after ${event} for each row ${when ? `when (${when})` : ''} execute function ${name}()`,
      )
      .execute(db)
  }
}
