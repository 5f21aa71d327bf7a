// The live view: clicks streamed as they happen, to signed-in users only.
import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { LiveClick } from '@linnet/contract'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { newWorkspace } from '../../../../../../test/accounts/workspaces.ts'
import { listen } from '../../../../../../test/browser/event-source.ts'
import { migratedDatabase } from '../../../../../../test/databases.ts'
import { type Account, onEachEngine, startInstance, startOn } from '../../../../../../test/instance.ts'
import { outcome } from '../../../../../../test/microsites.ts'
import { until } from '../../../../../../test/timeouts.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const second = 1000
const heartbeat = 15 * second

onEachEngine('the live view', (instance) => {
  const live = async (account: Account, query = '') => {
    const { cookie, call } = await signIn(instance, account)
    return { cookie, call, source: await listen(`${instance.url}/api/live${query}`, { cookie }) }
  }

  test('sends each click within a second, with its details', async () => {
    const account = await instance.account()
    const link = await account.link({ title: 'Launch' })
    const { source } = await live(account)
    expect([source.status, source.headers.get('content-type')]).toStrictEqual([200, 'text/event-stream'])
    expect(source.headers.get('x-accel-buffering')).toBe('no')
    expect(source.headers.get('cache-control')).toBe('private, no-store, no-transform')
    expect(await source.holds('retry: 3000\n\n')).toBe(true)
    await instance.visit(`/${link.short}?qr=1`, { referer: 'https://news.example.com/' })
    await instance.visit(`/${link.short}`, { 'user-agent': crawler })
    await instance.clock.advance(second)
    const [one, two] = [await source.next(), await source.next()]
    expect(one).toStrictEqual({
      event: 'click',
      data: {
        id: expect.any(String),
        at: expect.any(Number),
        link: { id: link.id, short: link.short, domain: new URL(instance.url).host, title: 'Launch' },
        country: 'ZZ',
        device: 'desktop',
        browser: 'Chrome',
        os: 'Windows',
        referer: 'example.com',
        bot: false,
        scan: true,
        rule: null,
        destination: null,
        placement: null,
        not_counted: null,
      },
    })
    expect(two?.data).toMatchObject({
      device: 'bot',
      referer: 'direct',
      bot: true,
      scan: false,
      not_counted: 'bot',
    })
    for (const event of [one, two]) expect(LiveClick.parse(event?.data)).toStrictEqual(event?.data)
    expect(one?.data.id).not.toBe(two?.data.id)
    source.close()
  })

  test('sends each click once, of one link if requested, and none of another account', async () => {
    const [account, other] = [await instance.account(), await instance.account()]
    const [one, two] = [await account.link(), await account.link()]
    const foreign = await other.link()
    const { source: all } = await live(account)
    const { source: ofOne } = await live(account, `?link=${one.id}`)
    const { source: others } = await live(other)
    for (const { short } of [two, one, foreign, one]) {
      await instance.visit(`/${short}`)
      await instance.clock.advance(second)
    }
    // Long enough for sent clicks to be forgotten, and for a heartbeat.
    for (let times = 0; times < 20; times++) await instance.clock.advance(second)
    await instance.visit(`/${two.short}`)
    await instance.visit(`/${foreign.short}`)
    await instance.clock.advance(second)
    await instance.visit(`/${one.short}`)
    await instance.clock.advance(second)
    const told = async (source: typeof all, times: number) => {
      const ids: string[] = []
      while (ids.length < times) ids.push((await source.next())?.data.link.id)
      return ids
    }
    expect(await told(all, 5)).toStrictEqual([two.id, one.id, one.id, two.id, one.id])
    expect(await told(ofOne, 3)).toStrictEqual([one.id, one.id, one.id])
    expect(await told(others, 2)).toStrictEqual([foreign.id, foreign.id])
    for (const source of [all, ofOne, others]) source.close()
  })

  test('sends the newest of very many clicks, and the number of the others', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const { source } = await live(account)
    await Promise.all(Array.from({ length: 130 }, () => instance.visit(`/${short}`)))
    await instance.clock.advance(second)
    const events = []
    let counted = 0
    while (counted < 130) {
      const event = await source.next()
      events.push(event)
      counted += event?.event === 'missed' ? event.data.clicks : 1
    }
    expect(counted).toBe(130)
    expect(events.filter((event) => event?.event === 'click')).toHaveLength(50)
    source.close()
  })

  test('sends a comment every 15 seconds, so that proxies keep the connection open', async () => {
    const { source } = await live(await instance.account())
    await instance.clock.advance(heartbeat)
    expect(await source.holds('\n\n:\n\n')).toBe(true)
    source.close()
  })

  test('ends with the session, and with the account', async () => {
    const account = await instance.account()
    const [signedOut, deleted] = [await live(account), await live(account)]
    await signedOut.call('DELETE /session')
    await instance.clock.advance(heartbeat)
    expect(await signedOut.source.next()).toBeNull()
    await instance.command('user', 'delete', '--email', account.email)
    await instance.clock.advance(heartbeat)
    expect(await deleted.source.next()).toBeNull()
  })

  test('of a workspace ends once that is blocked, though its members stay signed in', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const { cookie } = owner.session
    const source = await listen(`${instance.url}/api/live?workspace=${workspace.id}`, { cookie })
    expect(source.status).toBe(200)
    await instance.clock.advance(heartbeat)
    expect(await source.holds('\n\n:\n\n')).toBe(true)
    await instance.command('workspace', 'block', '--id', workspace.id, '--reason', 'Phishing.')
    await instance.clock.advance(heartbeat)
    expect(await source.next()).toBeNull()
  })

  test('allows a person ten windows at once in all their workspaces', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const { cookie } = owner.session
    const inWorkspace = `${instance.url}/api/live?workspace=${workspace.id}`
    const sources = await Promise.all(Array.from({ length: 10 }, () => listen(inWorkspace, { cookie })))
    expect(sources.map(({ status }) => status)).toStrictEqual(Array.from({ length: 10 }, () => 200))
    expect(outcome(await instance.ask('GET /api/live', { headers: { cookie } }))).toStrictEqual([
      429,
      'rate_limited',
    ])
    for (const source of sources) source.close()
  })

  test('allows an account ten windows at once, and closing one makes room for another', async () => {
    const account = await instance.account()
    const { cookie } = await signIn(instance, account)
    const open = () => listen(`${instance.url}/api/live`, { cookie })
    const sources = await Promise.all(Array.from({ length: 10 }, open))
    expect(sources.map(({ status }) => status)).toStrictEqual(Array.from({ length: 10 }, () => 200))
    const refused = await instance.ask('GET /api/live', { headers: { cookie } })
    expect(outcome(refused)).toStrictEqual([429, 'rate_limited'])
    expect(refused.headers.get('retry-after')).toBe('60')
    const { source: others } = await live(await instance.account())
    expect(others.status).toBe(200)
    // A HEAD request opens none.
    const looked = await instance.ask('HEAD /api/live', { headers: { cookie } })
    expect([looked.status, looked.headers.get('content-type')]).toStrictEqual([200, 'text/event-stream'])
    sources[0]?.close()
    const again = await until('a stream is free again', async () => {
      const opened = await open()
      return opened.status !== 429 && opened
    })
    expect(again.status).toBe(200)
    for (const source of [...sources, others, again]) source.close()
  })

  test("buffers little for a reader that doesn't read, without affecting others", async () => {
    const account = await instance.account()
    const { short } = await account.link({ title: 'x'.repeat(250) })
    const { source, cookie } = await live(account)
    const slow = connect(Number(new URL(instance.url).port), '127.0.0.1')
    slow.pause()
    slow.write(`GET /api/live HTTP/1.1\r\nHost: ${new URL(instance.url).host}\r\nCookie: ${cookie}\r\n\r\n`)
    for (let times = 0; times < 5; times++) {
      await Promise.all(Array.from({ length: 40 }, () => instance.visit(`/${short}`)))
      await instance.clock.advance(second)
    }
    let clicks = 0
    while (clicks < 200) clicks += (await source.next())?.event === 'click' ? 1 : 0
    expect(clicks).toBe(200)
    source.close()
    slow.destroy()
  })

  test('logs no error for a browser that leaves before its stream opens', async () => {
    const { cookie } = await signIn(instance, await instance.account())
    const { host, port } = new URL(instance.url)
    const leave = () =>
      new Promise<void>((resolve) => {
        const browser = connect(Number(port), '127.0.0.1').on('close', () => resolve())
        browser.write(`GET /api/live HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`, () =>
          browser.resetAndDestroy(),
        )
      })
    for (let times = 0; times < 40; times++) await leave()
    const opened = await until('disconnected browsers take up no place', async () => {
      const source = await listen(`${instance.url}/api/live`, { cookie })
      return source.status === 200 && source
    })
    opened.close()
  })

  test('is refused without a session, with an API key, from another site, and with another method', async () => {
    const account = await instance.account()
    const { cookie } = await signIn(instance, account)
    const refusal = (headers: Record<string, string>, method = 'GET') =>
      instance.ask(`${method} /api/live`, { headers }).then(outcome)
    expect(await refusal({})).toStrictEqual([401, 'unauthenticated'])
    expect(await refusal({ authorization: `Bearer ${account.key}` })).toStrictEqual([401, 'unauthenticated'])
    for (const site of ['cross-site', 'same-site'])
      expect(await refusal({ cookie, 'sec-fetch-site': site })).toStrictEqual([403, 'forbidden'])
    expect(await refusal({ cookie }, 'POST')).toStrictEqual([405, 'method_not_allowed'])
    expect(await refusal({ cookie: 'linnet_session=nothing' })).toStrictEqual([401, 'unauthenticated'])
  })

  test("of another account's link, or of a missing one, is 404", async () => {
    const { id } = await (await instance.account()).link()
    const { cookie } = await signIn(instance, await instance.account())
    for (const link of [id, 'nothing', '%00', ''])
      expect(
        outcome(await instance.ask(`GET /api/live?link=${link}`, { headers: { cookie } })),
      ).toStrictEqual([404, 'not_found'])
  })
})

test('a server that stops ends the streams first, without waiting for them', async () => {
  const instance = await startInstance('sqlite')
  const { cookie } = await signIn(instance, await instance.account())
  const sources = await Promise.all(
    Array.from({ length: 5 }, () => listen(`${instance.url}/api/live`, { cookie })),
  )
  // If the server waited for a stream, the stream would break off, which is an error here.
  const ended = Promise.all(sources.map((source) => source.next()))
  await instance.stop()
  expect(await ended).toStrictEqual([null, null, null, null, null])
  await instance.database.remove()
})

test('clicks that another process answered are sent too', async () => {
  const database = await migratedDatabase('postgres')
  const settings = { SECRET_KEY: 'one key for both nodes of this test' }
  const [one, other] = [
    await startOn(database, 'postgres', settings),
    await startOn(database, 'postgres', settings),
  ]
  const account = await one.account()
  const link = await account.link()
  const { cookie } = await signIn(one, account)
  const source = await listen(`${one.url}/api/live`, { cookie })
  await other.visit(`/${link.short}`)
  // A statistics request makes the other node count its clicks.
  await other.ask(`GET /v2/links/${link.short}/stats`, {
    headers: { authorization: `Bearer ${account.key}` },
  })
  await one.clock.advance(second)
  expect((await source.next())?.data.link.id).toBe(link.id)
  source.close()
  await Promise.all([one.stop(), other.stop()])
  await database.remove()
})

test('clicks that are committed after later ones are sent too, once', async () => {
  const instance = await startInstance('postgres')
  const account = await instance.account()
  const link = await account.link()
  const { cookie } = await signIn(instance, account)
  const source = await listen(`${instance.url}/api/live`, { cookie })
  const [row] = await ask<{ id: string }>(instance.database, 'select id from links')
  const commit = (id: number, at: number) =>
    ask(
      instance.database,
      'insert into click_blocks (id, user_id, day, clicks, content) values ($1, 1, $2, 1, $3)',
      [
        id,
        instance.clock.day(),
        JSON.stringify({
          agents: [['desktop', 'Chrome', 'Windows', 0]],
          sites: ['direct'],
          countries: ['ZZ'],
          clicks: [Number(row?.id), at, 0, 0, 0, 0],
        }),
      ],
    )
  const told: number[] = []
  for (const [id, at] of [
    [1010, 1],
    [1005, 2],
    [1007, 3],
  ] as const) {
    await commit(id, at)
    await instance.clock.advance(5 * second)
    const event = await source.next()
    expect(event?.data.link.id).toBe(link.id)
    told.push(event?.data.at)
  }
  expect(told).toStrictEqual([1, 2, 3])
  source.close()
  await instance.stop()
  await instance.database.remove()
})

test('clicks are sent even if SQLite reuses deleted numbers', async () => {
  const instance = await startInstance('sqlite')
  const account = await instance.account()
  const { short } = await account.link()
  const { cookie } = await signIn(instance, account)
  for (let times = 0; times < 3; times++) {
    await instance.visit(`/${short}`)
    await account.call('GET /stats')
  }
  const source = await listen(`${instance.url}/api/live`, { cookie })
  await ask(instance.database, 'delete from click_blocks')
  await instance.clock.advance(second)
  await instance.visit(`/${short}`)
  await instance.clock.advance(second)
  expect((await source.next())?.data.link.short).toBe(short)
  source.close()
  await instance.stop()
  await instance.database.remove()
})
