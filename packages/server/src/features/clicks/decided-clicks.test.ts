// Clicks that a link's rules decided: counted by rule and destination, and named in every record of a single click.
import { describe, expect, test } from 'bun:test'
import { type ClickedLink, LiveClick } from '@linnet/contract'
import { password, signIn } from '../../../../../test/accounts/sign-in.ts'
import { listen } from '../../../../../test/browser/event-source.ts'
import { engines } from '../../../../../test/databases.ts'
import { type Account, browser, type Instance, startInstance, startOn } from '../../../../../test/instance.ts'
import {
  leavePendingClicks,
  numbersOf,
  type PendingClick,
} from '../../../../../test/machine/pending-clicks.ts'
import { everyRow } from '../../../../../test/stored-contents.ts'
import { ask, endpoint } from '../../../../../test/webhooks/webhooks.ts'

const day = 86_400_000
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

type Decision = Omit<PendingClick, 'linkId' | 'userId'>

/** A server that starts with these clicks on a link in its journal, as one that was killed leaves them. */
async function startWith(engine: Instance['engine'], code: string, decisions: Decision[]) {
  const first = await startInstance(engine)
  const { database } = first
  const account = await first.account()
  const link = await account.link({ custom_slug: code })
  const listener = await endpoint(database, account.email, { events: ['link.clicked'] })
  await first.stop()
  const numbers = await numbersOf(database, code)
  leavePendingClicks(
    database.env.DATA_DIR,
    decisions.map((decision) => ({ ...numbers, ...decision })),
  )
  const server = await startOn(database, engine)
  await server.countClicks()
  const headers = { authorization: `Bearer ${account.key}` }
  return {
    server,
    account,
    link,
    listener,
    breakdown: async (query = '') =>
      (await server.ask(`GET /v2/links/${code}/stats/breakdown${query}`, { headers })).body.data,
    /** The stored counts of the link's days, and of the account's. */
    async counts() {
      const of = async (table: string) =>
        (await ask<{ counts: string }>(database, `select counts from ${table} order by day`)).map(
          ({ counts }) => JSON.parse(counts),
        )
      return { link: await of('link_days'), account: await of('account_days') }
    },
    async remove() {
      await server.stop()
      await database.remove()
    },
  }
}

const clicks = (rule: number, destination: number, times: number): Decision[] =>
  Array.from({ length: times }, (_, visitor) => ({ rule, destination, visitor }))

async function exported(server: Instance, account: Account, type: string) {
  const { call } = await signIn(server, account)
  return (await call('GET /export')).text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((line) => line.type === type)
    .map(({ data }) => data)
}

describe.each([...engines])('clicks that rules decided, on %s', (engine) => {
  test('are counted by rule and destination after a restart, with shares and intervals; bots count too', async () => {
    const byBot = { rule: 3, destination: 8, userAgent: crawler }
    const left = [...clicks(3, 7, 2), byBot, ...clicks(65_535, 65_535, 1), {}]
    const { breakdown, counts, server, remove } = await startWith(engine, 'split', left)
    const expected = [
      {
        id: 'rul_3',
        clicks: 3,
        destinations: [
          { id: 'dst_7', clicks: 2, observed: 0.6667, low: 0.2077, high: 0.9385, intended: null },
          { id: 'dst_8', clicks: 1, observed: 0.3333, low: 0.0615, high: 0.7923, intended: null },
        ],
      },
      {
        id: 'rul_65535',
        clicks: 1,
        destinations: [{ id: 'dst_65535', clicks: 1, observed: 1, low: 0.2065, high: 1, intended: null }],
      },
    ]
    const data = await breakdown()
    expect(data.rules).toEqual(expected)
    expect(data.referers).toEqual([{ name: 'direct', clicks: 5 }])
    expect((await breakdown('?additional=false')).rules).toEqual([])
    const choices = { '3.7': 2, '3.8': 1, '65535.65535': 1 }
    expect(await counts()).toMatchObject({ link: [{ 5: choices }], account: [{ length: 5 }] })
    // Later clicks that no rule decides are added beside them.
    await server.visit('/split')
    expect((await breakdown()).rules).toEqual(expected)
    expect((await breakdown()).referers).toEqual([{ name: 'direct', clicks: 6 }])
    await remove()
  })

  test('add up over days, and stay when a day loses its visitors', async () => {
    const { breakdown, counts, server, remove } = await startWith(engine, 'days', clicks(1, 1, 3))
    const before = await counts()
    await server.clock.advance(8 * day)
    await server.clock.advance(60_000)
    const [row] = await ask<{ bytes: number }>(
      server.database,
      'select length(visitor_sketch) as bytes from link_days order by day limit 1',
    )
    expect(Number(row?.bytes)).toBe(0)
    expect(await counts()).toEqual(before)
    await server.visit('/days')
    expect((await breakdown()).rules).toMatchObject([{ id: 'rul_1', clicks: 3 }])
    expect((await breakdown(`?start=${server.clock.day()}`)).rules).toEqual([])
    expect((await counts()).link).toMatchObject([{ length: 6 }, { length: 5 }])
    await remove()
  })

  test('have the rule and the destination in events, in the export and in the live view', async () => {
    const byBot = { rule: 3, destination: 8, userAgent: crawler }
    const { server, account, link, listener, remove } = await startWith(engine, 'single', [
      {},
      ...clicks(3, 7, 1),
      byBot,
    ])
    const expected = [
      { rule: null, destination: null, bot: false, not_counted: null },
      { rule: 'rul_3', destination: 'dst_7', bot: false, not_counted: null },
      { rule: 'rul_3', destination: 'dst_8', bot: true, not_counted: 'bot' },
    ]
    const events = (await listener.deliveries()).map(({ body }) => (body.data as ClickedLink).click)
    expect(events).toMatchObject(expected)
    const lines = await exported(server, account, 'click')
    expect(lines).toMatchObject(expected.map((one) => ({ link: link.id, ...one })))

    const { cookie } = await signIn(server, account)
    const source = await listen(`${server.url}/api/live`, { cookie })
    // The same clicks again, as if another node had counted them.
    await ask(
      server.database,
      'insert into click_blocks (user_id, day, clicks, content) select user_id, day, clicks, content from click_blocks',
    )
    await server.clock.advance(1000)
    const live = []
    for (const _ of expected) live.push((await source.next())?.data)
    for (const one of live) expect(LiveClick.parse(one)).toStrictEqual(one)
    const bySequence = live.sort((a, b) => (a.id < b.id ? -1 : 1))
    expect(bySequence).toMatchObject(expected)
    source.close()
    await remove()
  })

  test('cannot be forged by a user agent that looks like stored counts', async () => {
    const instance = await startInstance(engine)
    const account = await instance.account()
    for (const name of ['},{"3.7":9', '},{', '3.7', '"},{"3.7":9,"x', '},{"3.7":9}', ',"rule":3']) {
      const { short } = await account.link()
      for (const agent of [`${name}/1.0 x`, browser, `${name}/1.0 x`, browser]) {
        await instance.visit(`/${short}`, { 'user-agent': agent })
        await instance.countClicks()
      }
      const { data } = (await account.call(`GET /links/${short}/stats/breakdown`)).body
      expect([name, data.rules]).toEqual([name, []])
      expect(data.referers).toEqual([{ name: 'direct', clicks: 4 }])
      const browsers = data.browsers as { name: string; clicks: number }[]
      expect(Object.fromEntries(browsers.map((one) => [one.name, one.clicks]))).toEqual({
        Chrome: 2,
        [name]: 2,
      })
    }
    await instance.stop()
    await instance.database.remove()
  })

  test('are erased with their account', async () => {
    const { server, account, remove } = await startWith(engine, 'erased', clicks(4321, 1234, 2))
    const stored = async () => {
      const rows = await everyRow(server.database)
      // The packed number is the one in the list of single clicks.
      return ['4321.1234', String((4321 << 16) | 1234)].map((mark) => rows.includes(mark))
    }
    expect(await stored()).toEqual([true, true])
    const { call } = await signIn(server, account)
    await call('POST /user/delete', { body: { password } })
    await server.clock.advance(61_000)
    await server.clock.advance(10_000)
    expect(await stored()).toEqual([false, false])
    await remove()
  })
})
