// The records of servers and pages that are shown for a failed test.
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepRecord, recordFile, recordsOf } from './failure-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'linnet-records-'))
const before = process.env.LINNET_TEST_RECORDS
const self = 'test/command/failure-records.test.ts'

afterEach(() => {
  if (before === undefined) delete process.env.LINNET_TEST_RECORDS
  else process.env.LINNET_TEST_RECORDS = before
  rmSync(folder, { recursive: true, force: true })
})

test('a failed file shows the end of its logs and the paths of its screenshots, and not those of other files', () => {
  process.env.LINNET_TEST_RECORDS = folder
  keepRecord('server.log', `${'early\n'.repeat(100)}the reason\n`)
  const picture = recordFile('page.png') as string
  writeFileSync(picture, '')
  const shown = recordsOf(folder, self)
  expect(shown).toContain('early\nthe reason')
  expect(shown.split('early').length).toBeLessThan(50)
  expect(shown).toContain(picture)
  expect(recordsOf(folder, 'test/another.test.ts')).toBe('')
})

test('nothing is recorded outside the test command', () => {
  delete process.env.LINNET_TEST_RECORDS
  expect(recordFile('page.png')).toBeUndefined()
})
