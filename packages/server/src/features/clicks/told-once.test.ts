// Batches of clicks that are told in pieces: whatever ends between two of them, each click is told exactly once.
import { afterEach, describe, expect, test } from 'bun:test'
import type { ClickedLink } from '@linnet/contract'
import { engines, type FreshDatabase, freshDatabase } from '../../../../../test/databases.ts'
import { holdCounting } from '../../../../../test/hold-table.ts'
import { browser } from '../../../../../test/instance.ts'
import { endAll, newKey, type ServerProcess, serve } from '../../../../../test/program.ts'
import { ask, endpoint, type WrittenDelivery } from '../../../../../test/webhooks.ts'

afterEach(endAll)

const clicks = 100

async function call(server: ServerProcess, key: string, path: string, body?: object) {
  const answer = await fetch(`${server.url}/v2${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { id: string; clicks: number } }).data
}

/** Lets a table have so many rows and no more; the function given lets it have all. */
async function allowRows(database: FreshDatabase, table: string, most: number): Promise<() => Promise<void>> {
  const isTooMany = `(select count(*) from ${table}) >= ${most}`
  if (!database.env.DATABASE_URL) {
    await ask(
      database,
      `create trigger full_${table} before insert on ${table} when ${isTooMany}
        begin select raise(abort, 'it is full'); end`,
    )
    return async () => void (await ask(database, `drop trigger full_${table}`))
  }
  await ask(
    database,
    `create function refuse_${table}() returns trigger language plpgsql as
      $$ begin if ${isTooMany} then raise 'it is full'; end if; return new; end $$`,
  )
  await ask(
    database,
    `create trigger full_${table} before insert on ${table} for each row execute function refuse_${table}()`,
  )
  return async () => void (await ask(database, `drop trigger full_${table} on ${table}`))
}

/** The clicks that are written down and wait to be expanded, in their order. */
async function writtenClicks(database: FreshDatabase): Promise<ClickedLink['click'][]> {
  const rows = await ask<{ content: string }>(database, 'select content from webhook_fanouts order by id')
  return rows.flatMap(({ content }) =>
    (JSON.parse(content) as { entries: { data: Pick<ClickedLink, 'click'> }[] }).entries.map(
      ({ data }) => data.click,
    ),
  )
}

const clickOf = ({ body }: WrittenDelivery) => (body.data as ClickedLink).click
const linkOf = ({ body }: WrittenDelivery) => (body.data as ClickedLink).link.short
const idsOf = (clicks: { id: string }[]) => clicks.map(({ id }) => id)

async function clickByTurns(server: ServerProcess): Promise<void> {
  for (let number = 0; number < clicks; number++)
    await fetch(`${server.url}/${number % 2 ? 'odd' : 'even'}`, {
      redirect: 'manual',
      headers: { 'user-agent': browser },
    })
}

async function startWithLinks(database: FreshDatabase) {
  const server = await serve({ ...database.env, LOG_LEVEL: 'silent' })
  const key = await newKey(database.env)
  for (const custom_slug of ['odd', 'even'])
    await call(server, key, '/links', { long_url: 'https://example.com/', custom_slug })
  return { server, key }
}

/** A server with two links that were clicked by turns, and a part of those clicks told while no more can be written. */
async function partlyTold(database: FreshDatabase) {
  const { server, key } = await startWithLinks(database)
  const listener = await endpoint(database, 'ana@example.com', { events: ['link.clicked'] })
  // What is told stays where it is seen.
  const letExpand = await allowRows(database, 'webhook_deliveries', 0)
  const letTell = await allowRows(database, 'webhook_fanouts', 1)
  const letGo = await holdCounting(database)
  await clickByTurns(server)
  await letGo()
  // Whoever asks for the count has it made at once, if it can be.
  const asked = fetch(`${server.url}/v2/links/odd`, { headers: { authorization: `Bearer ${key}` } }).catch(
    () => null,
  )
  const begun = 'select next_event from journal_positions where next_event is not null'
  while ((await ask(database, begun)).length === 0) await Bun.sleep(20)
  await asked
  const told = await writtenClicks(database)
  expect(told.length).toBeGreaterThan(0)
  expect(told.length).toBeLessThan(clicks)
  const letAll = async () => {
    await letTell()
    await letExpand()
  }
  return { server, key, listener, told, letAll }
}

async function killedWhileTelling(database: FreshDatabase) {
  const { server, letAll, ...rest } = await partlyTold(database)
  await server.end('SIGKILL')
  const told = await writtenClicks(database)
  await letAll()
  return { ...rest, told }
}

describe.each([...engines])('on %s', (engine) => {
  test('killed between two pieces of a batch, it tells the rest, and nothing twice', async () => {
    const database = await freshDatabase(engine)
    const { key, listener, told } = await killedWhileTelling(database)
    const server = await serve(database.env)
    for (const short of ['odd', 'even'])
      expect((await call(server, key, `/links/${short}/stats/lifetime`)).clicks).toBe(clicks / 2)
    const deliveries = await listener.deliveries()
    expect(deliveries.slice(0, told.length).map(clickOf)).toEqual(told)
    expect(deliveries.map(linkOf)).toEqual(
      Array.from({ length: clicks }, (_, number) => (number % 2 ? 'odd' : 'even')),
    )
    expect(new Set(deliveries.map((delivery) => clickOf(delivery).id)).size).toBe(clicks)
    expect(await server.end('SIGTERM')).toBe(0)
    await database.remove()
  })

  test('what could not be written is told once it can, and what was told is not told again', async () => {
    const database = await freshDatabase(engine)
    const { server, key, listener, letAll } = await partlyTold(database)
    await letAll()
    for (const short of ['odd', 'even'])
      expect((await call(server, key, `/links/${short}/stats/lifetime`)).clicks).toBe(clicks / 2)
    const deliveries = await listener.deliveries()
    expect(deliveries).toHaveLength(clicks)
    expect(new Set(deliveries.map((delivery) => clickOf(delivery).id)).size).toBe(clicks)
    expect(await server.end('SIGTERM')).toBe(0)
    await database.remove()
  })

  const even = "id = (select link_id from codes where code = 'even')"
  test.each([
    ['nobody has', [`delete from links where ${even}`, "delete from codes where code = 'even'"]],
    ['somebody else has', [`update links set user_id = (select max(id) from users) where ${even}`]],
  ])(
    'clicks of a link that %s by then are not told, and no other click is left out for that',
    async (_who, changes) => {
      const database = await freshDatabase(engine)
      const { key, listener, told } = await killedWhileTelling(database)
      await newKey(database.env, 'eve@example.com')
      for (const change of changes) await ask(database, change)
      const server = await serve({ ...database.env, LOG_LEVEL: 'silent' })
      expect((await call(server, key, '/links/odd/stats/lifetime')).clicks).toBe(clicks / 2)
      const deliveries = await listener.deliveries()
      expect(deliveries.filter((delivery) => linkOf(delivery) === 'odd')).toHaveLength(clicks / 2)
      // Those that were told before it was gone, and no other.
      const gone = deliveries.filter((delivery) => linkOf(delivery) === 'even').map(clickOf)
      const before = new Set(idsOf(told))
      expect(gone.filter(({ id }) => !before.has(id))).toEqual([])
      expect(await server.end('SIGTERM')).toBe(0)
      await database.remove()
    },
  )

  test('a batch that was being counted before there were events goes on, and is not told', async () => {
    const database = await freshDatabase(engine)
    const { key, listener, told } = await killedWhileTelling(database)
    await ask(database, 'update journal_positions set next_event = null')
    const server = await serve(database.env)
    for (const short of ['odd', 'even'])
      expect((await call(server, key, `/links/${short}/stats/lifetime`)).clicks).toBe(clicks / 2)
    expect(idsOf((await listener.deliveries()).map(clickOf))).toEqual(idsOf(told))
    expect(await server.end('SIGTERM')).toBe(0)
    await database.remove()
  })

  test('with nobody listening any more, the rest is counted and nobody is told', async () => {
    const database = await freshDatabase(engine)
    const { key, listener, told } = await killedWhileTelling(database)
    await listener.set({ disabled_at: 1 })
    const server = await serve(database.env)
    expect((await call(server, key, '/links/odd/stats/lifetime')).clicks).toBe(clicks / 2)
    await listener.set({ disabled_at: null })
    await server.end('SIGKILL')
    const next = await serve(database.env)
    expect((await call(next, key, '/links/even/stats/lifetime')).clicks).toBe(clicks / 2)
    expect(idsOf((await listener.deliveries()).map(clickOf))).toEqual(idsOf(told))
    expect(await next.end('SIGTERM')).toBe(0)
    await database.remove()
  })

  test('killed between two pieces that are expanded, it goes on: each endpoint gets each click once, in order', async () => {
    const database = await freshDatabase(engine)
    const { server, key } = await startWithLinks(database)
    const listeners = [
      await endpoint(database, 'ana@example.com', { events: ['link.clicked'] }),
      await endpoint(database, 'ana@example.com', { events: ['link.clicked', 'qr.scanned'] }),
      await endpoint(database, 'ana@example.com', { events: ['link.clicked'] }),
    ]
    const most = (clicks * listeners.length) / 3
    const letAll = await allowRows(database, 'webhook_deliveries', most)
    await clickByTurns(server)
    // All are counted, though not all can be expanded.
    expect((await call(server, key, '/links/odd/stats/lifetime')).clicks).toBe(clicks / 2)
    expect((await call(server, key, '/links/even/stats/lifetime')).clicks).toBe(clicks / 2)
    await server.end('SIGKILL')
    expect((await writtenClicks(database)).length).toBeGreaterThan(0)
    await letAll()
    const next = await serve(database.env)
    const [first, ...others] = await Promise.all(listeners.map((listener) => listener.deliveries()))
    expect(first?.map(linkOf)).toEqual(
      Array.from({ length: clicks }, (_, number) => (number % 2 ? 'odd' : 'even')),
    )
    expect(new Set(first?.map((delivery) => clickOf(delivery).id)).size).toBe(clicks)
    for (const other of others) expect(other).toEqual(first as WrittenDelivery[])
    expect(await next.end('SIGTERM')).toBe(0)
    await database.remove()
  })
})
