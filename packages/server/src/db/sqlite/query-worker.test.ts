// The query worker: it reads for the main thread, and if it dies, only its pending queries fail.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { requesterOf } from '../../platform/concurrency/account-scheduler.ts'
import type { Database } from '../database.ts'
import { isDatabaseAway } from '../faults.ts'
import { QueryWorker } from './query-worker.ts'
import { openSqlite } from './sqlite.ts'
import { writerQueueMemory } from './writer-queue.ts'

let folder: string
let db: Database
let queryWorker: QueryWorker

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linnet-query-worker-'))
  db = await openSqlite(join(folder, 'linnet.db'))
  queryWorker = new QueryWorker(join(folder, 'linnet.db'), writerQueueMemory())
})

afterEach(async () => {
  await queryWorker.close()
  await db.close()
  rmSync(folder, { recursive: true })
})

test('pending queries are refused as unavailable when the worker ends, and later ones are answered', async () => {
  expect(await queryWorker.read(requesterOf(1), 'select 1 as one', [])).toStrictEqual([{ one: 1 }])
  const queries = [queryWorker.read(requesterOf(1), 'select 2 as two', []), queryWorker.index(requesterOf(1))]
  queryWorker['worker']?.terminate()
  const outcomes = await Promise.allSettled(queries)
  expect(
    outcomes.map((outcome) => outcome.status === 'rejected' && isDatabaseAway(outcome.reason)),
  ).toStrictEqual([true, true])
  expect(await queryWorker.read(requesterOf(1), 'select 3 as three', [])).toStrictEqual([{ three: 3 }])
})

test('a fault is reported with SQLite’s code', async () => {
  expect(await queryWorker.read(requesterOf(1), 'nonsense', []).catch(({ message }) => message)).toContain(
    'syntax error',
  )
  expect(await queryWorker.read(requesterOf(1), 'delete from links', []).catch(({ code }) => code)).toBe(
    'SQLITE_READONLY',
  )
})

test('a long query does not delay the main thread', async () => {
  const order: string[] = []
  const long =
    sql`with recursive n(i) as (select 1 union all select i + 1 from n limit 500000) select max(i) from n`
      .execute(db.readInWorker(1))
      .then(() => order.push('long'))
  await sql`select 1`.execute(db.read).then(() => order.push('short'))
  await long
  expect(order).toStrictEqual(['short', 'long'])
})

/** A slow query, which returns its number. */
const slow = (number: number, rows = 100_000) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n limit ${rows}) select ${number} as question, max(i) from n`

test('accounts take turns: one query runs before most of those that another account sent before it', async () => {
  const order: number[] = []
  const ask = (account: number, number: number) =>
    queryWorker.read(requesterOf(account), slow(number), []).then(() => order.push(number))
  const crowd = Array.from({ length: 15 }, (_, at) => ask(1, at))
  await Promise.all([...crowd, ask(2, 100)])
  expect(order.indexOf(100)).toBeLessThan(4)
})

test('a query without a result by its deadline is refused as unavailable, and later ones are answered', async () => {
  const deadline = performance.now() + 20
  const late = [0, 1, 2].map((number) =>
    queryWorker.read({ account: 1, deadline }, slow(number, 1_000_000), []),
  )
  const codes = (await Promise.allSettled(late)).map(
    (outcome) => outcome.status === 'rejected' && outcome.reason,
  )
  expect(codes.map(({ code, retryAfter }) => [code, retryAfter])).toStrictEqual(
    Array(3).fill(['unavailable', 5]),
  )
  expect(await queryWorker.read(requesterOf(1), 'select 1 as one', [])).toStrictEqual([{ one: 1 }])
})

test('closing waits neither for a very long query nor for those behind it, and refuses them', async () => {
  const queries = [slow(0, 20_000_000), slow(1), slow(2)].map((sql) =>
    queryWorker.read(requesterOf(1), sql, []),
  )
  const outcomes = Promise.allSettled(queries)
  await queryWorker.close()
  for (const outcome of await outcomes)
    expect(outcome.status === 'rejected' && outcome.reason.code).toBe('unavailable')
  expect(await queryWorker.read(requesterOf(1), 'select 1', []).catch(({ code }) => code)).toBe('unavailable')
})
