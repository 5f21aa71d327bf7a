// Announcements, kept for a while on PostgreSQL too: for nodes that poll, and those that could not listen.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

export function changes(engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      // SQLite has had them from the beginning.
      if (engine === 'sqlite') return
      // Transactions commit in a different order than they begin, so newer ones are found by comparing them with a snapshot.
      await sql`
        create table changes (
          xid xid8 not null default pg_current_xact_id(),
          sender text not null,
          topic text not null,
          at timestamptz not null default clock_timestamp()
        )
      `.execute(db)
      await sql`create index changes_xid on changes (xid)`.execute(db)
      // The oldest row marks how far rows may have been deleted. At first, none have been.
      await sql`insert into changes (xid, sender, topic) values ('0', '', '')`.execute(db)
    },
  }
}
