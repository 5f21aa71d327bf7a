// PostgreSQL in read-only mode for a while, like a standby after a failover: writes wait, redirects don't.
import { expect, test } from 'bun:test'
import pg from 'pg'
import { migratedDatabase } from '../../../../../test/databases.ts'
import { startOn } from '../../../../../test/instance.ts'
import { until } from '../../../../../test/timeouts.ts'

test('on postgres, a read-only database refuses changes as unavailable, and redirects continue', async () => {
  const database = await migratedDatabase('postgres')
  const instance = await startOn(database, 'postgres')
  const account = await instance.account()
  await account.link({ custom_slug: 'known' })
  await account.link({ custom_slug: 'other' })
  await instance.visit('/known')

  const administrator = new pg.Client({ connectionString: database.env.DATABASE_URL })
  await administrator.connect()
  /** For all connections but this one: open ones are closed, as in a failover. */
  const readOnly = async (value: 'on' | 'off') => {
    const { rows } = await administrator.query('select current_database() as name')
    await administrator.query(`alter database ${rows[0].name} set default_transaction_read_only = ${value}`)
    await administrator.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }
  await readOnly('on')
  const create = () => account.call('POST /links', { body: { long_url: 'https://example.com/' } })
  const refused = await create()
  expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'unavailable',
    '5',
  ])
  expect((await instance.visit('/known')).status).toBe(302)
  // Uncached links are read as soon as there is a connection again.
  await until('the other link is read', async () => (await instance.visit('/other')).status === 302)
  expect((await create()).status).toBe(503)
  expect((await account.call('GET /links/known/stats/lifetime')).status).toBe(503)

  await readOnly('off')
  await until('a link is created again', async () => (await create()).status === 200)
  const clicks = (code: string) =>
    until('statistics are answered again', async () => {
      const { status, body } = await account.call(`GET /links/${code}/stats/lifetime`)
      expect([200, 503]).toContain(status)
      return status === 200 && (body.data.clicks as number)
    })
  expect([await clicks('known'), await clicks('other')]).toEqual([2, 1])
  await administrator.end()
  await instance.stop()
  await database.remove()
})
