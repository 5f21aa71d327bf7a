// Upgrading a database with links: afterwards it behaves like any other.
import { Database as Connection } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { Kysely, PostgresDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { engines, type FreshDatabase, freshDatabase } from '../../../../test/databases.ts'
import { startOn } from '../../../../test/instance.ts'
import { searchText } from '../features/links/links/searching.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { sqliteFile } from './open.ts'
import type { Schema } from './schema.ts'
import { sqliteQueries } from './sqlite/dialect.ts'

const time = 1_790_000_000

function openBare({ env }: FreshDatabase): Kysely<Schema> {
  if (!env.DATABASE_URL) return sqliteQueries(new Connection(sqliteFile(env.DATA_DIR), { create: true }))
  return new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: env.DATABASE_URL, max: 1 }) }),
  })
}

/** An account of the first version with links, every third one archived. */
async function fillFirstVersion(db: Kysely<Schema>, first: Migration, email: string): Promise<void> {
  const provider = { getMigrations: async () => ({ '0001-foundation': first }) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
  const user = { public_id: 'usr_1', email, name: '', password_hash: '', plan: 'roomy', created_at: time }
  const { id } = await db
    .insertInto('users')
    .values({ ...user, is_admin: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let index = 0; index < 12; index++) {
    const said = {
      code: `old-${index}`,
      long_url: `https://old.example/${index}`,
      title: `Übrig ${index % 2}`,
    }
    const link = await db
      .insertInto('links')
      .values({
        public_id: `lnk_${index}`,
        user_id: id,
        long_url: said.long_url,
        title: said.title,
        disposable: 0,
        adult: 0,
        archived_at: index % 3 === 0 ? time : null,
        search_text: searchText(said.code, said.long_url, said.title),
        created_at: time,
        updated_at: time,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('codes').values({ domain_id: 0, code: said.code, link_id: link.id }).execute()
  }
}

describe('a database of the first version', () => {
  test.each(engines)('finds, lists and counts its links on %s, and sees changes', async (engine) => {
    const database = await freshDatabase(engine)
    const old = openBare(database)
    await fillFirstVersion(old, foundation(engine), 'old@example.com')
    await old.destroy()
    const instance = await startOn(database, engine)
    try {
      const { key } = await instance.command(
        ...['key', 'create', '--email', 'old@example.com', '--name', 'key', '--scopes', 'all'],
      )
      const headers = { authorization: `Bearer ${key}` }
      const total = async (query: string) =>
        (await instance.ask(`GET /v2/links?${query}`, { headers })).body.total
      const totals = async (search: string) => [
        await total(`search=${search}`),
        await total(`search=${search}&status=archived`),
        await total(`search=${search}&status=all`),
      ]
      expect(await totals('')).toStrictEqual([8, 4, 12])
      expect(await totals('ÜBRIG')).toStrictEqual([8, 4, 12])
      expect(await totals('example/11')).toStrictEqual([1, 0, 1])
      expect(await totals('g%201')).toStrictEqual([4, 2, 6])
      expect(await totals('-9')).toStrictEqual([0, 1, 1])
      await instance.ask('PUT /v2/links/old-11', { headers, body: { title: 'new' } })
      await instance.ask('DELETE /v2/links/old-10', { headers })
      expect(await totals('ÜBRIG')).toStrictEqual([6, 5, 11])
      expect(await totals('new')).toStrictEqual([1, 0, 1])
    } finally {
      await instance.stop()
      await database.remove()
    }
  })
})
