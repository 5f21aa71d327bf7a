// Link search among a million links: an index of their text, and a log of changes to it.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { indexedText, ownersOf, searchIndexTable, searchTrigramsTable } from '../link-search.ts'

export function linkSearch(engine: Engine): Migration {
  /** Lists and their totals are read from an index alone, whatever the links' states. */
  async function lists(db: Kysely<never>): Promise<void> {
    await sql`drop index links_user`.execute(db)
    await sql`create index links_user on links (user_id, id, archived_at)`.execute(db)
    await sql`create index links_archived on links (user_id, id) where archived_at is not null`.execute(db)
  }

  return {
    async up(db: Kysely<never>) {
      await lists(db)
      await (engine === 'sqlite' ? onSqlite(db) : onPostgres(db))
    },
  }
}

// The state before and after a change; one is null if a link is new or deleted.
const changeColumns = `link_id bigint not null, user_id bigint not null, old_text text, old_archived integer,
  new_text text, new_archived integer`

async function onSqlite(db: Kysely<never>): Promise<void> {
  // Numbers must not be reused: the index and cached totals record their progress by them.
  await sql
    .raw(`create table link_changes (seq integer primary key autoincrement, ${changeColumns})`)
    .execute(db)
  await sql`create table search_position (seq integer not null)`.execute(db)
  await sql`insert into search_position values (0)`.execute(db)
  const log = (link: string, was: string, is: string) => `
    insert into link_changes (link_id, user_id, old_text, old_archived, new_text, new_archived)
    values (${link}.id, ${link}.user_id, ${was}, ${is});`
  const state = (link: string) => `${link}.search_text, ${link}.archived_at is not null`
  const none = 'null, null'
  for (const trigger of [
    `links_made after insert on links begin ${log('new', none, state('new'))} end`,
    `links_changed after update of search_text, archived_at on links
     when old.search_text <> new.search_text or (old.archived_at is null) <> (new.archived_at is null)
     begin ${log('new', state('old'), state('new'))} end`,
    `links_gone after delete on links begin ${log('old', state('old'), none)} end`,
  ])
    await sql.raw(`create trigger ${trigger}`).execute(db)
  await sql.raw(searchIndexTable).execute(db)
  await sql.raw(searchTrigramsTable).execute(db)
  await sql
    .raw(
      `insert into link_index (rowid, text, owner)
       select id, ${indexedText('search_text')}, ${ownersOf('user_id', 'archived_at is not null')} from links`,
    )
    .execute(db)
}

async function onPostgres(db: Kysely<never>): Promise<void> {
  // Transactions commit in a different order than they begin, so newer ones are found by comparing them with a snapshot.
  await sql
    .raw(
      `create table link_changes (
         xid xid8 not null default pg_current_xact_id(), at timestamptz not null default now(), ${changeColumns})`,
    )
    .execute(db)
  await sql`create index link_changes_user on link_changes (user_id, xid)`.execute(db)
  await sql`
    create function log_link_change() returns trigger language plpgsql as $$
    begin
      insert into link_changes (link_id, user_id, old_text, old_archived, new_text, new_archived) values (
        case when tg_op = 'DELETE' then old.id else new.id end,
        case when tg_op = 'DELETE' then old.user_id else new.user_id end,
        case when tg_op <> 'INSERT' then old.search_text end,
        case when tg_op <> 'INSERT' then (old.archived_at is not null)::integer end,
        case when tg_op <> 'DELETE' then new.search_text end,
        case when tg_op <> 'DELETE' then (new.archived_at is not null)::integer end
      );
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger links_changed after update of search_text, archived_at on links for each row
    when (old.search_text <> new.search_text or (old.archived_at is null) <> (new.archived_at is null))
    execute function log_link_change()
  `.execute(db)
  await sql`
    create trigger links_made_or_gone after insert or delete on links for each row
    execute function log_link_change()
  `.execute(db)
  // pg_trgm's trigrams leave out everything but letters and digits, and the extension is not available
  // everywhere. Hashes, because numbers compare faster than strings. The cost keeps the planner from
  // computing the trigrams of every row instead of using the index.
  await sql`
    create function link_grams(owner bigint, said text) returns integer[]
    language plpgsql immutable strict parallel safe cost 100 as $$
    declare
      letters text[] := string_to_array(said, null);
      grams integer[] := array[hashtext('account ' || owner)];
    begin
      for i in 1 .. cardinality(letters) - 2 loop
        grams[i + 1] := hashtext(letters[i] || letters[i + 1] || letters[i + 2]);
      end loop;
      return grams;
    end $$
  `.execute(db)
  await sql`
    create index links_search on links using gin (link_grams(user_id, search_text))
    with (fastupdate = on, gin_pending_list_limit = 512)
  `.execute(db)
}
