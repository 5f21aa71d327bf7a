// When a link starts, how many visitors it redirects, and where visitors go otherwise.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Account, type Answer, onEachEngine } from '../../../../../../test/instance.ts'

const hour = 3_600_000
const refused = ({ status, body }: Answer) => [status, body.error?.code]

onEachEngine('a link', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })
  const recordOf = async ({ short }: { short: string }) =>
    (await account.call(`GET /links/${short}`)).body.data
  const update = async ({ short }: { short: string }, body: object) =>
    await account.call(`PUT /links/${short}`, { body })
  const statuses = async ({ short }: { short: string }, visits: number) =>
    (await Promise.all(Array.from({ length: visits }, () => instance.visit(`/${short}`)))).map(
      ({ status }) => status,
    )
  const count = (all: number[], wanted: number) => all.filter((status) => status === wanted).length

  describe('that starts later', () => {
    test('is scheduled until then, and its visitors get 410 and a page that says so', async () => {
      const link = await account.link({ starts_at: instance.clock.unix() + 3600 })
      expect(link.status).toBe('scheduled')
      const answer = await instance.visit(`/${link.short}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([410, null])
      expect(answer.text).toContain('isn’t active yet')
      await instance.clock.advance(hour)
      expect((await instance.visit(`/${link.short}`)).status).toBe(302)
      expect(await recordOf(link)).toMatchObject({ status: 'active', clicks: 1 })
    })

    test('must start before it ends, whichever of the two is changed', async () => {
      const now = instance.clock.unix()
      const create = (body: object) =>
        account.call('POST /links', { body: { long_url: 'https://example.com/', ...body } })
      const answer = await create({ starts_at: now + 200, expired_at: now + 200 })
      expect(refused(answer)).toEqual([422, 'validation_failed'])
      expect(answer.body.error.details[0].path).toBe('starts_at')
      const link = await account.link({ starts_at: now + 100, expired_at: now + 200 })
      expect((await update(link, { starts_at: now + 300 })).status).toBe(422)
      expect((await update(link, { expired_at: now + 50 })).status).toBe(422)
      expect((await update(link, { starts_at: now + 300, expired_at: now + 400 })).status).toBe(200)
      expect((await update(link, { starts_at: null })).body.data.status).toBe('active')
    })
  })

  describe('with a number of clicks', () => {
    test('redirects exactly as many of many visitors at once, and then says that it is used up', async () => {
      const link = await account.link({ max_clicks: 7 })
      expect(link).toMatchObject({ max_clicks: 7, max_clicks_used: 0, status: 'active' })
      const all = await statuses(link, 60)
      expect([count(all, 302), count(all, 410)]).toEqual([7, 53])
      expect(await recordOf(link)).toMatchObject({ status: 'consumed', max_clicks_used: 7, clicks: 7 })
      expect((await instance.visit(`/${link.short}`)).text).toContain('has reached its limit')
    })

    test('goes on when the number is raised, and counts anew when it was removed', async () => {
      const link = await account.link({ max_clicks: 2 })
      await statuses(link, 3)
      expect((await update(link, { max_clicks: 5 })).body.data).toMatchObject({
        status: 'active',
        max_clicks_used: 2,
      })
      expect(count(await statuses(link, 9), 302)).toBe(3)
      expect((await update(link, { max_clicks: null })).body.data).toMatchObject({
        status: 'active',
        max_clicks_used: 0,
      })
      expect(count(await statuses(link, 9), 302)).toBe(9)
      await update(link, { max_clicks: 1 })
      expect(count(await statuses(link, 9), 302)).toBe(1)
    })

    test('is consumed at once by a number that has been reached already', async () => {
      const link = await account.link({ max_clicks: 5 })
      await statuses(link, 3)
      expect((await update(link, { max_clicks: 3 })).body.data.status).toBe('consumed')
      expect((await instance.visit(`/${link.short}`)).status).toBe(410)
    })

    test('gives none to HEAD, prefetches, its preview and crawlers', async () => {
      const link = await account.link({ max_clicks: 1, long_url: 'https://example.com/few' })
      const head = await instance.ask(`HEAD /${link.short}`)
      const prefetched = await instance.visit(`/${link.short}`, { 'sec-purpose': 'prefetch' })
      for (const { status, headers } of [head, prefetched])
        expect([status, headers.get('location')]).toEqual([200, null])
      const preview = await instance.visit(`/${link.short}+`)
      const crawler = await instance.visit(`/${link.short}`, { 'user-agent': 'WhatsApp/2.23.20.0' })
      for (const { text } of [prefetched, preview, crawler]) expect(text).not.toContain('example.com/few')
      expect(await recordOf(link)).toMatchObject({ status: 'active', max_clicks_used: 0 })
      expect((await instance.visit(`/${link.short}`)).status).toBe(302)
    })

    test('and for one click only redirects the lower of both', async () => {
      const link = await account.link({ max_clicks: 5 })
      await update(link, { disposable: true })
      expect(count(await statuses(link, 10), 302)).toBe(1)
      expect(await recordOf(link)).toMatchObject({ status: 'consumed', max_clicks_used: 1 })
    })

    test.each([0, -1, 1.5, '3', 1_000_000_001])('can’t have %p of them', async (max_clicks) => {
      const answer = await account.call('POST /links', {
        body: { long_url: 'https://example.com/', max_clicks },
      })
      expect(refused(answer)).toEqual([422, 'validation_failed'])
    })
  })

  describe('with an address for its end', () => {
    const ended_url = 'https://example.com/over?x=1'
    const location = async ({ short }: { short: string }) => {
      const { status, headers } = await instance.visit(`/${short}`)
      return [status, headers.get('location')]
    }

    test('leads there before its start, after its end and once it is used up, and counts none of these', async () => {
      const now = instance.clock.unix()
      const scheduled = await account.link({ ended_url, starts_at: now + 3600 })
      const expired = await account.link({ ended_url, expired_at: now + 5 })
      const used = await account.link({ ended_url, max_clicks: 1 })
      expect((await location(used))[1]).toBe(used.long_url)
      await instance.clock.advance(10_000)
      for (const link of [scheduled, expired, used]) expect(await location(link)).toEqual([302, ended_url])
      expect([(await recordOf(expired)).clicks, (await recordOf(used)).clicks]).toEqual([0, 1])
    })

    test('doesn’t when it is archived', async () => {
      const link = await account.link({ ended_url, starts_at: instance.clock.unix() + 3600 })
      await account.call(`DELETE /links/${link.short}`)
      expect((await instance.visit(`/${link.short}`)).status).toBe(404)
    })

    test('leads to any address as a header can carry it', async () => {
      const link = await account.link({
        ended_url: 'https://example.com/日本',
        starts_at: instance.clock.unix() + 3600,
      })
      expect(await location(link)).toEqual([302, 'https://example.com/%E6%97%A5%E6%9C%AC'])
    })

    test('shows a deceptive address first, and nothing of it at the preview', async () => {
      const link = await account.link({
        ended_url: 'https://www.pаypal.com/login',
        starts_at: instance.clock.unix() + 3600,
      })
      const page = await instance.visit(`/${link.short}`)
      expect([page.status, page.headers.get('location')]).toEqual([200, null])
      expect(page.text).toContain('www.xn--pypal-4ve.com')
      const [, choice = ''] = /name="choice" value="([^"]*)"/.exec(page.text) ?? []
      const send = (fields: Record<string, string>) =>
        instance.ask(`POST /${link.short}`, { body: new URLSearchParams({ onward: 'yes', ...fields }) })
      // A form that was shown with another address says nothing about this one.
      for (const other of [{}, { choice: `${choice}x` }] as Record<string, string>[])
        expect((await send(other)).headers.get('location')).toBeNull()
      const onward = await send({ choice })
      expect([onward.status, onward.headers.get('location')]).toEqual([
        303,
        'https://www.xn--pypal-4ve.com/login',
      ])
      const preview = await instance.visit(`/${link.short}+`)
      expect([preview.status, preview.headers.get('location')]).toEqual([410, null])
    })

    test('is shown first to those who saw another destination while the link was active', async () => {
      const link = await account.link({
        long_url: 'https://www.g00gle.com/nice',
        ended_url: 'https://www.pаypal.com/steal',
        max_clicks: 1,
      })
      const page = await instance.visit(`/${link.short}`)
      expect(page.text).toContain('g00gle.com')
      const send = () => instance.ask(`POST /${link.short}`, { body: new URLSearchParams({ onward: 'yes' }) })
      expect((await send()).headers.get('location')).toBe('https://www.g00gle.com/nice')
      const late = await send()
      expect([late.status, late.headers.get('location')]).toEqual([200, null])
      expect(late.text).toContain('www.xn--pypal-4ve.com')
    })

    test('takes none that links may not lead to', async () => {
      const link = await account.link()
      for (const bad of [link.short_url, 'javascript:alert(1)', 'https://user@example.com/']) {
        const answer = await update(link, { ended_url: bad })
        expect([bad, answer.status]).toEqual([bad, 422])
        expect(answer.body.error.details[0].path).toBe('ended_url')
      }
      expect((await update(link, { ended_url })).body.data.ended_url).toBe(ended_url)
      expect((await update(link, { ended_url: '' })).body.data.ended_url).toBeNull()
    })
  })
})
