// A backup that is put in place: clicks of links that it does not have come to nobody.

import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freshDatabase } from '../../../../../test/databases.ts'
import { browser } from '../../../../../test/instance.ts'
import { endAll, linnetJson, newKey, serve } from '../../../../../test/program.ts'

afterEach(endAll)

test('clicks on a link made after the backup are not given to the next new link', async () => {
  const database = await freshDatabase('sqlite')
  const file = join(database.env.DATA_DIR, 'linnet.db')
  const copy = join(database.env.DATA_DIR, 'copy.db')
  const headers = { 'user-agent': browser, referer: 'https://intranet.example.com/' }
  const key = await newKey(database.env)
  const call = async (url: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/v2${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    return await answer.json()
  }
  const link = (custom_slug: string) => ({ long_url: 'https://example.com/', custom_slug })

  const before = await serve(database.env)
  await call(before.url, '/links', link('old'))
  await fetch(`${before.url}/old`, { headers, redirect: 'manual' })
  await call(before.url, '/links/old/stats/lifetime')
  await linnetJson(['backup', copy], database.env)
  await call(before.url, '/links', link('secret'))
  for (let visit = 0; visit < 7; visit++) await fetch(`${before.url}/secret`, { headers, redirect: 'manual' })
  await before.end('SIGKILL')
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(copy, file)

  const after = await serve(database.env)
  expect((await call(after.url, '/links', link('brandnew'))).data.clicks).toBe(0)
  expect((await call(after.url, '/links/brandnew')).data.clicks).toBe(0)
  const { referers } = (await call(after.url, '/links/brandnew/stats/breakdown')).data
  expect(referers).toEqual([])
  expect((await call(after.url, '/links/old')).data.clicks).toBe(1)
  await endAll()
  await database.remove()
})

test('a backup holds no salt of visitors, which nobody could destroy in it', async () => {
  const database = await freshDatabase('sqlite')
  const server = await serve(database.env)
  const copy = join(database.env.DATA_DIR, 'copy.db')
  await linnetJson(['backup', copy], database.env)
  const saltsOf = (file: string) => new Database(file).query('select * from visitor_salts').all()
  expect(saltsOf(join(database.env.DATA_DIR, 'linnet.db')).length).toBe(2)
  expect(saltsOf(copy)).toEqual([])
  await server.end('SIGTERM')
  await database.remove()
})
