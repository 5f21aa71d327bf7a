// The history of what people and programs change, what was deleted within the last hour, and planned switches of links.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function history(engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      const withoutRowid = sql.raw(engine === 'sqlite' ? 'without rowid' : '')
      await sql`
        create table history (
          subject bigint not null,
          revision bigint not null,
          user_id bigint not null,
          change_id text not null,
          kind text not null,
          action text not null,
          at bigint not null,
          actor_kind text not null,
          actor_id text not null,
          changes text not null,
          undoes text,
          undone_by text,
          primary key (subject, revision)
        ) ${withoutRowid}
      `.execute(db)
      await sql`create index history_change on history (user_id, change_id)`.execute(db)
      await sql`
        create table deleted_things (
          subject bigint primary key,
          user_id bigint not null,
          deleted_at bigint not null,
          purged smallint not null default 0,
          kept text not null
        )
      `.execute(db)
      await sql`create index deleted_things_due on deleted_things (purged, deleted_at)`.execute(db)
      await sql`create index deleted_things_owner on deleted_things (user_id)`.execute(db)
      await sql`
        create table planned_switches (
          link_id bigint not null references links (id) on delete cascade,
          user_id bigint not null,
          at bigint not null,
          long_url text not null,
          primary key (link_id, at)
        ) ${withoutRowid}
      `.execute(db)
      await sql`create index planned_switches_due on planned_switches (at)`.execute(db)
      // The workspace of deleted links and microsites, which nobody belongs to. They stay in their tables for the hour in which
      // the deletion can be undone, so their codes stay taken.
      await sql`
        insert into workspaces (id, public_id, name, plan, created_at)
        values (-1, 'wsp_deleted', 'deleted', '', 0)
      `.execute(db)
      // A repeated request gets the token of the first one too.
      await sql`alter table idempotency_keys add column undo_token text`.execute(db)
      // Older versions don't set it: they asked people only whether links may be archived.
      for (const table of ['api_keys', 'oauth_codes', 'oauth_grants'])
        await sql`alter table ${sql.table(table)} add column may_delete smallint not null default 0`.execute(
          db,
        )
    },
  }
}
