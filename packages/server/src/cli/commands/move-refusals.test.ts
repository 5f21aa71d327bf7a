// When `linnet move` refuses or is killed: nothing is lost, and an incomplete copy is never taken for complete.
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migratedDatabase } from '../../../../../test/databases.ts'
import type { CommandOutput } from '../../../../../test/machine/child-output.ts'
import { endAll, newKey, onlyLine, program, serve } from '../../../../../test/machine/program.ts'
import { beginMoving, type Moving } from '../../../../../test/portability/moving.ts'
import { runStatement } from '../../../../../test/servers/statements.ts'
import { movedTables } from '../../db/move/tables.ts'
import { sqliteFile } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { openSqlite } from '../../db/sqlite/sqlite.ts'

/** The reason, which follows the progress output. */
const reason = ({ status, error }: CommandOutput) =>
  onlyLine({ status, out: '', error: `${error.trimEnd().split('\n').at(-1)}\n` })

async function ask<Row>({ target }: Moving, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: target.env.DATABASE_URL })
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}

describe('the move', () => {
  let moving: Moving
  beforeEach(async () => {
    moving = await beginMoving()
  })
  afterEach(async () => {
    await endAll()
    await moving.remove()
  })
  const links = (count: number) =>
    runStatement(
      moving.source,
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
       insert into links (public_id, user_id, long_url, title, search_text, created_at, updated_at)
       select 'lnk_' || i, 1, 'https://example.com/', 'x', 'x', 1, 1 from n`,
    )

  test('says what is missing: an address, or a database', async () => {
    const { DATA_DIR } = moving.source.env
    expect(onlyLine(await moving.move({ DATA_DIR }))).toContain('set DATABASE_URL')
    expect(onlyLine(await moving.move())).toContain(`there is no database at ${sqliteFile(DATA_DIR)}`)
  })

  test('refuses while a server uses the source, and counts the clicks that a killed server left in its journal', async () => {
    const key = await newKey(moving.source.env)
    const server = await serve(moving.source.env)
    expect(onlyLine(await moving.move())).toContain('another server is using DATA_DIR')
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(await ask(moving, `select 1 from pg_class where relname = 'users'`)).toEqual([])
    await fetch(`${server.url}/v2/links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ long_url: 'https://example.com/', custom_slug: 'seen' }),
    })
    for (let visit = 0; visit < 20; visit++) await fetch(`${server.url}/seen`, { redirect: 'manual' })
    await server.end('SIGKILL')
    const { status, error } = await moving.move()
    expect([status, error]).toEqual([0, expect.stringContaining('the move is complete')])
    const [counted] = await ask<{ clicks: string; bots: string }>(
      moving,
      'select clicks, bots from link_days',
    )
    expect(Number(counted?.clicks) + Number(counted?.bots)).toBe(20)
    // The salt of the day would stay forever in a file that no server opens.
    using source = new Database(sqliteFile(moving.source.env.DATA_DIR), { readonly: true })
    expect(source.query('select * from visitor_salts').all()).toEqual([])
    expect(await ask(moving, 'select * from visitor_salts')).not.toEqual([])
  })

  test('does not touch a target database that is not empty', async () => {
    await newKey(moving.source.env)
    await ask(moving, `create table theirs as select 'kept' as said`)
    expect(onlyLine(await moving.move())).toContain('is not empty')
    expect(await ask(moving, 'select said from theirs')).toEqual([{ said: 'kept' }])
    expect(await ask(moving, `select 1 from pg_class where relname = 'users'`)).toEqual([])
  })

  test('when killed, leaves a target on which no server starts, and a second move completes it', async () => {
    await newKey(moving.source.env)
    await links(20_000)
    const child = Bun.spawn([program, 'move'], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...moving.target.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    // Killed between two tables, after it has reported one of the first as done.
    for await (const piece of child.stderr) if (new TextDecoder().decode(piece).includes('rows moved')) break
    child.kill('SIGKILL')
    await child.exited
    expect(await ask(moving, 'select count(*)::integer as rows from users')).toEqual([{ rows: 0 }])
    await expect(serve(moving.target.env)).rejects.toThrow('the target of a move that was not completed')
    let again = await moving.move()
    // PostgreSQL may take a moment to notice that the client is gone.
    while (again.error.includes('is still in use')) again = await moving.move()
    expect(again.status).toBe(0)
    expect(await ask(moving, 'select count(*)::integer as rows from links')).toEqual([{ rows: 20_000 }])
  })

  test('refuses a value of the wrong type, and leaves the target as it was', async () => {
    await newKey(moving.source.env)
    await links(3)
    await runStatement(moving.source, `update links set created_at = 'yesterday' where id = 2`)
    const said = reason(await moving.move())
    expect(said).toContain('links')
    expect(said).toContain('yesterday')
    expect(await ask(moving, 'select count(*)::integer as rows from users')).toEqual([{ rows: 0 }])
    await runStatement(moving.source, 'update links set created_at = 5 where id = 2')
    expect((await moving.move()).out).toMatch(/^ {2}links +3$/m)
  })

  test("keeps PostgreSQL's triggers, indexes and keys, and reuses no id", async () => {
    await newKey(moving.source.env)
    await runStatement(
      moving.source,
      `insert into microsites (public_id, user_id, title, kind, theme, description, created_at, updated_at)
       select 'mic_' || value, 1, '', 'portfolio', 'default', '', 1, 1 from json_each('[1,2,3]')`,
    )
    await runStatement(moving.source, 'delete from microsites where id = 3')
    expect((await moving.move()).status).toBe(0)
    const fresh = await migratedDatabase('postgres')
    const shape = `
      select conname as name, pg_get_constraintdef(oid) as is from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexname, indexdef from pg_indexes where schemaname = 'public'
      union all select tgname, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      order by 1, 2`
    try {
      expect(await ask(moving, shape)).toEqual(await ask({ ...moving, target: fresh }, shape))
    } finally {
      await fresh.remove()
    }
    expect(await ask(moving, `select nextval('microsites_id_seq')::integer as id`)).toEqual([{ id: 4 }])
  })

  test('covers every table and column of both engines, so that a new one fails here', async () => {
    const fresh = await migratedDatabase('postgres')
    const pool = new pg.Pool({ connectionString: fresh.env.DATABASE_URL, max: 1 })
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    await (await openSqlite(sqliteFile(moving.source.env.DATA_DIR))).close()
    using source = new Database(sqliteFile(moving.source.env.DATA_DIR))
    try {
      const tables = await movedTables(source, db)
      expect(tables.length).toBeGreaterThan(30)
      expect(tables.find(({ name }) => name === 'link_days')?.columns.visitor_sketch).toBe('bytea')
      source.run('create table later (id integer)')
      await expect(movedTables(source, db)).rejects.toThrow('the table later')
      source.run('drop table later')
      await sql`alter table links add column later text`.execute(db)
      await expect(movedTables(source, db)).rejects.toThrow('the column links.later')
    } finally {
      await db.destroy()
      await fresh.remove()
    }
  })
})
