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

/** Lets so many deliveries be written down and no more; the function given lets all. */
async function allowDeliveries(database: FreshDatabase, most: number): Promise<() => Promise<void>> {
  const isTooMany = `(select count(*) from webhook_deliveries) >= ${most}`
  if (!database.env.DATABASE_URL) {
    await ask(
      database,
      `create trigger full before insert on webhook_deliveries when ${isTooMany}
        begin select raise(abort, 'it is full'); end`,
    )
    return async () => void (await ask(database, 'drop trigger full'))
  }
  await ask(
    database,
    `create function refuse_more() returns trigger language plpgsql as
      $$ begin if ${isTooMany} then raise 'it is full'; end if; return new; end $$`,
  )
  await ask(
    database,
    `create trigger full_up before insert on webhook_deliveries for each row execute function refuse_more()`,
  )
  return async () => void (await ask(database, 'drop trigger full_up on webhook_deliveries'))
}

const clickOf = ({ body }: WrittenDelivery) => (body.data as ClickedLink).click
const linkOf = ({ body }: WrittenDelivery) => (body.data as ClickedLink).link.short

/** A server with two links that were clicked by turns, and a part of those clicks told while no more can be written. */
async function partlyTold(database: FreshDatabase) {
  const server = await serve({ ...database.env, LOG_LEVEL: 'silent' })
  const key = await newKey(database.env)
  for (const custom_slug of ['odd', 'even'])
    await call(server, key, '/links', { long_url: 'https://example.com/', custom_slug })
  const listener = await endpoint(database, 'ana@example.com', { events: ['link.clicked'] })
  const letAll = await allowDeliveries(database, 25)
  const letGo = await holdCounting(database)
  for (let number = 0; number < clicks; number++)
    await fetch(`${server.url}/${number % 2 ? 'odd' : 'even'}`, {
      redirect: 'manual',
      headers: { 'user-agent': browser },
    })
  await letGo()
  // Whoever asks for the count has it made at once, if it can be.
  const asked = fetch(`${server.url}/v2/links/odd`, { headers: { authorization: `Bearer ${key}` } }).catch(
    () => null,
  )
  const begun = 'select next_event from journal_positions where next_event is not null'
  while ((await ask(database, begun)).length === 0) await Bun.sleep(20)
  const told = await listener.deliveries()
  expect(told.length).toBeGreaterThan(0)
  expect(told.length).toBeLessThan(clicks)
  return { server, key, listener, told, letAll, asked }
}

async function killedWhileTelling(database: FreshDatabase) {
  const { server, letAll, asked, ...rest } = await partlyTold(database)
  await server.end('SIGKILL')
  await asked
  await letAll()
  return { ...rest, told: await rest.listener.deliveries() }
}

describe.each([...engines])('on %s', (engine) => {
  test('killed between two pieces of a batch, it tells the rest, and nothing twice', async () => {
    const database = await freshDatabase(engine)
    const { key, listener, told } = await killedWhileTelling(database)
    const server = await serve(database.env)
    for (const short of ['odd', 'even'])
      expect((await call(server, key, `/links/${short}/stats/lifetime`)).clicks).toBe(clicks / 2)
    const deliveries = await listener.deliveries()
    expect(deliveries.slice(0, told.length)).toEqual(told)
    expect(deliveries.map(linkOf)).toEqual(
      Array.from({ length: clicks }, (_, number) => (number % 2 ? 'odd' : 'even')),
    )
    expect(new Set(deliveries.map((delivery) => clickOf(delivery).id)).size).toBe(clicks)
    expect(await server.end('SIGTERM')).toBe(0)
    await database.remove()
  })

  test('what could not be written is told once it can, and what was told is not told again', async () => {
    const database = await freshDatabase(engine)
    const { server, key, listener, letAll, asked } = await partlyTold(database)
    await asked
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
      const gone = (list: WrittenDelivery[]) => list.filter((delivery) => linkOf(delivery) === 'even')
      expect(gone(deliveries)).toEqual(gone(told))
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
    expect(await listener.deliveries()).toEqual(told)
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
    expect(await listener.deliveries()).toEqual(told)
    expect(await next.end('SIGTERM')).toBe(0)
    await database.remove()
  })
})
