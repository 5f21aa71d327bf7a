// The write-ahead log of SQLite: who moves it into the database, and when.
import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sharedInstance } from '../../../../../test/instance.ts'
import { until } from '../../../../../test/timeouts.ts'

const instance = sharedInstance('sqlite')

test('the log is moved into the database while nothing but links is written, and not by the main thread', async () => {
  const { call } = await instance.account()
  const file = join(instance.database.env.DATA_DIR, 'linnet.db')
  const before = statSync(file).size
  const long = `https://example.com/${'a'.repeat(8000)}`
  // Some 10 MB: past what the click worker lets lie, and far from what would make the main thread move it.
  for (let request = 0; request < 6; request++) {
    const links = Array.from({ length: 100 }, () => ({ long_url: long }))
    expect((await call('POST /links/bulk', { body: { links } })).body.data.success).toBe(100)
  }
  await until('the log is moved into the file', () => statSync(file).size >= before + 4_000_000)
})
