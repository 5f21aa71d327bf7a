// `POST /links/{short}/explain`: what a visitor would get, in words, without changing anything.
import { beforeAll, expect, test } from 'bun:test'
import { type Account, type Answer, onEachEngine } from '../../../../../../test/instance.ts'

const refused = ({ status, body }: Answer) => [status, body.error?.code]

onEachEngine('explain', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })
  const explain = async (short: string, body: object = {}) => {
    const answer = await account.call(`POST /links/${short}/explain`, { body })
    expect(answer.status).toBe(200)
    return answer.body.data
  }
  const outcomes = ({ checks }: { checks: { check: string; outcome: string }[] }) =>
    checks.filter(({ outcome }) => outcome !== 'passed').map(({ check, outcome }) => `${check} ${outcome}`)
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'

  test('names every check of a link without conditions, and counts the visitor', async () => {
    const { short, long_url } = await account.link()
    const explained = await explain(short)
    expect(explained).toMatchObject({
      at: instance.clock.unix(),
      ...{ destination: long_url, rules: [], rule: null, split: null, counted: true, not_counted: null },
    })
    expect(explained.checks.map(({ check }: { check: string }) => check)).toEqual([
      ...[
        'blocked',
        'archived',
        'ended',
        'card',
        'rules',
        'password',
        'adult',
        'caution',
        'claim',
        'forwarding',
      ],
    ])
    expect(outcomes(explained)).toEqual([])
  })

  test('tells which rules were tried, what failed, and which one decides', async () => {
    const rules = [
      {
        name: 'Germans',
        when: { os: ['ios'], country: ['DE'] },
        to: [{ long_url: 'https://example.com/de' }],
      },
      { when: { query: { ref: 'a' } }, to: [{ long_url: 'https://example.com/a' }] },
      {
        when: { os: ['ios'] },
        to: [{ long_url: 'https://example.com/x', weight: 3 }, { long_url: 'https://example.com/y' }],
      },
      { when: {}, to: [{ long_url: 'https://example.com/z' }] },
    ]
    const { short } = await account.link({ rules, forward_query: true })
    const explained = await explain(short, { user_agent: iphone, country: 'us', query: '?b=c' })
    expect(explained.rules).toEqual([
      { id: 'rul_1', name: 'Germans', holds: false, failed: 'country' },
      { id: 'rul_2', name: null, holds: false, failed: 'query' },
      { id: 'rul_3', name: null, holds: true, failed: null },
    ])
    expect([explained.rule, explained.destination]).toEqual(['rul_3', null])
    expect(explained.split).toEqual([
      { id: 'dst_3', location: 'https://example.com/x?b=c', share: 0.75 },
      { id: 'dst_4', location: 'https://example.com/y?b=c', share: 0.25 },
    ])
    expect((await explain(short, { user_agent: iphone, country: 'DE' })).destination).toBe(
      'https://example.com/de',
    )
  })

  test('tells at any time, without waiting for it', async () => {
    const now = instance.clock.unix()
    const { short, long_url } = await account.link({
      starts_at: now + 100,
      expired_at: now + 200,
      ended_url: 'https://example.com/end',
    })
    const before = await explain(short)
    expect(outcomes(before)).toEqual(['ended stopped'])
    expect(before).toMatchObject({
      destination: 'https://example.com/end',
      counted: false,
      not_counted: 'ended',
    })
    expect((await explain(short, { at: now + 150 })).destination).toBe(long_url)
    expect((await explain(short, { at: now + 200 })).checks.at(-1).message).toContain('expired')
  })

  test('tells what the visitor is asked for, and never the password', async () => {
    const { short } = await account.link({ password: 'sesame', max_clicks: 3 })
    await account.call(`PUT /links/${short}`, { body: { adult: true } })
    const explained = await explain(short)
    expect(outcomes(explained)).toEqual(['password asked', 'adult asked'])
    expect(JSON.stringify(explained)).not.toContain('sesame')
    const crawler = await explain(short, { user_agent: 'Googlebot/2.1' })
    expect(outcomes(crawler).at(-1)).toBe('claim stopped')
    expect(crawler).toMatchObject({ destination: null, counted: false, not_counted: 'not_redirected' })
  })

  test('changes and counts nothing', async () => {
    const link = await account.link({ max_clicks: 1 })
    for (let time = 0; time < 3; time++) await explain(link.short)
    expect((await account.call(`GET /links/${link.short}`)).body.data).toEqual(link)
  })

  test('says that bots aren’t counted among people', async () => {
    const { short } = await account.link()
    expect(await explain(short, { user_agent: 'Googlebot/2.1' })).toMatchObject({
      counted: false,
      not_counted: 'bot',
    })
  })

  test('refuses what no visitor could bring, and links of others', async () => {
    const { short } = await account.link()
    const call = (body: object, by = account) => by.call(`POST /links/${short}/explain`, { body })
    for (const body of [{ country: 'ZX' }, { at: -1 }, { query: 'x'.repeat(8193) }, { user_agent: 7 }])
      expect(refused(await call(body))).toEqual([422, 'validation_failed'])
    expect(refused(await call({}, await instance.account()))).toEqual([404, 'not_found'])
    expect(refused(await call({}, await instance.account({ scopes: 'links:write' })))).toEqual([
      403,
      'insufficient_scope',
    ])
  })
})
