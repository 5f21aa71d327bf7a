// PUT and GET /links/{short}/schedule: planned switches, carried out once, in order, even after downtime.
import { expect, test } from 'bun:test'
import { type Account, type Answer, onEachEngine } from '../../../../../../../test/instance.ts'
import { outcome } from '../../../../../../../test/microsites.ts'

onEachEngine('planned switches', (instance) => {
  const later = (seconds: number) => Math.floor(instance.clock.now() / 1000) + seconds
  const plan = ({ call }: Account, short: string, switches: unknown, query = '') =>
    call(`PUT /links/${short}/schedule${query}`, { body: switches as object })
  const target = async (short: string) => (await instance.visit(`/${short}`)).headers.get('location')

  test('give a link other destinations at their times, with entries in its history', async () => {
    const account = await instance.account()
    const { short } = await account.link({ long_url: 'https://example.com/0' })
    const switches = [
      { at: later(7200), long_url: 'https://example.com/2' },
      { at: later(3600), long_url: 'https://example.com/1' },
    ]
    const answer = await plan(account, short, switches)
    expect([answer.status, answer.body.data]).toEqual([200, switches.toReversed()])
    expect((await account.call(`GET /links/${short}/schedule`)).body.data).toEqual(switches.toReversed())
    expect(await target(short)).toBe('https://example.com/0')
    await instance.clock.advance(3_660_000)
    expect(await target(short)).toBe('https://example.com/1')
    await instance.clock.advance(3_660_000)
    expect(await target(short)).toBe('https://example.com/2')
    const { data } = (await account.call(`GET /links/${short}/history`)).body
    const actions = data.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['switched', 'switched', 'updated', 'created'])
    expect(data[0].by).toEqual({ kind: 'schedule', name: '' })
    expect(data[2]).toMatchObject({
      by: { kind: 'key', name: 'test' },
      changes: [{ field: 'schedule', from: [], to: switches.toReversed() }],
    })
    expect((await account.call(`GET /links/${short}/schedule`)).body.data).toEqual([])
  })

  test('during downtime are all carried out afterwards, in order', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const switches = Array.from({ length: 20 }, (_, n) => ({
      at: later(1000 + n),
      long_url: `https://example.com/${n}`,
    }))
    expect((await plan(account, short, switches)).status).toBe(200)
    await instance.clock.advance(86_400_000)
    expect(await target(short)).toBe('https://example.com/19')
    const { data } = (await account.call(`GET /links/${short}/history?limit=100`)).body
    expect(data.filter(({ action }: { action: string }) => action === 'switched')).toHaveLength(20)
  })

  test('are a list, in the body or in its field, which the next one replaces', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const one = { at: later(3600), long_url: 'https://example.com/1' }
    expect((await plan(account, short, { switches: [one] })).body.data).toEqual([one])
    expect((await plan(account, short, [], '?dry_run=true')).body.data).toEqual([])
    expect((await account.call(`GET /links/${short}/schedule`)).body.data).toEqual([one])
    expect((await plan(account, short, [])).body.data).toEqual([])
  })

  test('are put back by an undo, but for those whose time has come', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const planned = async () => (await account.call(`GET /links/${short}/schedule`)).body.data
    const undo = ({ headers }: Answer) =>
      account.call('POST /undo', { body: { token: headers.get('undo-token') } })
    const at = (seconds: number, name: string) => ({
      at: later(seconds),
      long_url: `https://example.com/${name}`,
    })
    const [soon, last, other] = [at(600, 'soon'), at(7200, 'last'), at(7200, 'other')]
    const first = await plan(account, short, [soon, last])
    const tried = await plan(account, short, [other], '?dry_run=true')
    expect(tried.headers.get('undo-token')).toBeNull()
    expect((await plan(account, short, [soon, last])).headers.get('undo-token')).toBeNull()
    const second = await plan(account, short, [soon, other])
    expect(outcome(await undo(first))).toStrictEqual([409, 'undo_conflict'])
    await instance.clock.advance(900_000)
    expect(await target(short)).toBe(soon.long_url)
    const undone = await undo(second)
    expect(undone.body.data.undone).toMatchObject([{ kind: 'schedule', name: short, action: 'updated' }])
    expect(await planned()).toEqual([last])
    expect(outcome(await undo(second))).toStrictEqual([409, 'undo_conflict'])
    expect((await undo(first)).status).toBe(200)
    expect(await planned()).toEqual([])
    expect(await target(short)).toBe(soon.long_url)
    const again = await plan(account, short, [last])
    await account.call(`POST /links/${short}/delete`)
    expect(outcome(await undo(again))).toStrictEqual([409, 'undo_conflict'])
  })

  test('are refused in the past, twice at one time, more than 20, and to bad destinations', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const good = (at: number) => ({ at, long_url: 'https://example.com/' })
    const bad: unknown[] = [
      [good(later(-10))],
      [good(later(100)), good(later(100))],
      Array.from({ length: 21 }, (_, n) => good(later(100 + n))),
      [{ at: later(100), long_url: 'javascript:alert(1)' }],
      [{ at: later(100), long_url: `${instance.url}/loop` }],
      [{ at: 'tomorrow', long_url: 'https://example.com/' }],
      [{ long_url: 'https://example.com/' }],
      [null],
      {},
    ]
    for (const switches of bad) {
      const answer = await plan(account, short, switches)
      expect([JSON.stringify(switches), answer.status]).toEqual([JSON.stringify(switches), 422])
    }
    expect((await account.call(`GET /links/${short}/schedule`)).body.data).toEqual([])
  })

  test('to a destination that is no longer allowed leave the link as it is, and its owners are notified', async () => {
    const [account, other] = [await instance.account(), await instance.account()]
    const { short } = await account.link({ long_url: 'https://example.com/stays' })
    await plan(account, short, [{ at: later(3600), long_url: 'https://turned-short.example.net/' }])
    await other.domain('turned-short.example.net')
    await instance.clock.advance(3_660_000)
    expect(await target(short)).toBe('https://example.com/stays')
    await instance.clock.advance(600_000)
    expect(instance.messageTo(account.email).subject).toContain('was not switched')
    await instance.clock.advance(1_200_000)
    expect(
      instance.messages.filter(({ to, subject }) => to === account.email && subject.includes('switched')),
    ).toHaveLength(1)
  })

  test('that are refused together are reported in one e-mail', async () => {
    const account = await instance.account()
    const links = await Promise.all(Array.from({ length: 12 }, () => account.link()))
    for (const { short } of links)
      await plan(
        account,
        short,
        Array.from({ length: 20 }, (_, n) => ({
          at: later(610 + 20 * n),
          long_url: 'https://mine.example.net/',
        })),
      )
    await account.domain('mine.example.net')
    await instance.clock.advance(1_210_000)
    const mails = instance.messages.filter(({ to }) => to === account.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['240 planned switches were not made'])
    expect(mails[0]?.text).toContain('and 220 more')
    expect(mails[0]?.text).toContain(`/${links[0].short}\n  planned: a page at mine.example.net`)
  })

  test('of a deleted link do nothing, and continue when it comes back', async () => {
    const account = await instance.account()
    const { short } = await account.link({ long_url: 'https://example.com/0' })
    await plan(account, short, [
      { at: later(600), long_url: 'https://example.com/1' },
      { at: later(4000), long_url: 'https://example.com/2' },
    ])
    const answer = await account.call(`POST /links/${short}/delete`)
    await instance.clock.advance(1_200_000)
    await account.call('POST /undo', { body: { token: answer.headers.get('undo-token') } })
    expect(await target(short)).toBe('https://example.com/0')
    await instance.clock.advance(3_000_000)
    expect(await target(short)).toBe('https://example.com/2')
  })

  test('of a deleted link whose code is in use again don’t hold up others', async () => {
    const [account, other] = [await instance.account(), await instance.account()]
    // Deleted links are erased once a minute.
    await instance.clock.advance(60_000)
    const { short } = await other.link({ long_url: 'https://example.com/0' })
    await plan(other, short, [{ at: later(10), long_url: 'https://example.com/1' }])
    await account.link({ custom_slug: 'again' })
    await plan(account, 'again', [{ at: later(5), long_url: 'https://example.com/2' }])
    await account.call('POST /links/again/delete')
    await account.link({ custom_slug: 'again', long_url: 'https://example.com/3' })
    await instance.clock.advance(20_000)
    expect(await target(short)).toBe('https://example.com/1')
    expect(await target('again')).toBe('https://example.com/3')
  })

  test('can only be seen and set for one’s own links', async () => {
    const [account, stranger] = [await instance.account(), await instance.account()]
    const { short } = await account.link()
    expect((await plan(stranger, short, [])).status).toBe(404)
    expect((await stranger.call(`GET /links/${short}/schedule`)).status).toBe(404)
  })
})
