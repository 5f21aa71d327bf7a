// Upgrading a database from the first version: its clicks are kept, in the format that this version reads.
import { Database as Connection } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { engines, type FreshDatabase, freshDatabase } from '../../../../test/databases.ts'
import { startOn } from '../../../../test/instance.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { sqliteQueries } from './sqlite/dialect.ts'

type Rows = Record<string, Record<string, unknown>[]>

/** Creates a database of the first version, with these rows. */
async function asBefore({ env }: FreshDatabase, rows: Rows): Promise<void> {
  const db = (
    env.DATABASE_URL
      ? new Kysely({
          dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: env.DATABASE_URL }) }),
        })
      : sqliteQueries(new Connection(join(env.DATA_DIR, 'linnet.db')))
  ) as Kysely<Rows>
  const engine = env.DATABASE_URL ? 'postgres' : 'sqlite'
  const provider = { getMigrations: async () => ({ '0001-foundation': foundation(engine) }) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
  for (const [table, values] of Object.entries(rows))
    await db
      .insertInto(table)
      .values(values as never)
      .execute()
  await db.destroy()
}

const hours = (at: Record<number, number>) =>
  JSON.stringify(Array.from({ length: 24 }, (_, hour) => at[hour] ?? 0))

const breakdowns = (clicks: number) =>
  JSON.stringify({
    referers: { 'example.org': clicks - 1, constructor: 1 },
    locations: { ID: clicks },
    devices: { mobile: clicks },
    browsers: { Firefox: clicks },
  })

function day(owner: object, date: string, clicks: number) {
  const sums = {
    clicks,
    bots: 1,
    scans: 1,
    visitors: 1,
    hours: hours({ 9: clicks }),
    breakdowns: breakdowns(clicks),
  }
  return { ...owner, day: date, ...sums }
}

describe.each([...engines])('on %s', (engine) => {
  test('existing days, breakdowns and most clicked links are returned, and counting continues', async () => {
    const database = await freshDatabase(engine)
    const today = new Date().toISOString().slice(0, 10)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const at = Math.floor(Date.parse(yesterday) / 1000)
    const user = {
      id: 7,
      public_id: 'usr_7',
      email: 'ana@example.com',
      name: 'Ana',
      plan: 'unlimited',
      created_at: at,
    }
    const link = (id: number) => ({
      id,
      public_id: `lnk_${String(id).padStart(26, '0')}`,
      user_id: 7,
      long_url: 'https://example.com/',
      title: `Number ${id}`,
      search_text: `code-${id}`,
      created_at: at,
      updated_at: at,
    })
    const sketch = new Uint8Array([0, 1, 2, 3, 4])
    await asBefore(database, {
      users: [{ ...user, password_hash: '-' }],
      links: [link(1), link(2)],
      codes: [1, 2].map((id) => ({ domain_id: 0, code: `code-${id}`, link_id: id })),
      link_totals: [1, 2].map((id) => ({ link_id: id, clicks: id * 10 })),
      link_days: [1, 2].map((id) => ({
        ...day({ link_id: id }, yesterday, id * 10),
        visitor_sketch: sketch,
      })),
      account_days: [day({ user_id: 7 }, yesterday, 30)],
      clicks: [
        {
          link_id: 1,
          at,
          country: 'ID',
          device: 'mobile',
          browser: 'Firefox',
          os: 'Android',
          referer: 'direct',
          bot: 0,
          qr: 1,
        },
      ],
      journal_positions: [{ journal: 'jrn_1', segment: 4, offset: 64 }],
    })
    const instance = await startOn(database, engine)
    const words = ['key', 'create', '--email', 'ana@example.com', '--name', 'test', '--scopes', 'all']
    const { key } = await instance.command(...words)
    const call = (what: string) =>
      instance.ask(`GET /v2${what}`, { headers: { authorization: `Bearer ${key}` } })
    await instance.visit('/code-1')
    const { data } = (await call('/stats?additional=true')).body
    expect(data.timeline.slice(-2)).toEqual([
      { date: yesterday, clicks: 30, bots: 1, visitors: 1 },
      { date: today, clicks: 1, bots: 0, visitors: 1 },
    ])
    expect(data.links.map(({ short, clicks }: { short: string; clicks: number }) => [short, clicks])).toEqual(
      [
        ['code-2', 20],
        ['code-1', 11],
      ],
    )
    expect(data.referers).toContainEqual({ name: 'constructor', clicks: 1 })
    expect(data.locations[0]).toMatchObject({ code: 'ID', clicks: 30 })
    const { body } = await call('/links/code-1/stats/breakdown?additional=true')
    expect(body.data.devices).toContainEqual({ name: 'mobile', clicks: 10 })
    expect((await call('/links/code-1/stats/lifetime')).body.data).toEqual({ clicks: 11 })
    await instance.stop()
    await database.remove()
  })
})
