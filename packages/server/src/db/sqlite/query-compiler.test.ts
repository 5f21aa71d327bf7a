// SQLite plans a statement once, whatever values it gets later.
import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import type { Kysely } from 'kysely'
import { sqliteQueries } from './dialect.ts'

const connection = new Database(':memory:')
const query = sqliteQueries(connection) as unknown as Kysely<{
  codes: { code: string; link_id: number }
  links: { id: number }
}>
afterAll(() => query.destroy())

connection.run('create table links (id integer primary key)')
connection.run('create table codes (code text primary key, link_id int)')
connection.run(`insert into links values (1), (2)`)
connection.run(`insert into codes values ('a', 1), ('b', 2)`)

const linkOf = (code: string) =>
  query
    .selectFrom('codes')
    .innerJoin('links', 'links.id', 'codes.link_id')
    .select('links.id')
    .where('codes.code', '=', code)
    .limit(1)

test('values are hidden from the planner, which would plan joins and limits anew for each of them', async () => {
  expect(linkOf('a').compile().sql).toEndWith('where "codes"."code" = +? limit +?')
  expect(await linkOf('a').execute()).toEqual([{ id: 1 }])
  expect(await linkOf('b').execute()).toEqual([{ id: 2 }])
})

test('values keep their type, and columns their indexes', async () => {
  expect(await linkOf('1').execute()).toEqual([])
  const plan = connection.query<{ detail: string }, []>(`explain query plan ${linkOf('a').compile().sql}`)
  expect(plan.all().map(({ detail }) => detail)).toEqual([
    'SEARCH codes USING INDEX sqlite_autoindex_codes_1 (code=?)',
    'SEARCH links USING INTEGER PRIMARY KEY (rowid=?)',
  ])
})
