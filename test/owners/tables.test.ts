// That the list of tables agrees with the foreign keys that the migrations have made.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import pg from 'pg'
import { type FreshDatabase, migratedDatabase } from '../databases.ts'
import { belongsToWorkspaces, namesOwner, ownerColumn } from './tables.ts'

interface Key {
  table: string
  column: string
  refers: string
}

describe('the list of tables that belong to workspaces', () => {
  let database: FreshDatabase
  let keys: Key[]
  let owners: string[]

  beforeAll(async () => {
    database = await migratedDatabase('postgres')
    const client = new pg.Client({ connectionString: database.env.DATABASE_URL })
    await client.connect()
    const found = await client.query<Key>(`
      select conrelid::regclass::text as table, attname as column, confrelid::regclass::text as refers
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' order by 1, 2`)
    keys = found.rows
    const named = await client.query<{ name: string }>(`
      select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
      where attname = 'user_id' and relkind in ('r', 'p') and not relispartition order by 1`)
    owners = named.rows.map(({ name }) => name)
    await client.end()
  })
  afterAll(() => database.remove())

  const tables = (wanted: (key: Key) => boolean) => [
    ...new Set(keys.filter(wanted).map(({ table }) => table)),
  ]

  test('has each table that refers to a workspace, with that column', () => {
    const found = keys.filter(({ refers }) => refers === 'workspaces')
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter(({ table, column }) => ownerColumn(table) !== column)).toEqual([])
  })

  test('has each table that refers to such a table, with that column unless it has the owner itself', () => {
    const found = keys.filter(
      ({ table, refers }) => belongsToWorkspaces(refers) && ownerColumn(table) === null,
    )
    expect(found.map(({ table }) => table)).toContain('codes')
    expect(found.filter(({ table, column }) => !namesOwner(table, column))).toEqual([])
  })

  test('has each table with the column user_id, unless that refers to a person', () => {
    const ofPeople = tables(({ column, refers }) => column === 'user_id' && refers === 'users')
    expect(ofPeople).toContain('sessions')
    expect(owners.filter((table) => !ofPeople.includes(table) && ownerColumn(table) !== 'user_id')).toEqual(
      [],
    )
    expect(ofPeople.filter(belongsToWorkspaces)).toEqual([])
  })
})
