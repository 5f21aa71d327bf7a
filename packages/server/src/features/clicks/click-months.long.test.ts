// Individual clicks in a table per month on PostgreSQL: created ahead, dropped when they expire, without delaying anything.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import pg from 'pg'
import { type Account, type Instance, startInstance, startOn } from '../../../../../test/instance.ts'
import { ask } from '../../../../../test/webhooks/webhooks.ts'

const retention = { CLICK_RETENTION_DAYS: '40' }

let instance: Instance
let account: Account
let short: string

beforeAll(async () => {
  instance = await startInstance('postgres', retention)
  account = await instance.account()
})

// Long enough after the previous test that none of its data is left.
beforeEach(async () => {
  await instance.clock.advanceTo(middleOf(4))
  short = (await account.link()).short
})

afterAll(async () => {
  await instance.stop()
  await instance.database.remove()
})

/** A click that is counted. */
async function click(): Promise<void> {
  await instance.visit(`/${short}`)
  const { status } = await account.call('GET /stats')
  expect(status).toBe(200)
}

/** The table of the month this many months from now. */
function monthTable(months = 0): string {
  const now = new Date(instance.clock.now())
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString()
  return `click_blocks_${month.slice(0, 7).replace('-', '_')}`
}

/** The middle of the month this many months from now. */
const middleOf = (months: number) => `${monthTable(months).slice(-7).replace('_', '-')}-15T12:00:00Z`

async function tables({ database } = instance): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    database,
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'click_blocks'::regclass",
  )
  return rows.map(({ name }) => name).sort()
}

async function tablesWithClicks(): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    instance.database,
    'select distinct tableoid::regclass::text as name from click_blocks',
  )
  return rows.map(({ name }) => name)
}

const default_ = 'click_blocks_default'

test('this month and the next two have their tables, and clicks go into them', async () => {
  expect(await tables()).toContainValues([default_, monthTable(0), monthTable(1), monthTable(2)])
  await click()
  expect(await tablesWithClicks()).toStrictEqual([monthTable()])
})

test('they exist once a server on a new database has started, so that none is created while clicks are counted', async () => {
  const fresh = await startInstance('postgres', retention)
  try {
    expect(await tables(fresh)).toHaveLength(4)
  } finally {
    await fresh.stop()
    await fresh.database.remove()
  }
})

test('a month is dropped as a whole once its last day has expired; until then, single days are deleted', async () => {
  const first = monthTable()
  await click()
  // 45 days after the middle of a month, its first half has expired, and its last days are still kept.
  await instance.clock.advance(45 * 86_400_000)
  await click()
  expect(await tablesWithClicks()).toStrictEqual([monthTable()])
  expect(await tables()).toContain(first)
  await instance.clock.advance(20 * 86_400_000)
  expect(await tables()).not.toContain(first)
  expect(await tablesWithClicks()).toStrictEqual([monthTable(-1)])
})

test('a click in a month without a table is kept, and moves into the table once it exists', async () => {
  // The clock jumps, so no table was created ahead.
  instance.clock.move(Date.parse(middleOf(8)) - instance.clock.now())
  await click()
  expect(await tablesWithClicks()).toStrictEqual([default_])
  await instance.clock.advance(600_000)
  expect(await tablesWithClicks()).toStrictEqual([monthTable()])
  await click()
  expect(await tablesWithClicks()).toStrictEqual([monthTable()])
  const { body } = await account.call(`GET /links/${short}/stats/lifetime`)
  expect(body.data).toEqual({ clicks: 2 })
})

test("nodes that create and drop tables at the same time don't block each other", async () => {
  const other = await startOn(instance.database, 'postgres', retention)
  other.clock.move(instance.clock.now() - other.clock.now())
  try {
    for (const months of [3, 6, 9]) {
      const moment = middleOf(months)
      await Promise.all([instance.clock.advanceTo(moment), other.clock.advanceTo(moment)])
      await Promise.all([click(), other.visit(`/${short}`)])
    }
    // One node left this job to the other.
    await instance.clock.advance(600_000)
    expect(await tables()).toContainValues([monthTable(0), monthTable(1), monthTable(2)])
    expect(await tables()).not.toContain(monthTable(-3))
  } finally {
    await other.stop()
  }
})

test('a month that is being read stays until the query ends, and clicks are counted meanwhile', async () => {
  const old = monthTable()
  await click()
  const backup = new pg.Client({ connectionString: instance.database.env.DATABASE_URL })
  await backup.connect()
  try {
    await backup.query('begin')
    await backup.query('select count(*) from click_blocks')
    await instance.clock.advanceTo(middleOf(3))
    await click()
    expect(await tables()).toContain(old)
    // Its clicks are deleted, though.
    expect(await tablesWithClicks()).not.toContain(old)
  } finally {
    await backup.end()
  }
  await instance.clock.advance(600_000)
  expect(await tables()).not.toContain(old)
})

test('an expired click in a journal found late is deleted and blocks nothing', async () => {
  instance.clock.move(-120 * 86_400_000)
  await click()
  expect(await tablesWithClicks()).toStrictEqual([default_])
  instance.clock.move(120 * 86_400_000)
  await instance.clock.advanceTo(middleOf(1))
  expect(await tablesWithClicks()).toStrictEqual([])
  expect(await tables()).toContain(monthTable(2))
})
