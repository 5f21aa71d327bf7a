// Upgrading a database with single clicks: their table is attached, not copied, and the previous version keeps running
// alongside.
import { describe, expect, test } from 'bun:test'
import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { type FreshDatabase, freshDatabase } from '../../../../test/databases.ts'
import { startOn } from '../../../../test/instance.ts'
import { ask } from '../../../../test/webhooks/webhooks.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { linkSearch } from './migrations/0002-link-search.ts'
import { dayOrder } from './migrations/0003-day-order.ts'
import { signIn } from './migrations/0004-sign-in.ts'
import { oauth } from './migrations/0005-oauth.ts'
import { webhooks } from './migrations/0006-webhooks.ts'
import { microsites } from './migrations/0007-microsites.ts'
import { administration } from './migrations/0008-administration.ts'
import { reportedDestination } from './migrations/0009-reported-destination.ts'

const before = {
  '0001-foundation': foundation,
  '0002-link-search': linkSearch,
  '0003-day-order': dayOrder,
  '0004-sign-in': signIn,
  '0005-oauth': oauth,
  '0006-webhooks': webhooks,
  '0007-microsites': microsites,
  '0008-administration': administration,
  '0009-reported-destination': reportedDestination,
}

/** The statements with which the previous version writes, reads and deletes single clicks. */
const old = {
  insert: "insert into click_blocks (user_id, day, clicks, content) values (7, ?, 1, '{}')",
  ofDay: 'select id, clicks from click_blocks where day = ? and user_id = 7 order by id desc limit 5000',
  newest: 'select max(id) as id from click_blocks',
  deleted: 'delete from click_blocks where id in (?) returning day',
}

async function asBefore({ env }: FreshDatabase): Promise<void> {
  const db = new Kysely<never>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: env.DATABASE_URL, max: 1 }) }),
  })
  const getMigrations = async () =>
    Object.fromEntries(Object.entries(before).map(([name, make]) => [name, make('postgres')]))
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()
  await db.destroy()
  if (error) throw error
}

const today = () => new Date().toISOString().slice(0, 10)

describe('the previous version’s table of single clicks, on postgres', () => {
  test('becomes a partition of the new one unchanged, and accepts further writes of that version', async () => {
    const database = await freshDatabase('postgres')
    await asBefore(database)
    const days = ['2026-01-31', '2026-02-01', today()]
    for (const day of days) await ask(database, old.insert, [day])
    const [file] = await ask<{ file: number }>(
      database,
      "select pg_relation_filenode('click_blocks') as file",
    )
    // Both nodes of a restarted pair find it unchanged.
    const [instance, other] = await Promise.all([
      startOn(database, 'postgres', { CLICK_RETENTION_DAYS: '36500' }),
      startOn(database, 'postgres', { CLICK_RETENTION_DAYS: '36500' }),
    ])
    const parts = await ask<{ name: string; file: number; clicks: number }>(
      database,
      `select tableoid::regclass::text as name, pg_relation_filenode(tableoid) as file, count(*) as clicks
       from click_blocks group by tableoid`,
    )
    expect(parts).toStrictEqual([
      { name: 'click_blocks_before_months', file: file?.file as number, clicks: 3 },
    ])
    await ask(database, old.insert, [today()])
    await ask(database, old.insert, [instance.clock.day(100)])
    const newest = await ask<{ id: number }>(database, old.newest)
    expect(newest).toEqual([{ id: 5 }])
    expect(await ask(database, old.ofDay, [today()])).toHaveLength(2)
    expect(await ask(database, old.deleted, [5])).toEqual([{ day: instance.clock.day(100) }])
    for (const one of [instance, other]) await one.stop()
    // Dropping the old table drops nothing that is still needed.
    const retiring = await startOn(database, 'postgres', { CLICK_RETENTION_DAYS: '10' })
    await retiring.clock.advance(100 * 86_400_000)
    expect(await ask(database, "select to_regclass('click_blocks_before_months') as name")).toEqual([
      { name: null },
    ])
    await ask(database, old.insert, [retiring.clock.day()])
    expect(await ask(database, old.newest)).toEqual([{ id: 6 }])
    await retiring.stop()
    await database.remove()
  })

  test('if another session locks it for long, this is reported in one line, and nothing has changed', async () => {
    const database = await freshDatabase('postgres')
    await asBefore(database)
    await ask(database, old.insert, [today()])
    const backup = new pg.Client({ connectionString: database.env.DATABASE_URL })
    await backup.connect()
    await backup.query('begin')
    await backup.query('select count(*) from click_blocks')
    await expect(startOn(database, 'postgres')).rejects.toThrow('start again when it has finished')
    await backup.end()
    expect(await ask(database, "select relkind from pg_class where relname = 'click_blocks'")).toEqual([
      { relkind: 'r' },
    ])
    const instance = await startOn(database, 'postgres')
    await instance.stop()
    await database.remove()
  })
})
