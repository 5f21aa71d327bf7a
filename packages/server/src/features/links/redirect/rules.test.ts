// Links with rules: who is led where, and what rules can't do.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  pixel:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  firefoxOnAndroid: 'Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  linux: 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  chromeos:
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  google: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
}
const there = 'https://example.com/there'
const elsewhere = 'https://example.com/'

/** The hidden fields of a page's form. */
const fieldsOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )

onEachEngine(
  'a link with rules',
  (instance) => {
    let account: Account
    beforeAll(async () => {
      account = await instance.account()
    })
    const location = async (short: string, headers = {}, query = '') =>
      (await instance.visit(`/${short}${query}`, headers)).headers.get('location')
    const ruled = (...rules: object[]) => account.link({ long_url: elsewhere, rules })
    const sentTo = async (when: object, headers: Record<string, string>, query = '') => {
      const { short } = await ruled({ when, to: [{ long_url: there }] })
      return (await location(short, headers, query)) === there
    }

    test('shows them with ids, and all they were given', async () => {
      const when = {
        os: ['ios'],
        country: ['de', 'AT'],
        hours: ['18:00', '02:00'],
        time_zone: 'Europe/Berlin',
      }
      const link = await ruled({
        name: ' Evenings ',
        when,
        to: [{ long_url: there }, { long_url: elsewhere, weight: 3 }],
      })
      expect(link.rules).toEqual([
        {
          id: 'rul_1',
          name: 'Evenings',
          when: { ...when, country: ['DE', 'AT'] },
          to: [
            { id: 'dst_1', long_url: there, weight: 1 },
            { id: 'dst_2', long_url: elsewhere, weight: 3 },
          ],
        },
      ])
      expect((await account.call(`GET /links/${link.short}`)).body.data.rules).toEqual(link.rules)
      const listed = (await account.call('GET /links')).body.data[0]
      expect(listed.rules).toEqual(link.rules)
      const back = await account.call(`PUT /links/${link.short}`, {
        body: { rules: link.rules, title: 'Same' },
      })
      expect(back.body.data.rules).toEqual(link.rules)
      for (const none of [[], null]) {
        const removed = await account.call(`PUT /links/${link.short}`, { body: { rules: none } })
        expect(removed.body.data.rules).toEqual([])
      }
      expect(await location(link.short)).toBe(elsewhere)
    })

    describe('leads by operating system and device', () => {
      test.each([
        ['iphone', { os: ['ios'] }, true],
        ['ipad', { os: ['ios'], device: ['tablet'] }, true],
        ['iphone', { os: ['ios'], device: ['tablet'] }, false],
        ['pixel', { os: ['android'], device: ['mobile'] }, true],
        ['pixel', { os: ['ios', 'windows'] }, false],
        ['firefoxOnAndroid', { browser: ['Firefox'], os: ['android'] }, true],
        ['linux', { browser: ['Firefox'], os: ['android'] }, false],
        ['mac', { os: ['macos'], device: ['desktop'] }, true],
        ['windows', { os: ['windows'], browser: ['microsoft edge'] }, true],
        ['linux', { os: ['linux'] }, true],
        ['chromeos', { os: ['other'] }, true],
        ['google', { device: ['bot'] }, true],
      ] as [keyof typeof agents, object, boolean][])('%s, %j: %p', async (agent, when, expected) => {
        expect(await sentTo(when, { 'user-agent': agents[agent] })).toBe(expected)
      })
    })

    test('leads by country, of the visitor’s address', async () => {
      const when = { country: ['US'] }
      expect(await sentTo(when, { 'x-forwarded-for': '8.8.8.8' })).toBe(true)
      expect(await sentTo(when, { 'x-forwarded-for': '202.134.0.155' })).toBe(false)
      expect(await sentTo(when, { 'x-forwarded-for': '10.0.0.1' })).toBe(false)
    })

    test('leads by language, referrer, parameters and scans', async () => {
      expect(await sentTo({ language: ['pt'] }, { 'accept-language': 'pt-BR,en;q=0.7' })).toBe(true)
      expect(await sentTo({ referer: ['t.co'] }, { referer: 'https://t.co/x' })).toBe(true)
      expect(await sentTo({ query: { ref: 'news' } }, {}, '?ref=news')).toBe(true)
      expect(await sentTo({ scan: true }, {}, '?qr')).toBe(true)
      expect(await sentTo({ scan: true }, {})).toBe(false)
    })

    test('leads by time', async () => {
      const now = instance.clock.unix()
      const { short } = await ruled({ when: { from: now + 60, until: now + 120 }, to: [{ long_url: there }] })
      expect(await location(short)).toBe(elsewhere)
      await instance.clock.advance(60_000)
      expect(await location(short)).toBe(there)
      await instance.clock.advance(60_000)
      expect(await location(short)).toBe(elsewhere)
    })

    test('lets the first rule that holds decide', async () => {
      const { short } = await ruled(
        { when: { os: ['android'] }, to: [{ long_url: 'https://example.com/1' }] },
        { when: { device: ['mobile'] }, to: [{ long_url: 'https://example.com/2' }] },
        { when: {}, to: [{ long_url: 'https://example.com/3' }] },
      )
      expect(await location(short, { 'user-agent': agents.pixel })).toBe('https://example.com/1')
      expect(await location(short, { 'user-agent': agents.iphone })).toBe('https://example.com/2')
      expect(await location(short, { 'user-agent': agents.mac })).toBe('https://example.com/3')
    })

    test('shares visitors among destinations, and each stays where they were all day', async () => {
      const to = [
        { long_url: 'https://example.com/a', weight: 70 },
        { long_url: 'https://example.com/b', weight: 30 },
      ]
      const { short } = await ruled({ when: {}, to })
      const go = (host: number) =>
        location(short, { 'x-forwarded-for': `198.51.${100 + (host >> 8)}.${host & 255}` })
      const first = await Promise.all(Array.from({ length: 300 }, (_, host) => go(host)))
      const again = await Promise.all(Array.from({ length: 300 }, (_, host) => go(host)))
      expect(again).toEqual(first)
      expect(first.filter((one) => one === to[0]?.long_url).length).toBeWithin(170, 250)
    })

    test('counts visitors by rule, whether the link was cached or not, and neither HEAD nor prefetches', async () => {
      const { short } = await ruled(
        { when: { os: ['ios'] }, to: [{ long_url: there }] },
        { when: { scan: true }, to: [{ long_url: `${there}/scanned` }] },
      )
      for (let visit = 0; visit < 3; visit++)
        expect(await location(short, { 'user-agent': agents.iphone })).toBe(there)
      expect((await instance.visit(`/${short}?qr`, { 'user-agent': agents.mac })).status).toBe(302)
      expect(await location(short, { 'user-agent': agents.mac })).toBe(elsewhere)
      const headers = { 'user-agent': agents.iphone }
      expect((await instance.ask(`HEAD /${short}`, { headers })).headers.get('location')).toBe(there)
      expect(await location(short, { ...headers, 'sec-purpose': 'prefetch' })).toBe(there)
      const { data } = (await account.call(`GET /links/${short}/stats/breakdown`)).body
      expect(data.rules.map(({ id, clicks }: { id: string; clicks: number }) => [id, clicks])).toEqual([
        ['rul_1', 3],
        ['rul_2', 1],
      ])
      const lifetime = await account.call(`GET /links/${short}/stats/lifetime`)
      expect(lifetime.body.data.clicks).toBe(5)
    })

    test('says at its preview that rules may lead elsewhere, and shows long_url', async () => {
      const { short } = await ruled({ when: {}, to: [{ long_url: there }] })
      const page = await instance.visit(`/${short}+`)
      expect(page.text).toContain('It may take you somewhere else')
      expect(page.text).not.toContain('/there')
      expect((await instance.visit(`/${short}+`, { accept: 'application/json' })).body.data.has_rules).toBe(
        true,
      )
    })

    test('asks for its password first, and then leads where the rules say', async () => {
      const { short } = await account.link({
        password: 'sesame',
        rules: [{ when: { os: ['ios'] }, to: [{ long_url: there }] }],
      })
      const headers = { 'user-agent': agents.iphone }
      expect((await instance.visit(`/${short}`, headers)).text).not.toContain('/there')
      const answer = await instance.ask(`POST /${short}`, {
        headers,
        body: new URLSearchParams({ password: 'sesame' }),
      })
      expect(answer.headers.get('location')).toBe(there)
    })

    test('shows a suspicious destination first to those whom a rule sends there', async () => {
      const { short } = await ruled({
        when: { os: ['ios'] },
        to: [{ long_url: 'https://www.pаypal.com/signin' }],
      })
      const page = await instance.visit(`/${short}`, { 'user-agent': agents.iphone })
      expect([page.status, page.headers.get('location')]).toEqual([200, null])
      expect(page.text).toContain('www.xn--pypal-4ve.com')
      const onward = await instance.ask(`POST /${short}`, {
        headers: { 'user-agent': agents.iphone },
        body: new URLSearchParams({ ...fieldsOf(page.text), onward: 'yes' }),
      })
      expect(onward.headers.get('location')).toBe('https://www.xn--pypal-4ve.com/signin')
      expect(await location(short, { 'user-agent': agents.mac })).toBe(elsewhere)
    })

    describe('keeps to what a form was shown with', () => {
      const post = async (short: string, fields: Record<string, string>) =>
        await instance.ask(`POST /${short}`, { body: new URLSearchParams(fields) })

      test('even though the form comes without the referrer that decided', async () => {
        const { short } = await account.link({
          password: 'sesame',
          rules: [{ when: { referer: ['t.co'] }, to: [{ long_url: there }] }],
        })
        const page = await instance.visit(`/${short}`, { referer: 'https://t.co/x' })
        const answer = await post(short, { ...fieldsOf(page.text), password: 'sesame' })
        expect(answer.headers.get('location')).toBe(there)
        const { data } = (await account.call(`GET /links/${short}/stats/breakdown`)).body
        expect(data.rules[0].clicks).toBe(1)
      })

      test('so that nobody continues to another destination than the one they were shown', async () => {
        const link = await account.link({
          long_url: 'https://www.pаypal.com/steal',
          rules: [{ when: { referer: ['a.example'] }, to: [{ long_url: 'https://www.g00gle.com/nice' }] }],
        })
        const page = await instance.visit(`/${link.short}`, { referer: 'https://a.example/' })
        expect(page.text).toContain('g00gle.com')
        const without = await post(link.short, { onward: 'yes' })
        expect([without.status, without.headers.get('location')]).toEqual([200, null])
        expect(without.text).toContain('xn--pypal')
        const onward = await post(link.short, { ...fieldsOf(page.text), onward: 'yes' })
        expect(onward.headers.get('location')).toBe('https://www.g00gle.com/nice')
        // A choice that was made up, or whose destination has changed since, counts as none.
        const { choice = '' } = fieldsOf(page.text)
        for (const forged of [
          '1.1.x',
          `0.0.${choice.split('.')[2]}`,
          `1.1.${choice.split('.')[2]}x`,
          '..',
          'NaN.1.x',
        ])
          expect(
            (await post(link.short, { choice: forged, onward: 'yes' })).headers.get('location'),
          ).toBeNull()
        const rules = [
          { ...link.rules[0], to: [{ ...link.rules[0].to[0], long_url: 'https://www.g00gle.com/other' }] },
        ]
        await account.call(`PUT /links/${link.short}`, { body: { rules } })
        expect((await post(link.short, { choice, onward: 'yes' })).headers.get('location')).toBeNull()
      })

      test('also for programs', async () => {
        const { short } = await account.link({
          password: 'sesame',
          rules: [{ when: { language: ['de'] }, to: [{ long_url: there }] }],
        })
        const accept = 'application/json'
        const asked = await instance.visit(`/${short}`, { accept, 'accept-language': 'de' })
        expect(asked.body.data.requires).toEqual(['password'])
        const body = { password: 'sesame', choice: asked.body.data.choice }
        const answer = await instance.ask(`POST /${short}`, { body, headers: { accept } })
        expect(answer.headers.get('location')).toBe(there)
      })
    })

    test('takes five hundred destinations, and takes them back as it showed them', async () => {
      const rules = Array.from({ length: 50 }, (_, rule) => ({
        when: { query: { r: String(rule) } },
        to: Array.from({ length: 10 }, (_, place) => ({ long_url: `https://h${rule}-${place}.example/` })),
      }))
      const link = await ruled(...rules)
      expect(await location(link.short, {}, '?r=49')).toContain('https://h49-')
      const back = await account.call(`PUT /links/${link.short}`, { body: { rules: link.rules } })
      expect(back.body.data?.rules).toEqual(link.rules)
    })

    test('answers an address with very many parameters as quickly as any', async () => {
      const values = Array.from({ length: 50 }, (_, index) => `v${index}`)
      const { short } = await ruled(
        ...Array.from({ length: 50 }, () => ({ when: { query: { a: values } }, to: [{ long_url: there }] })),
      )
      expect(await location(short, {}, `?${'a&'.repeat(4000)}`)).toBe(elsewhere)
      expect(await location(short, {}, '?b&a=v49')).toBe(there)
    })

    describe('refuses', () => {
      const refusal = async (rules: unknown) => {
        const answer = await account.call('POST /links', { body: { long_url: elsewhere, rules } })
        const [detail] = answer.body.error?.details ?? []
        return [answer.status, answer.body.error?.code, detail?.path, detail?.code]
      }
      const to = [{ long_url: there }]
      const invalid = [422, 'validation_failed']
      test.each([
        [
          'a country that doesn’t exist',
          [{ when: { country: ['ZX'] }, to }],
          'rules.0.when.country.0',
          'unknown_country',
        ],
        ['a system that doesn’t exist', [{ when: { os: ['beos'] }, to }], 'rules.0.when.os.0', 'not_one_of'],
        ['an empty condition', [{ when: { os: [] }, to }], 'rules.0.when.os', 'too_short'],
        ['too many values', [{ when: { os: Array(51).fill('ios') }, to }], 'rules.0.when.os', 'too_long'],
        ['no destination', [{ when: {}, to: [] }], 'rules.0.to', 'too_short'],
        [
          'eleven destinations',
          [{ when: {}, to: Array(11).fill({ long_url: there }) }],
          'rules.0.to',
          'too_long',
        ],
        [
          'a weight of nothing',
          [{ when: {}, to: [{ long_url: there, weight: 0 }] }],
          'rules.0.to.0.weight',
          'too_small',
        ],
        [
          'a script',
          [{ when: {}, to: [{ long_url: 'javascript:1' }] }],
          'rules.0.to.0.long_url',
          'not_web_address',
        ],
        ['equal hours', [{ when: { hours: ['08:00', '08:00'] }, to }], 'rules.0.when.hours', 'hours_equal'],
        [
          'an hour that doesn’t exist',
          [{ when: { hours: ['24:00', '08:00'] }, to }],
          'rules.0.when.hours.0',
          'not_time_of_day',
        ],
        [
          'an unknown zone',
          [{ when: { time_zone: 'Mars/Base' }, to }],
          'rules.0.when.time_zone',
          'not_time_zone',
        ],
        [
          'a time that ends before it begins',
          [{ when: { from: 5, until: 5 }, to }],
          'rules.0.when',
          'until_before_from',
        ],
        [
          'a language that is none',
          [{ when: { language: ['de_DE'] }, to }],
          'rules.0.when.language.0',
          'not_language',
        ],
        [
          'an address as a host',
          [{ when: { referer: ['https://t.co/'] }, to }],
          'rules.0.when.referer.0',
          'not_host',
        ],
        ['a misspelt condition', [{ when: { countries: ['DE'] }, to }], 'rules.0.when', 'unknown_fields'],
        ['no parameters', [{ when: { query: {} }, to }], 'rules.0.when.query', 'too_short'],
        ['an empty host', [{ when: { referer: ['...'] }, to }], 'rules.0.when.referer.0', 'not_host'],
        ['fifty-one rules', Array(51).fill({ when: {}, to }), 'rules', 'too_long'],
        ['no list', { when: {}, to }, 'rules', 'wrong_type'],
      ] as [string, unknown, string, string][])('%s', async (_what, rules, path, code) => {
        expect(await refusal(rules)).toEqual([...invalid, path, code])
      })

      test('rules that are too long together', async () => {
        const long = `https://example.com/${'x'.repeat(8000)}`
        const rules = Array.from({ length: 5 }, () => ({ when: {}, to: [{ long_url: long }] }))
        expect(await refusal(rules)).toEqual([...invalid, 'rules', 'rules_too_long'])
      })

      test('a loop: a destination that is this link or another one here', async () => {
        const link = await account.link()
        const loop = [{ when: { os: ['ios'] }, to: [{ long_url: there }, { long_url: link.short_url }] }]
        const answer = await account.call(`PUT /links/${link.short}`, { body: { rules: loop } })
        expect(answer.body.error.details[0]).toMatchObject({
          path: 'rules.0.to.1.long_url',
          code: 'own_short_domain',
        })
        expect((await account.call(`GET /links/${link.short}`)).body.data).toEqual(link)
      })
    })

    test('accepts fifty rules of fifty conditions, and answers by the last of them', async () => {
      const languages = Array.from(
        { length: 50 },
        (_, index) => `a${String.fromCharCode(97 + (index % 26))}${index > 25 ? 'x' : ''}`,
      )
      const rules = Array.from({ length: 50 }, (_, index) => ({
        when: { language: languages.map((one) => `${one}-${index}`) },
        to: [{ long_url: `https://example.com/${index}` }],
      }))
      const { short } = await ruled(...rules)
      expect(await location(short, { 'accept-language': 'ab-49' })).toBe('https://example.com/49')
      expect(await location(short, { 'accept-language': 'en' })).toBe(elsewhere)
    })

    test('fires link.updated when only its rules change, and takes them in bulk', async () => {
      const body = {
        links: [{ long_url: elsewhere, rules: [{ when: {}, to: [{ long_url: there }] }], note: 'n' }],
      }
      const [item] = (await account.call('POST /links/bulk', { body })).body.data.items
      expect(item.data).toMatchObject({ note: 'n', rules: [{ id: 'rul_1' }] })
      expect(await location(item.data.short)).toBe(there)
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)
