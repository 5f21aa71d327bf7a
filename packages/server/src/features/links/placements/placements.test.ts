// Placements of links: visits with `via` are counted by name, and names can be planned.
import { beforeAll, describe, expect, test } from 'bun:test'
import type { ClickedLink, LinkPlacements } from '@linnet/contract'
import { password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { newWorkspace } from '../../../../../../test/accounts/workspaces.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { everyRow } from '../../../../../../test/stored-contents.ts'
import { ask, endpoint } from '../../../../../../test/webhooks/webhooks.ts'

const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const day = 86_400_000

onEachEngine('placements of a link', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  const placementsOf = async (short: string, by = account): Promise<LinkPlacements> =>
    (await by.call(`GET /links/${short}/placements`)).body.data
  const clicksOf = async (short: string): Promise<Record<string, number>> => {
    const { placements, other } = await placementsOf(short)
    return { ...Object.fromEntries(placements.map(({ name, clicks }) => [name, clicks])), other }
  }
  const breakdownOf = async (short: string, query = '') =>
    (await account.call(`GET /links/${short}/stats/breakdown${query}`)).body.data.placements
  const plan = (short: string, names: unknown[]) =>
    account.call(`PUT /links/${short}/placements`, { body: { names } })
  const visitAll = async (short: string, queries: string[], headers = {}) => {
    for (const query of queries) {
      const { status } = await instance.visit(`/${short}${query}`, headers)
      expect([query.slice(0, 50), status]).toEqual([query.slice(0, 50), 302])
    }
  }

  test('are counted by the name in the visited address, whatever its case, as it was first written', async () => {
    const { short } = await account.link()
    await visitAll(short, [
      '?via=Newsletter',
      '',
      '?qr&via=NEWSLETTER',
      '?via=poster%203',
      '?via=Poster+3&x=1',
    ])
    expect(await clicksOf(short)).toEqual({ Newsletter: 2, 'poster 3': 2, other: 0 })
    expect(await breakdownOf(short)).toEqual([
      { name: 'Newsletter', clicks: 2 },
      { name: 'poster 3', clicks: 2 },
    ])
    expect(await breakdownOf(short, '?additional=false')).toEqual([])
    const { referers } = (await account.call(`GET /links/${short}/stats/breakdown`)).body.data
    expect(referers).toEqual([{ name: 'direct', clicks: 5 }])
  })

  describe.each([
    ['without a name', ['?via=', '?via', '?via=%20+', '?xvia=a', '?x=via=a', '?via&x', '?a=&via='], {}],
    ['with the first of several names', ['?via=one&via=two', '?x&via=one&via=%00'], { one: 2 }],
    ['with spaces around a name', ['?via=+%20one%20+'], { one: 1 }],
    [
      'with any script, joiners and emoji',
      ['?via=%D8%B5%D8%AD%DB%8C%D9%81%D9%87%E2%80%8C%D9%87%D8%A7', `?via=${encodeURIComponent('👩‍👩‍👧 🪧')}`],
      { صحیفه‌ها: 1, '👩‍👩‍👧 🪧': 1 },
    ],
    [
      'with names that programs know',
      ['?via=__proto__', '?via=constructor', '?via=toString', '?via=__proto__'],
      { ['__proto__']: 2, constructor: 1, toString: 1 },
    ],
    [
      'with markup',
      ['?via=%3Cscript%3Ealert(1)%3C/script%3E', '?via=%22%7D%2C%7B%22'],
      { '<script>alert(1)</script>': 1, '"},{"': 1 },
    ],
    [
      'with the longest name',
      [`?via=${encodeURIComponent('🪧'.repeat(64))}`, `?via=${'x'.repeat(64)}`],
      { ['🪧'.repeat(64)]: 1, ['x'.repeat(64)]: 1 },
    ],
    [
      'with a longer name',
      [
        `?via=${encodeURIComponent('🪧'.repeat(65))}`,
        `?via=${'x'.repeat(65)}`,
        `?via=${'x'.repeat(8192)}`,
        `?via=${'%F0%9F%AA%A7'.repeat(700)}`,
      ],
      { other: 4 },
    ],
    [
      'with a faulty encoding',
      ['?via=%', '?via=%zz', '?via=%ff', '?via=%ed%a0%80', '?via=%e2%82'],
      { other: 5 },
    ],
    [
      'with control characters, or a changed writing direction',
      ['?via=a%00b', '?via=a%0ab', '?via=%e2%80%aegpj', '?via=%e2%80%8b', '?via=%e3%85%a4', '?via=%cc%81'],
      { other: 5, '\u0301': 1 },
    ],
    [
      'with the name of the rest',
      ['?via=other', '?via=OTHER', '?via=%ef%bd%8fther', '?via=Lainnya'],
      { other: 3, Lainnya: 1 },
    ],
  ] as [string, string[], Record<string, number>][])('a visit %s', (_, queries, expected) => {
    test('is counted as such', async () => {
      const { short } = await account.link()
      await visitAll(short, queries)
      const counted = await breakdownOf(short)
      const named = new Map(
        counted.map(({ name, clicks }: { name: string; clicks: number }) => [name, clicks]),
      )
      expect(named).toEqual(new Map(Object.entries(expected)))
      const { data } = (await account.call(`GET /links/${short}/stats/lifetime`)).body
      expect(data).toEqual({ clicks: queries.length })
    })
  })

  test('are not added by bots, whose clicks on known ones count', async () => {
    const { short } = await account.link()
    await visitAll(short, ['?via=fake', '?via=real'], { 'user-agent': crawler })
    expect(await clicksOf(short)).toEqual({ other: 2 })
    await visitAll(short, ['?via=real'])
    expect(await clicksOf(short)).toEqual({ real: 1, other: 2 })
    await visitAll(short, ['?via=fake', '?via=real'], { 'user-agent': crawler })
    expect(await clicksOf(short)).toEqual({ real: 2, other: 3 })
  })

  test('are not added by visits that count no click', async () => {
    const { short } = await account.link({ password: 'sesame' })
    await instance.visit(`/${short}?via=form`)
    await instance.visit(`/${short}+?via=preview`)
    await instance.ask(`HEAD /${short}?via=head`)
    expect(await clicksOf(short)).toEqual({ other: 0 })
    const answer = await instance.ask(`POST /${short}?via=form`, {
      body: new URLSearchParams({ password: 'sesame' }),
    })
    expect(answer.status).toBe(303)
    expect(await clicksOf(short)).toEqual({ form: 1, other: 0 })
  })

  test('are removed before the query is forwarded', async () => {
    const { short } = await account.link({ forward_query: true })
    const { headers } = await instance.visit(`/${short}?a=1&via=mail&b=2`)
    expect(headers.get('location')).toBe('https://example.com/?a=1&b=2')
    expect(await clicksOf(short)).toEqual({ mail: 1, other: 0 })
  })

  test('can be planned: they come first, in their order and spelling, with the addresses of their codes', async () => {
    const { short, short_url } = await account.link()
    await visitAll(short, ['?via=flyer', '?via=flyer', '?via=newsletter'])
    const { status, body } = await plan(short, ['Poster 3 & more', ' NewsLetter ', 'newsletter', 'Radio'])
    expect(status).toBe(200)
    const query = 'via=Poster%203%20%26%20more'
    expect(body.data[0]).toEqual({
      name: 'Poster 3 & more',
      short_url: `${short_url}?${query}`,
      svg_url: `${short_url}.svg?${query}`,
      png_url: `${short_url}.png?${query}`,
    })
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Poster 3 & more',
      'NewsLetter',
      'Radio',
    ])
    await instance.visit(new URL(body.data[0].short_url).pathname + new URL(body.data[0].short_url).search)
    await instance.visit(`/${short}?via=NEWSLETTER`)
    const shown = (await placementsOf(short)).placements.map(({ name, planned, clicks }) => [
      name,
      planned,
      clicks,
    ])
    expect(shown).toEqual([
      ['Poster 3 & more', true, 1],
      ['NewsLetter', true, 2],
      ['Radio', true, 0],
      ['flyer', false, 2],
    ])
    await plan(short, [])
    expect(await clicksOf(short)).toEqual({ 'Poster 3 & more': 1, NewsLetter: 2, flyer: 2, other: 0 })
  })

  test.each([
    ['two hundred and one', Array.from({ length: 201 }, (_, number) => `p${number}`), 'names'],
    ['a blank one', ['a', ' '], 'names.1'],
    ['an invisible one', ['\u200b'], 'names.0'],
    ['one that is too long', ['x'.repeat(65)], 'names.0'],
    ['the name of the rest', ['Other'], 'names.0'],
    ['a number', [3], 'names.0'],
  ])('cannot be planned as %s', async (_, names, path) => {
    const { short } = await account.link()
    await plan(short, ['kept'])
    const { status, body } = await plan(short, names)
    expect([status, body.error.code, body.error.details[0].path]).toEqual([422, 'validation_failed', path])
    expect((await placementsOf(short)).placements.map(({ name }) => name)).toEqual(['kept'])
  })

  test('need their scopes, and a link of the workspace', async () => {
    const { short } = await account.link()
    const call = async (scopes: string, request: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${await account.newKey(scopes)}` }
      return (await account.call(request, { headers, ...(body ? { body } : {}) })).status
    }
    expect(await call('links:read', `GET /links/${short}/placements`)).toBe(403)
    expect(await call('links:analytics', `GET /links/${short}/placements`)).toBe(200)
    expect(await call('links:analytics', `PUT /links/${short}/placements`, { names: ['a'] })).toBe(403)
    expect(await call('links:write', `PUT /links/${short}/placements`, { names: ['a'] })).toBe(200)
    const stranger = await instance.account()
    expect((await stranger.call(`GET /links/${short}/placements`)).status).toBe(404)
    const refused = await stranger.call(`PUT /links/${short}/placements`, { body: { names: ['mine'] } })
    expect(refused.status).toBe(404)
    expect((await placementsOf(short)).placements.map(({ name }) => name)).toEqual(['a'])
  })

  test('show the clicks of thirty days, or of as many as the plan shows', async () => {
    const { short } = await account.link()
    await visitAll(short, ['?via=old'])
    await instance.countClicks()
    await instance.clock.advance(30 * day)
    await visitAll(short, ['?via=new'])
    expect(await clicksOf(short)).toEqual({ old: 0, new: 1, other: 0 })
    expect(await breakdownOf(short, `?start=${instance.clock.day(-30)}`)).toHaveLength(2)
  })

  test('are in events as they were written, in single clicks as they were counted, and in the export', async () => {
    const by = await instance.account()
    const link = await by.link()
    const { deliveries } = await endpoint(instance.database, by.email, {
      events: ['link.clicked', 'qr.scanned'],
    })
    await visitAll(link.short, ['?via=Mail', '?qr&via=mail', '?via=%00', ''])
    await instance.countClicks()
    const events = (await deliveries()).map(({ body }) => {
      const { click } = body.data as ClickedLink
      return { type: body.type, placement: click.placement }
    })
    expect(events.map(({ type, placement }) => [type as string, placement])).toEqual([
      ['link.clicked', 'Mail'],
      ['link.clicked', 'mail'],
      ['qr.scanned', 'mail'],
      ['link.clicked', 'other'],
      ['link.clicked', null],
    ])
    await by.call(`PUT /links/${link.id}/placements`, { body: { names: ['Radio', 'Mail'] } })
    const { call } = await signIn(instance, by)
    const lines = (await call('GET /export')).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const of = (type: string) => lines.filter((line) => line.type === type).map(({ data }) => data)
    expect(of('click').map(({ placement }) => placement)).toEqual(['Mail', 'Mail', 'other', null])
    expect(of('link')[0].planned_placements).toEqual(['Radio', 'Mail'])
    expect(of('link_day')[0]).toMatchObject({
      link: link.id,
      placements: [
        ['Mail', 2],
        ['other', 1],
      ],
    })
  })

  test('break down reports, which can be filtered by them', async () => {
    const by = await instance.account()
    const link = await by.link()
    const { call } = await signIn(instance, by)
    const report = async (query: string) =>
      (await call(`GET /reports?start=${instance.clock.day(-1)}${query}`)).body.data
    await visitAll(link.short, ['?via=mail', '?via=mail', '?via=Poster', ''])
    await visitAll(link.short, ['?via=mail'], { 'user-agent': crawler })
    for (const query of ['', `&link=${link.id}`]) {
      const { breakdowns, totals } = await report(query)
      expect(breakdowns.placements).toEqual([
        { name: 'mail', clicks: 2 },
        { name: 'Poster', clicks: 1 },
      ])
      expect(totals.clicks).toBe(4)
      const filtered = await report(`${query}&placement=MAIL`)
      expect([filtered.totals.clicks, filtered.totals.bots]).toEqual([2, 1])
      expect(filtered.breakdowns.placements).toEqual([{ name: 'mail', clicks: 2 }])
    }
    // Without single clicks, only the days of links have them.
    await ask(instance.database, 'delete from click_blocks')
    expect((await report('')).breakdowns.placements).toBeNull()
    expect((await report(`&link=${link.id}&crawlers=true`)).breakdowns.placements).toEqual([
      { name: 'mail', clicks: 3 },
      { name: 'Poster', clicks: 1 },
    ])
  })

  test('move to another workspace with their link', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const own = { call: owner.session.call }
    const { id, short } = (await own.call('POST /links', { body: { long_url: 'https://example.com/' } })).body
      .data
    await own.call(`PUT /links/${short}/placements`, { body: { names: ['Radio'] } })
    await visitAll(short, ['?via=radio', '?via=mail'])
    await instance.countClicks()
    await own.call('POST /links/move', { body: { ids: [id], workspace: workspace.id } })
    await visitAll(short, ['?via=radio'])
    const { data } = (await owner.call(`GET /links/${short}/placements`)).body as { data: LinkPlacements }
    expect(data.placements.map(({ name, planned, clicks }) => [name, planned, clicks])).toEqual([
      ['Radio', true, 2],
      ['mail', false, 1],
    ])
    const lines = (await owner.call('GET /export')).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const days = lines.filter(({ type }) => type === 'link_day').map((line) => line.data.placements)
    expect(days).toEqual([
      [
        ['Radio', 2],
        ['mail', 1],
      ],
    ])
  })

  test('are erased with their account', async () => {
    const by = await instance.account()
    const { short } = await by.link()
    const { call } = await signIn(instance, by)
    await by.call(`PUT /links/${short}/placements`, { body: { names: ['Erased plan'] } })
    await visitAll(short, ['?via=erased+visit'])
    await instance.countClicks()
    const stored = async () => {
      const rows = await everyRow(instance.database)
      return ['Erased plan', 'erased visit'].map((name) => rows.includes(name))
    }
    expect(await stored()).toEqual([true, true])
    await call('POST /user/delete', { body: { password } })
    for (let runs = 0; runs < 3; runs++) await instance.clock.advance(61_000)
    expect(await stored()).toEqual([false, false])
  })
})
