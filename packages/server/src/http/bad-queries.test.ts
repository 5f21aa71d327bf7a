// Invalid queries and headers: 400 with a clear message, and no change.
import { beforeAll, expect, test } from 'bun:test'
import { agentOf } from '../../../../test/agents/mcp.ts'
import { type Account, onEachEngine } from '../../../../test/instance.ts'
import { expectAllRefused, expectRefused, fieldsOf } from '../../../../test/refusals.ts'

onEachEngine('a query', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
    for (const custom_slug of ['one', 'two', 'three']) await account.link({ custom_slug })
  })

  const bad: Record<string, string[]> = {
    '/links?page=': [
      '0',
      '-1',
      '1.5',
      'x',
      '',
      '1e3',
      '99999999999999999999',
      '0x1',
      ' 1',
      'NaN',
      'null',
      '1,2',
    ],
    '/links?limit=': ['0', '-1', '101', '10.5', 'all', '', '99999999999999999999'],
    '/links?status=': ['', 'expired', 'ACTIVE', 'active,archived'],
    '/links?search=': ['\0', 'a\0b', '\n', 'x'.repeat(501)],
    '/stats?start=': [
      '',
      '2026-02-29',
      '2026-13-01',
      '2026-1-1',
      'yesterday',
      '1790000000',
      '2026-01-01T00:00:00Z',
    ],
    '/stats?end=': ['', '2026-02-30', '2026-00-01', '20260101', 'null'],
    '/stats?additional=': ['', 'yes', '1', 'TRUE'],
    '/links/one/stats?start=': ['2026-06-31', 'x'],
    '/links/one/stats?end=': ['2026-06-31', 'x'],
    '/links/one?domain=': ['\0', 'x'.repeat(254)],
  }
  for (const [start, values] of Object.entries(bad))
    test(`${start} with an invalid value is 400, and names the parameter`, async () => {
      const name = /(\w+)=$/.exec(start)?.[1] as string
      const requests = values.map((value) => [`GET ${start}${encodeURIComponent(value)}`] as const)
      for (const error of await expectAllRefused(account, 400, 'malformed_request', requests))
        expect(fieldsOf(error)).toEqual([name])
    })

  test('is refused without mentioning that values are strings, as in every query', async () => {
    for (const [path, message] of [
      ['/links?page=x', 'must be a whole number'],
      ['/links?page=1.5', 'must be a whole number'],
      ['/links?limit=', 'must be a whole number'],
      ['/links?limit=99999999999999999999', 'must be at most 100'],
      ['/microsites?limit=many', 'must be a whole number'],
      ['/stats?additional=yes', 'must be true or false'],
      ['/stats?start=x', 'must be a date in the form YYYY-MM-DD'],
      ['/links?status=', 'must be one of active, archived, all'],
    ]) {
      const error = await expectRefused(account, 400, 'malformed_request', `GET ${path}`)
      expect([path, error.details[0].message]).toStrictEqual([path, message])
    }
    const agent = agentOf(instance, account.key)
    const { result } = await agent.call('list_links', { page: '1' })
    expect(result.content[0].text).toContain('- page: must be a whole number, not a string')
  })

  test('with a parameter twice is 400, also when both are the same', async () => {
    for (const query of ['page=1&page=2', 'limit=5&limit=5', 'search=a&search=b', 'status=all&status=all']) {
      const error = await expectRefused(account, 400, 'malformed_request', `GET /links?${query}`)
      expect(fieldsOf(error)).toEqual([query.split('=', 1)[0] as string])
    }
  })

  test('with an end before its start is 400, and one that spans too many days too', async () => {
    for (const path of ['/stats', '/links/one/stats', '/links/one/stats/breakdown'])
      for (const query of [
        'start=2026-02-02&end=2026-02-01',
        'start=0001-01-01',
        'start=0000-01-01&end=9999-12-31',
      ])
        await expectRefused(account, 400, 'malformed_request', `GET ${path}?${query}`)
  })

  test('at either end of the calendar gets a normal response', async () => {
    for (const path of ['/stats', '/links/one/stats'])
      for (const query of [
        'end=0000-01-05',
        'start=0000-01-01&end=0000-01-02',
        'start=9999-12-30&end=9999-12-31',
      ]) {
        const answer = await account.call(`GET ${path}?${query}`)
        expect(answer.status, query).toBe(200)
        const points = answer.body.data.timeline ?? answer.body.data
        for (const { date } of points) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
        expect(points.at(-1).date).toBe(/end=(.*)/.exec(query)?.[1])
      }
  })

  test('with unknown parameters is answered as without them', async () => {
    const plain = await account.call('GET /links')
    const odd = await account.call(
      'GET /links?nothing=1&nothing=2&__proto__=x&constructor=y&page[]=3&Page=9&=&&',
    )
    expect(odd.status).toBe(200)
    expect(odd.body).toEqual(plain.body)
  })

  test('for a page past the end returns an empty page, with the total of all', async () => {
    for (const page of [2, 1000, 1_000_000_000]) {
      const answer = await account.call(`GET /links?page=${page}`)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ data: [], total: 3 })
    }
    await expectRefused(account, 400, 'malformed_request', 'GET /links?page=1000000001')
  })

  test('on an operation without parameters is ignored', async () => {
    expect((await account.call('GET /user?page=0&limit=101')).status).toBe(200)
  })

  test('with broken percent-encoding, or bytes that are not UTF-8, finds nothing and causes no error', async () => {
    for (const search of ['%', '%zz', '%E0%A4%A', '%ff%fe', '%ed%a0%80']) {
      const answer = await account.call(`GET /links?search=${search}`)
      expect(answer.status, search).toBe(200)
      expect(answer.body).toEqual({ data: [], total: 0 })
    }
  })
})
