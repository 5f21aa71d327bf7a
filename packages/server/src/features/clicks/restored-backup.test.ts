// A restored backup: clicks of links that it doesn't have count for no link.
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startInstance, startOn } from '../../../../../test/instance.ts'
import { leavePendingClicks, numbersOf } from '../../../../../test/machine/pending-clicks.ts'
import { standaloneJson } from '../../../../../test/standalone-commands.ts'

test('clicks on a link made after the backup are not given to the next new link', async () => {
  const before = await startInstance('sqlite')
  const { database } = before
  const file = join(database.env.DATA_DIR, 'linnet.db')
  const copy = join(database.env.DATA_DIR, 'copy.db')
  const account = await before.account()
  await account.link({ custom_slug: 'old' })
  await before.visit('/old')
  await account.call('GET /links/old/stats/lifetime')
  await standaloneJson(database.env, 'backup', copy)
  await account.link({ custom_slug: 'secret' })
  const secret = await numbersOf(database, 'secret')
  await before.stop()
  leavePendingClicks(database.env.DATA_DIR, Array(7).fill(secret))
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(copy, file)

  const after = await startOn(database, 'sqlite')
  const call = async (what: string, body?: object) =>
    (await after.ask(what, { body, headers: { authorization: `Bearer ${account.key}` } })).body.data
  const link = { long_url: 'https://example.com/', custom_slug: 'brandnew' }
  expect((await call('POST /v2/links', link)).clicks).toBe(0)
  expect(await numbersOf(database, 'brandnew')).toEqual(secret)
  expect((await call('GET /v2/links/brandnew')).clicks).toBe(0)
  const { referers } = await call('GET /v2/links/brandnew/stats/breakdown')
  expect(referers).toEqual([])
  expect((await call('GET /v2/links/old')).clicks).toBe(1)
  await after.stop()
  await database.remove()
})

test('a backup contains no salts, which could not be destroyed in it', async () => {
  const instance = await startInstance('sqlite')
  const folder = instance.database.env.DATA_DIR
  const copy = join(folder, 'copy.db')
  await standaloneJson(instance.database.env, 'backup', copy)
  const saltsOf = (file: string) => new Database(file).query('select * from visitor_salts').all()
  expect(saltsOf(join(folder, 'linnet.db')).length).toBe(2)
  expect(saltsOf(copy)).toEqual([])
  await instance.stop()
  await instance.database.remove()
})
