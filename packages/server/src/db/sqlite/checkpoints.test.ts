// The write-ahead log of SQLite: who moves it into the database, and when.
import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sharedInstance } from '../../../../../test/instance.ts'
import { until } from '../../../../../test/timeouts.ts'

const instance = sharedInstance('sqlite')

test('the log is checkpointed while only links are written, and not by the main thread', async () => {
  const { call } = await instance.account()
  const file = join(instance.database.env.DATA_DIR, 'linnet.db')
  const before = statSync(file).size
  const long = `https://example.com/${'a'.repeat(8000)}`
  // Some 10 MB: more than the click worker leaves in the log, and far less than makes the main thread checkpoint it.
  for (let request = 0; request < 6; request++) {
    const links = Array.from({ length: 100 }, () => ({ long_url: long }))
    expect((await call('POST /links/bulk', { body: { links } })).body.data.success).toBe(100)
  }
  await until('the log is moved into the file', () => statSync(file).size >= before + 4_000_000)
})
