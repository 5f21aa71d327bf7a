// Batches whose events are emitted in parts: whatever stops between two parts, each click is emitted exactly once.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { TestClock } from '../../../../../test/clock.ts'
import { type Engine, engines, type FreshDatabase } from '../../../../../test/databases.ts'
import { type Account, type Instance, startInstance, startOn } from '../../../../../test/instance.ts'
import {
  leavePendingClicks,
  numbersOf,
  type PendingJournal,
} from '../../../../../test/machine/pending-clicks.ts'
import { lockClickCounts } from '../../../../../test/servers/table-locks.ts'
import {
  allowRows,
  batchIsPartlyWritten,
  byTurns,
  clickOf,
  idsOf,
  linkOf,
  writtenClicks,
} from '../../../../../test/webhooks/click-events.ts'
import { ask, endpoint, type WrittenDelivery } from '../../../../../test/webhooks/webhooks.ts'
import { openDatabase } from '../../db/open.ts'
import { createLog } from '../../platform/observability/log.ts'
import { createClickEvents } from '../events/index.ts'
import { ClickBatch } from './counting/click-batch.ts'
import { JournalCounter } from './counting/journal-counter.ts'
import { ClickStore } from './store.ts'

const clicks = 100
const quiet = { LOG_LEVEL: 'silent' }

/** An account with two links that are clicked alternately, and a webhook endpoint for these clicks. */
async function accountWithLinks(instance: Instance) {
  const account = await instance.account()
  const links = { even: await account.link(), odd: await account.link() }
  const listen = () => endpoint(instance.database, account.email, { events: ['link.clicked'] })
  const clickedLinks = byTurns(clicks).map((turn) => links[turn].short as string)
  return {
    account,
    even: links.even.short,
    odd: links.odd.short,
    clickedLinks,
    listen,
    listener: await listen(),
  }
}

async function counted(server: Instance, { key }: Account, short: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  return (await server.ask(`GET /v2/links/${short}/stats/lifetime`, { headers })).body.data.clicks
}

/** Writes the first batch of events for a journal, like a server that stops before the second. */
async function emitPart({ env }: FreshDatabase, journal: PendingJournal): Promise<void> {
  const log = createLog('silent')
  const db = await openDatabase({
    url: env.DATABASE_URL ?? null,
    dataDirectory: env.DATA_DIR,
    poolSize: 2,
    clock: new TestClock(),
    log,
  })
  await new JournalCounter({
    store: new ClickStore(db),
    journal: { path: journal.folder, id: journal.id, firstLive: journal.segment },
    batch: new ClickBatch(),
    events: createClickEvents(db, 'localhost'),
    keepClicks: true,
    log,
  }).step()
  await db.close()
}

/** Accounts, each with a journal of its clicks that a server emitted in part before it stopped. */
async function stoppedWhileEmitting(engine: Engine, accounts: number) {
  const instance = await startInstance(engine, quiet)
  const { database } = instance
  const accountsWithLinks = []
  for (let number = 0; number < accounts; number++) accountsWithLinks.push(await accountWithLinks(instance))
  const stranger = await instance.account()
  await instance.stop()
  const cases = []
  for (const [number, each] of accountsWithLinks.entries()) {
    const links = await Promise.all(each.clickedLinks.slice(0, 2).map((short) => numbersOf(database, short)))
    const left = Array.from({ length: clicks }, (_, at) => links[at % 2] as (typeof links)[number])
    const journal = leavePendingClicks(database.env.DATA_DIR, left, number)
    const before = (await writtenClicks(database)).length
    await emitPart(database, journal)
    const emitted = (await writtenClicks(database)).slice(before)
    expect(emitted.length).toBeGreaterThan(0)
    expect(emitted.length).toBeLessThan(clicks)
    cases.push({ ...each, journal, emitted })
  }
  return { database, stranger, cases }
}

type StoppedCase = Awaited<ReturnType<typeof stoppedWhileEmitting>>['cases'][number]

describe.each([...engines])('on %s, if the server stops between two parts of a batch', (engine) => {
  let database: FreshDatabase
  let server: Instance
  let same: StoppedCase
  let deleted: StoppedCase
  let reassigned: StoppedCase
  let fromBeforeEvents: StoppedCase
  let switchedOff: StoppedCase

  beforeAll(async () => {
    const { cases, stranger, ...rest } = await stoppedWhileEmitting(engine, 5)
    database = rest.database
    ;[same, deleted, reassigned, fromBeforeEvents, switchedOff] = cases as [
      StoppedCase,
      StoppedCase,
      StoppedCase,
      StoppedCase,
      StoppedCase,
    ]
    const idOf = async ({ even }: StoppedCase) => (await numbersOf(database, even)).linkId
    const deletedLink = await idOf(deleted)
    await ask(database, 'delete from links where id = ?', [deletedLink])
    await ask(database, 'delete from codes where link_id = ?', [deletedLink])
    await ask(database, 'update links set user_id = (select id from users where email = ?) where id = ?', [
      stranger.email,
      await idOf(reassigned),
    ])
    const beforeEvents = 'update journal_positions set next_event = null where journal = ?'
    await ask(database, beforeEvents, [fromBeforeEvents.journal.id])
    await switchedOff.listener.set({ disabled_at: 1 })
    server = await startOn(database, engine, quiet)
    // A query does not wait for so large a backlog, but creating a link does.
    const headers = { authorization: `Bearer ${same.account.key}` }
    const made = await server.ask('POST /v2/links', { body: { long_url: 'https://example.com/' }, headers })
    expect(made.status).toBe(200)
  })
  afterAll(async () => {
    await server.stop()
    await database.remove()
  })

  async function expectAllCounted({ account, clickedLinks }: StoppedCase): Promise<void> {
    for (const short of clickedLinks.slice(0, 2))
      expect(await counted(server, account, short)).toBe(clicks / 2)
  }

  test('the next server emits the rest, and nothing twice', async () => {
    const { listener, emitted, clickedLinks } = same
    await expectAllCounted(same)
    const deliveries = await listener.deliveries()
    expect(deliveries.slice(0, emitted.length).map(clickOf)).toEqual(emitted)
    expect(deliveries.map(linkOf)).toEqual(clickedLinks)
    expect(new Set(deliveries.map((delivery) => clickOf(delivery).id)).size).toBe(clicks)
  })

  test.each([
    ['nobody has', () => deleted],
    ['somebody else has', () => reassigned],
  ])('clicks on a link that %s by then are not emitted; all other clicks are', async (_who, which) => {
    const { account, even, odd, listener, emitted } = which()
    expect(await counted(server, account, odd)).toBe(clicks / 2)
    const deliveries = await listener.deliveries()
    expect(deliveries.filter((delivery) => linkOf(delivery) === odd)).toHaveLength(clicks / 2)
    // Only those that were emitted before that.
    const ofLink = deliveries.filter((delivery) => linkOf(delivery) === even).map(clickOf)
    const before = new Set(idsOf(emitted))
    expect(ofLink.filter(({ id }) => !before.has(id))).toEqual([])
  })

  test('a batch that was being counted before there were events continues without events', async () => {
    await expectAllCounted(fromBeforeEvents)
    expect(idsOf((await fromBeforeEvents.listener.deliveries()).map(clickOf))).toEqual(
      idsOf(fromBeforeEvents.emitted),
    )
  })

  test('if no endpoint subscribes any more, the rest is counted and nothing is emitted', async () => {
    const { listener, emitted } = switchedOff
    await expectAllCounted(switchedOff)
    await listener.set({ disabled_at: null })
    await server.stop()
    server = await startOn(database, engine, quiet)
    await expectAllCounted(switchedOff)
    expect(idsOf((await listener.deliveries()).map(clickOf))).toEqual(idsOf(emitted))
  })
})

describe.each([...engines])('an event that cannot be written, on %s,', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await startInstance(engine, quiet)
  })
  afterAll(async () => {
    await instance.stop()
    await instance.database.remove()
  })

  test('is emitted once it can be written, and emitted events are not repeated', async () => {
    const { database } = instance
    const { account, clickedLinks, listener } = await accountWithLinks(instance)
    const letEmit = await allowRows(database, 'webhook_fanouts', 1)
    // Emitted events stay in the fan-outs.
    const letExpand = await allowRows(database, 'webhook_deliveries', 0)
    const resumeCounting = await lockClickCounts(database)
    for (const code of clickedLinks) await instance.visit(`/${code}`)
    await resumeCounting()
    // A query counts pending clicks at once, if possible.
    const asked = account.call(`GET /links/${clickedLinks[0]}/stats/lifetime`)
    await batchIsPartlyWritten(database)
    await asked
    await letEmit()
    await letExpand()
    for (const short of clickedLinks.slice(0, 2))
      expect(await counted(instance, account, short)).toBe(clicks / 2)
    const deliveries = await listener.deliveries()
    expect(deliveries).toHaveLength(clicks)
    expect(new Set(deliveries.map((delivery) => clickOf(delivery).id)).size).toBe(clicks)
    // The failure to write it was logged too.
    instance.errors.splice(0)
  })

  test('is expanded by the next server from where the last one stopped: each endpoint gets each click once, in order', async () => {
    const { database } = instance
    const { account, clickedLinks, listen, listener } = await accountWithLinks(instance)
    const listeners = [listener, await listen(), await listen()]
    const [{ rows } = { rows: 0 }] = await ask<{ rows: number }>(
      database,
      'select count(*) as rows from webhook_deliveries',
    )
    const letAll = await allowRows(database, 'webhook_deliveries', Number(rows) + clicks)
    for (const code of clickedLinks) await instance.visit(`/${code}`)
    // All are counted, though not all can be expanded.
    for (const short of clickedLinks.slice(0, 2))
      expect(await counted(instance, account, short)).toBe(clicks / 2)
    instance.errors.splice(0)
    await instance.stop()
    expect((await writtenClicks(database)).length).toBeGreaterThan(0)
    await letAll()
    instance = await startOn(database, engine, quiet)
    const [first, ...others] = await Promise.all(listeners.map((one) => one.deliveries()))
    expect(first?.map(linkOf)).toEqual(clickedLinks)
    expect(new Set(first?.map((delivery) => clickOf(delivery).id)).size).toBe(clicks)
    for (const other of others) expect(other).toEqual(first as WrittenDelivery[])
  })
})
