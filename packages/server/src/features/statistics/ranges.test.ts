// Which ranges of days can be requested: existing dates, in order, not too long, and as far back as the plan shows.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../test/instance.ts'

onEachEngine('the range of statistics', (instance) => {
  let account: Account
  let free: Account
  let paths: (account: Account) => Promise<string[]>
  beforeAll(async () => {
    account = await instance.account()
    free = await instance.account({ plan: 'free' })
    paths = async (account) => {
      const { short } = await account.link()
      return [`/links/${short}/stats`, `/links/${short}/stats/breakdown`, '/stats']
    }
  })

  test.each([
    'start=2026-02-30',
    'end=2026-13-01',
    'start=2026-1-1',
    'start=yesterday',
    'end=2026-01-01T00:00:00Z',
    'start=20260101',
    'start=',
    'end=%00',
    "start=2026-01-01'--",
    'start=-000001-01-01',
    'start=٢٠٢٦-٠١-٠١',
  ])('an invalid date is 400: %s', async (query) => {
    for (const path of await paths(account)) {
      const answer = await account.call(`GET ${path}?${query}`)
      expect(answer.status).toBe(400)
      expect(answer.body.error.code).toBe('malformed_request')
      expect(answer.body.error.details[0].path).toBe(query.slice(0, query.indexOf('=')))
    }
  })

  test('an end before the start is 400, even if the end is left out and the start is after today', async () => {
    for (const path of await paths(account)) {
      expect((await account.call(`GET ${path}?start=2026-02-02&end=2026-02-01`)).status).toBe(400)
      expect((await account.call(`GET ${path}?start=${instance.clock.day(1)}`)).status).toBe(400)
    }
  })

  test('a range of more than 3660 days is 400, one of 3660 is answered', async () => {
    for (const path of await paths(account)) {
      const before = (days: number) => `GET ${path}?start=${instance.clock.day(-days)}`
      expect((await account.call(before(3661))).status).toBe(400)
      expect((await account.call(before(3660))).status).toBe(200)
      expect((await account.call(`GET ${path}?start=0001-01-01&end=9999-12-31`)).status).toBe(400)
    }
  })

  test.each([
    'end=0000-01-01',
    'end=0001-01-05',
    'start=9999-12-01&end=9999-12-31',
    'start=0000-01-01&end=0000-01-02',
  ])('the limits of the calendar are answered like any date: %s', async (query) => {
    for (const path of await paths(account))
      expect((await account.call(`GET ${path}?${query}`)).status).toBe(200)
  })

  describe('on a plan that shows 30 days', () => {
    test('a start 30 days ago is answered, an earlier one is 403 plan_limit', async () => {
      for (const path of await paths(free)) {
        const from = (days: number) => free.call(`GET ${path}?start=${instance.clock.day(-days)}`)
        expect((await from(30)).status).toBe(200)
        const refused = await from(31)
        expect(refused.status).toBe(403)
        expect(refused.body.error.code).toBe('plan_limit')
      }
    })

    test('the default range is allowed: 30 points for a link, from 30 days ago for the account', async () => {
      const { short } = await free.link()
      expect((await free.call(`GET /links/${short}/stats`)).body.data).toHaveLength(30)
      const { data } = (await free.call('GET /stats')).body
      expect(data).toMatchObject({ start: instance.clock.day(-30), end: instance.clock.day() })
    })

    test('an end alone shortens the range to what the plan shows', async () => {
      for (const path of await paths(free)) {
        const answer = await free.call(`GET ${path}?end=${instance.clock.day(-10)}`)
        expect(answer.status).toBe(200)
      }
      const { data } = (await free.call(`GET /stats?end=${instance.clock.day(-10)}`)).body
      expect(data).toMatchObject({ start: instance.clock.day(-30), end: instance.clock.day(-10) })
      expect(data.timeline).toHaveLength(21)
    })

    test('a range that ended before what the plan shows is 403', async () => {
      for (const path of await paths(free)) {
        const answer = await free.call(`GET ${path}?end=${instance.clock.day(-31)}`)
        expect(answer.status).toBe(403)
        expect(answer.body.error.code).toBe('plan_limit')
      }
    })

    test('lifetime counts are not limited', async () => {
      const { short } = await free.link()
      await instance.visit(`/${short}`)
      await instance.clock.advance(60 * 86_400_000)
      expect((await free.call(`GET /links/${short}/stats/lifetime`)).body.data.clicks).toBe(1)
    })
  })
})
