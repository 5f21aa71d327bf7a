// Clicks by the rules of a link and their destinations, as visitors were redirected.
import { beforeAll, expect, test } from 'bun:test'
import type { RuleClicks } from '@linnet/contract'
import { type Account, onEachEngine } from '../../../../../test/instance.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

onEachEngine(
  'the clicks of a link by rule',
  (instance) => {
    let account: Account
    beforeAll(async () => {
      account = await instance.account()
    })

    const forPhones = { when: { os: ['ios'] }, to: [{ long_url: 'https://example.com/app' }] }
    const split = {
      to: [
        { long_url: 'https://example.com/a', weight: 70 },
        { long_url: 'https://example.com/b', weight: 30 },
      ],
    }
    const rulesOf = async (short: string, query = ''): Promise<RuleClicks[]> =>
      (await account.call(`GET /links/${short}/stats/breakdown${query}`)).body.data.rules

    test('are those whom the redirect sent to each destination, people and bots', async () => {
      const { short, rules } = await account.link({ rules: [forPhones, split] })
      const [phones, all] = rules
      const sent = new Map<string, number>()
      const visit = async (headers: Record<string, string>) => {
        const location = (await instance.visit(`/${short}`, headers)).headers.get('location') ?? ''
        sent.set(location, (sent.get(location) ?? 0) + 1)
      }
      for (let visitor = 0; visitor < 40; visitor++)
        await visit({ 'x-forwarded-for': `203.0.113.${visitor}` })
      for (const userAgent of [phone, phone]) await visit({ 'user-agent': userAgent })
      await visit({ 'user-agent': crawler })
      const toA = sent.get('https://example.com/a') as number
      const toB = sent.get('https://example.com/b') as number
      expect([toA > 0, toB > 0, toA + toB]).toEqual([true, true, 41])
      const share = (some: number) => Math.round((some / 41) * 10_000) / 10_000
      expect(await rulesOf(short)).toEqual([
        {
          id: phones.id,
          clicks: 2,
          destinations: [{ id: phones.to[0].id, clicks: 2, observed: 1, low: 0.3424, high: 1, intended: 1 }],
        },
        {
          id: all.id,
          clicks: 41,
          destinations: [
            {
              id: all.to[0].id,
              clicks: toA,
              observed: share(toA),
              low: expect.any(Number),
              high: expect.any(Number),
              intended: 0.7,
            },
            {
              id: all.to[1].id,
              clicks: toB,
              observed: share(toB),
              low: expect.any(Number),
              high: expect.any(Number),
              intended: 0.3,
            },
          ],
        },
      ])
      expect(await rulesOf(short, '?additional=false')).toEqual([])
    })

    test('are listed before there are any, and only if the link has rules', async () => {
      const { short, rules } = await account.link({ rules: [split] })
      const none = { clicks: 0, observed: null, low: null, high: null }
      expect(await rulesOf(short)).toEqual([
        {
          id: rules[0].id,
          clicks: 0,
          destinations: [
            { id: rules[0].to[0].id, ...none, intended: 0.7 },
            { id: rules[0].to[1].id, ...none, intended: 0.3 },
          ],
        },
      ])
      const plain = await account.link()
      await instance.visit(`/${plain.short}`)
      expect(await rulesOf(plain.short)).toEqual([])
    })

    test('stay after the rule or the destination is removed, and without an intended share', async () => {
      const { short, rules } = await account.link({ rules: [forPhones, split] })
      const [phones, all] = rules
      await instance.visit(`/${short}`, { 'user-agent': phone })
      for (let visitor = 0; visitor < 40; visitor++)
        await instance.visit(`/${short}`, { 'x-forwarded-for': `203.0.113.${visitor}` })
      const [, before] = await rulesOf(short)
      const kept = { ...all, to: [{ ...all.to[0], weight: 1 }, { long_url: 'https://example.com/c' }] }
      expect((await account.call(`PUT /links/${short}`, { body: { rules: [kept] } })).status).toBe(200)
      const [now, former] = await rulesOf(short)
      const added = (await account.call(`GET /links/${short}`)).body.data.rules[0].to[1].id
      expect([all.to[0].id, all.to[1].id]).not.toContain(added)
      expect(now?.id).toBe(all.id)
      expect(now?.destinations).toMatchObject([
        { ...before?.destinations[0], intended: 0.5 },
        { id: added, clicks: 0, observed: 0, intended: 0.5 },
        { ...before?.destinations[1], intended: null },
      ])
      expect(former).toMatchObject({ id: phones.id, clicks: 1, destinations: [{ intended: null }] })
      expect((await account.call(`PUT /links/${short}`, { body: { rules: [] } })).status).toBe(200)
      expect((await rulesOf(short)).map(({ id }) => id)).toEqual([phones.id, all.id])
    })

    test('are nobody else’s', async () => {
      const { short } = await account.link({ rules: [split] })
      const other = await instance.account()
      expect((await other.call(`GET /links/${short}/stats/breakdown`)).status).toBe(404)
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)
