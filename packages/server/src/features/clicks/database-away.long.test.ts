// While the database is unavailable, redirects are answered from memory, clicks wait on disk, and everything else is
// refused.
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { migratedDatabase } from '../../../../../test/databases.ts'
import { type Account, type Instance, startInstance, startOn } from '../../../../../test/instance.ts'
import { severable } from '../../../../../test/servers/severable-postgres.ts'

/** What must hold on both engines; `away` and `back` take the database away and restore it. */
async function survive(
  instance: Instance,
  away: () => Promise<void>,
  back: () => Promise<void>,
): Promise<void> {
  const account = await instance.account()
  await account.link({ custom_slug: 'known' })
  await account.link({ custom_slug: 'once' })
  await account.call('PUT /links/once', { body: { disposable: true } })
  await instance.visit('/known')
  // What is read while a change is announced isn't cached, so one request may not be enough.
  for (let time = 0; time < 10; time++)
    for (const code of ['known', 'once']) await instance.ask(`HEAD /${code}`)

  await away()
  const [redirect, oneClick, creation] = await Promise.all([
    instance.visit('/known'),
    instance.visit('/once', { accept: 'application/json' }),
    account.call('POST /links', { body: { long_url: 'https://example.com/' } }),
  ])
  expect(redirect.status).toBe(302)
  expect(oneClick.status).toBe(503)
  expect(oneClick.body.error.code).toBe('unavailable')
  expect(creation.status).toBe(503)
  expect(creation.body.error.code).toBe('unavailable')
  expect(creation.headers.get('retry-after')).toBe('5')

  await back()
  expect(await clicksOf(account)).toBe(2)
  expect((await instance.visit('/once')).status).toBe(302)
  expect((await instance.visit('/once')).status).toBe(410)
}

/** Repeats the request until the server has its connections back. */
async function clicksOf(account: Account): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await account.call('GET /links/known/stats/lifetime')
    if (answer.status === 200) return answer.body.data.clicks
    expect(answer.status).toBe(503)
  }
  throw new Error('the database did not come back')
}

test('on sqlite, another process that holds the lock for seconds delays no redirect and loses no click', async () => {
  const instance = await startInstance('sqlite')
  const other = new Database(join(instance.database.env.DATA_DIR, 'linnet.db'))
  // The server may be writing at this moment.
  other.run('PRAGMA busy_timeout = 10000')
  await survive(
    instance,
    async () => other.run('BEGIN IMMEDIATE') && undefined,
    async () => other.run('ROLLBACK') && undefined,
  )
  other.close()
  await instance.stop()
  await instance.database.remove()
})

test('on postgres, losing the database delays no redirect and loses no click', async () => {
  const database = await severable(await migratedDatabase('postgres'))
  const instance = await startOn(database, 'postgres')
  await survive(instance, database.sever, database.mend)
  await instance.stop()
  await database.remove()
})
