// SQLite's thread aside: it reads for the main thread, and its death costs no more than the questions it had.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Aside, askerOf } from './aside.ts'
import type { Database } from './database.ts'
import { isDatabaseAway } from './faults.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let db: Database
let aside: Aside

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linnet-aside-'))
  db = await openSqlite(join(folder, 'linnet.db'))
  aside = new Aside(join(folder, 'linnet.db'))
})

afterEach(async () => {
  await aside.close()
  await db.close()
  rmSync(folder, { recursive: true })
})

test('what it is asked when its thread ends is refused as unavailable, and it answers again', async () => {
  expect(await aside.read(askerOf(1), 'select 1 as one', [])).toStrictEqual([{ one: 1 }])
  const questions = [aside.read(askerOf(1), 'select 2 as two', []), aside.index(askerOf(1))]
  aside['worker']?.terminate()
  const outcomes = await Promise.allSettled(questions)
  expect(
    outcomes.map((outcome) => outcome.status === 'rejected' && isDatabaseAway(outcome.reason)),
  ).toStrictEqual([true, true])
  expect(await aside.read(askerOf(1), 'select 3 as three', [])).toStrictEqual([{ three: 3 }])
})

test('a fault is told with the code that SQLite gives it', async () => {
  expect(await aside.read(askerOf(1), 'nonsense', []).catch(({ message }) => message)).toContain(
    'syntax error',
  )
  expect(await aside.read(askerOf(1), 'delete from links', []).catch(({ code }) => code)).toBe(
    'SQLITE_READONLY',
  )
})

test('a question that takes long keeps nobody on the main thread waiting', async () => {
  const order: string[] = []
  const long =
    sql`with recursive n(i) as (select 1 union all select i + 1 from n limit 3000000) select max(i) from n`
      .execute(db.readAside(1))
      .then(() => order.push('long'))
  await sql`select 1`.execute(db.read).then(() => order.push('short'))
  await long
  expect(order).toStrictEqual(['short', 'long'])
})
