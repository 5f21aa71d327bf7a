// Workspaces: links and everything else belong to a workspace instead of a person, without rewriting any large table.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

// The personal workspace of a person. It needs no random id of its own, because people's ids are unguessable already.
const personal = (person: string) => `
  insert into workspaces (id, public_id, name, plan, created_at, deleted_at, blocked_at, blocked_reason, trusted_at)
  select id, 'wsp_' || substr(public_id, 5), name, plan, created_at, deleted_at, blocked_at, blocked_reason, trusted_at
  from ${person}`

const workspaceColumns = `
  public_id text not null unique, name text not null, plan text not null, created_at bigint not null, deleted_at bigint,
  blocked_at bigint, blocked_reason text, trusted_at bigint, blocked_with bigint`

/** The columns of a person that their own workspace has too. */
const shared = ['name', 'plan', 'deleted_at', 'blocked_at', 'blocked_reason', 'trusted_at']

/** Tables of people, whose rows stay theirs; all others that refer to `users` belong to workspaces. */
const ofPeople = ['sessions', 'known_devices', 'one_time_links', 'passkeys', 'recovery_codes']

export function workspaces(engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      await (engine === 'sqlite' ? onSqlite(db) : onPostgres(db))
      await sql`create index workspaces_deleted on workspaces (deleted_at) where deleted_at is not null`.execute(
        db,
      )
      await newTables(db)
      await newColumns(db)
      await followMoves(db, engine)
    },
  }
}

/**
 * SQLite can't drop a foreign key, but renaming a table renames it in the keys that refer to it: so `users` becomes
 * `workspaces`, and people get a new table. Needs `PRAGMA foreign_keys = OFF`, because dropping a table would otherwise
 * delete what refers to it. The few tables of people then refer to `workspaces` as well, where each has a row too.
 */
async function onSqlite(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(db)
  if (rows[0]?.foreign_keys !== 0) throw new Error('foreign keys must be off')
  const { rows: made } = await sql<{ sql: string }>`
    select sql from sqlite_schema where tbl_name = 'users' and sql is not null order by type = 'index'
  `.execute(db)
  await sql`alter table users rename to workspaces`.execute(db)
  const [table, ...indexes] = made.map((one) => one.sql) as [string, ...string[]]
  await sql.raw(table).execute(db)
  await sql`insert into users select * from workspaces`.execute(db)
  await sql
    .raw(`create table workspaces_without_people (id integer primary key, ${workspaceColumns})`)
    .execute(db)
  await sql.raw(personal('users').replace('into workspaces', 'into workspaces_without_people')).execute(db)
  await sql`drop table workspaces`.execute(db)
  await sql`alter table workspaces_without_people rename to workspaces`.execute(db)
  for (const index of indexes) await sql.raw(index).execute(db)
  const mine = `where id = new.id`
  for (const trigger of [
    `people_made after insert on users begin ${personal('users')} ${mine}; end`,
    `people_changed after update of ${shared} on users begin
       update workspaces set ${shared.map((column) => `${column} = new.${column}`)} ${mine}; end`,
    `people_gone after delete on users begin delete from workspaces where id = old.id; end`,
  ])
    await sql.raw(`create trigger ${trigger}`).execute(db)
}

/** Nodes of the version before go on meanwhile: the trigger makes workspaces for the people that they add, too. */
async function onPostgres(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(db)
  const { rows } = await sql<{ table: string; name: string; column: string }>`
    select t.relname as "table", c.conname as name, a.attname as "column"
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by t.relname
  `.execute(db)
  const owners = rows.filter(({ table }) => !ofPeople.includes(table))
  const tables = [...owners.map(({ table }) => table), 'users'].map((name) => sql.table(name))
  // All at once and first: if another session uses one of them for long, such as a backup, this fails before anything is done,
  // and visitors hardly wait.
  await sql`lock table ${sql.join(tables)} in access exclusive mode`.execute(db)
  await sql.raw(`create table workspaces (id bigint primary key, ${workspaceColumns})`).execute(db)
  await sql
    .raw(
      `create function keep_personal_workspace() returns trigger language plpgsql as $$
       begin
         if tg_op = 'INSERT' then
           ${personal('users')} where id = new.id;
         elsif tg_op = 'UPDATE' then
           update workspaces set ${shared.map((column) => `${column} = new.${column}`)} where id = new.id;
         else
           delete from workspaces where id = old.id;
         end if;
         return null;
       end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger personal_workspace after insert or delete or update of ${shared} on users
       for each row execute function keep_personal_workspace()`,
    )
    .execute(db)
  await sql.raw(personal('users')).execute(db)
  const { rows: people } = await sql`select 1 from users limit 1`.execute(db)
  for (const { table, name, column } of owners) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
    // Rows that exist need no check, which would read large tables: everyone who owned one has a workspace now.
    await sql`
      alter table ${sql.table(table)} add constraint ${sql.ref(name)} foreign key (${sql.ref(column)})
      references workspaces (id) on delete cascade ${sql.raw(people.length > 0 ? 'not valid' : '')}
    `.execute(db)
  }
}

async function newTables(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('workspace_members')
    .addColumn('workspace_id', 'bigint', (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('person_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('joined_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('workspace_members_pk', ['workspace_id', 'person_id'] as never)
    .execute()
  await db.schema
    .createIndex('workspace_members_person')
    .on('workspace_members')
    .columns(['person_id', 'workspace_id'])
    .execute()
  await db.schema
    .createTable('workspace_invitations')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('workspace_id', 'bigint', (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('email', 'text')
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('mailed_hash', 'text', (c) => c.unique())
    .addColumn('invited_by', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  for (const columns of [
    ['workspace_id', 'id'],
    ['invited_by', 'created_at'],
    ['email', 'created_at'],
    ['created_at'],
  ])
    await db.schema
      .createIndex(`workspace_invitations_${columns[0]}`)
      .on('workspace_invitations')
      .columns(columns)
      .execute()
}

async function newColumns(db: Kysely<never>): Promise<void> {
  for (const table of ['api_keys', 'oauth_grants', 'oauth_codes', 'audit_events', 'webhook_endpoints'])
    await db.schema.alterTable(table).addColumn('person_id', 'bigint').execute()
  await db.schema.alterTable('api_keys').addColumn('orphaned_at', 'bigint').execute()
  // Most credentials have no such person: they belong to personal workspaces.
  for (const table of ['api_keys', 'oauth_grants'])
    await sql`
      create index ${sql.ref(`${table}_person`)} on ${sql.table(table)} (person_id) where person_id is not null
    `.execute(db)
}

/** The log of changes for the search also has to show that a link left one workspace for another. */
async function followMoves(db: Kysely<never>, engine: Engine): Promise<void> {
  const columns = '(link_id, user_id, old_text, old_archived, new_text, new_archived)'
  const [was, is] = ['old', 'new'].map(
    (row) =>
      `${row}.search_text, ${engine === 'sqlite' ? `${row}.archived_at is not null` : `(${row}.archived_at is not null)::integer`}`,
  )
  const log = `
    insert into link_changes ${columns} values (old.id, old.user_id, ${was}, null, null);
    insert into link_changes ${columns} values (new.id, new.user_id, null, null, ${is});`
  if (engine === 'sqlite') {
    await sql
      .raw(
        `create trigger links_moved after update of user_id on links when old.user_id <> new.user_id begin ${log} end`,
      )
      .execute(db)
    return
  }
  await sql
    .raw(
      `create function log_link_move() returns trigger language plpgsql as $$ begin ${log} return null; end $$`,
    )
    .execute(db)
  await sql`
    create trigger links_moved after update of user_id on links for each row
    when (old.user_id <> new.user_id) execute function log_link_move()
  `.execute(db)
}
