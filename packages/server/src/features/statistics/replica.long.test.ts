// A read replica answers statistics requests, and the answers include every click.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Account, type Instance, startOn } from '../../../../../test/instance.ts'
import { type Replicated, startReplicated } from '../../../../../test/servers/replica.ts'
import { until } from '../../../../../test/timeouts.ts'

let replicated: Replicated
let replica: pg.Client
let instance: Instance
let account: Account
const folder = mkdtempSync(join(tmpdir(), 'linnet-data-'))

beforeAll(async () => {
  replicated = await startReplicated()
  const env = { DATA_DIR: folder, DATABASE_URL: replicated.primary.url }
  instance = await startOn({ env, remove: async () => {} }, 'postgres', {
    DATABASE_REPLICA_URL: replicated.url,
  })
  account = await instance.account()
  replica = new pg.Client({ connectionString: replicated.url })
  replica.on('error', () => {})
  await replica.connect()
})

afterAll(async () => {
  await instance.stop()
  await replica.end()
  await replicated.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Clicks a new link a few times and requests statistics after each click: of the link and of the account. */
async function clicksAreSeen(): Promise<void> {
  const { short } = await account.link()
  const total = async () => (await account.call('GET /stats')).body.data.clicks
  const before = await total()
  for (let clicks = 1; clicks <= 5; clicks++) {
    expect((await instance.visit(`/${short}`)).status).toBe(302)
    const { body } = await account.call(`GET /links/${short}/stats/lifetime`)
    expect(body.data.clicks).toBe(clicks)
    expect(await total()).toBe(before + clicks)
  }
}

/** How often the replica has read the sums of accounts; 0 as long as it doesn't have their table. */
async function looks(): Promise<number> {
  const asked = "select seq_scan + idx_scan as looks from pg_stat_user_tables where relname = 'account_days'"
  return Number((await replica.query(asked)).rows[0]?.looks ?? 0)
}

test('a replica is queried, and the latest clicks are counted', async () => {
  const before = await looks()
  await until('the replica is queried', async () => {
    await clicksAreSeen()
    return (await looks()) > before
  })
})

test("requests don't wait for a replica that is behind", async () => {
  await replica.query('select pg_wal_replay_pause()')
  await clicksAreSeen()
  await replica.query('select pg_wal_replay_resume()')
})

test('an unavailable replica changes nothing', async () => {
  await replicated.kill()
  await clicksAreSeen()
})
