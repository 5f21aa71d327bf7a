// The request limit of a credential: 38 in any 60 seconds, reported in the headers of every response.
import { expect, test } from 'bun:test'
import { type Account, type Answer, onEachEngine } from '../../../../test/instance.ts'

const span = 60_000

async function burst(account: Account, requests: number): Promise<Answer[]> {
  return await Promise.all(Array.from({ length: requests }, () => account.call('GET /user')))
}

const admitted = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length
const header = (answer: Answer, name: string) => Number(answer.headers.get(name))

function expectLimitHeaders(answer: Answer, limit: number): void {
  const remaining = header(answer, 'x-ratelimit-remaining')
  const reset = header(answer, 'x-ratelimit-reset')
  expect(answer.headers.get('x-ratelimit-limit')).toBe(String(limit))
  expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
  expect(remaining).toBeLessThan(limit)
  expect(answer.headers.get('x-ratelimit-reset')).toMatch(/^\d+$/)
  expect(reset).toBeWithin(1, 61)
  expect(answer.headers.get('ratelimit-policy')).toBe(`"default";q=${limit};w=60`)
  expect(answer.headers.get('ratelimit')).toBe(`"default";r=${remaining};t=${reset}`)
}

onEachEngine('the request limit', (instance) => {
  const limited = () => instance.account({ plan: 'unlimited' })
  const setPlan = ({ email }: Account, plan: string) =>
    instance.command('user', 'set-plan', '--email', email, '--plan', plan)

  test('admits 38 requests, refuses the next with 429 and Retry-After, and admits again after that time', async () => {
    const account = await limited()
    for (let request = 1; request <= 38; request++) {
      const answer = await account.call('GET /user')
      expect(answer.status).toBe(200)
      expect(header(answer, 'x-ratelimit-remaining')).toBe(38 - request)
    }
    const refused = await account.call('GET /user')
    expect(refused.status).toBe(429)
    expect(refused.body.error.code).toBe('rate_limited')
    expectLimitHeaders(refused, 38)
    const wait = header(refused, 'retry-after')
    expect(wait).toBeWithin(1, 61)
    await instance.clock.advance(wait * 1000 - 2000)
    expect((await account.call('GET /user')).status).toBe(429)
    await instance.clock.advance(2000)
    expect((await account.call('GET /user')).status).toBe(200)
  })

  test('admits exactly 38 of 100 requests at once', async () => {
    const answers = await burst(await limited(), 100)
    expect(admitted(answers)).toBe(38)
    for (const answer of answers) expect([200, 429]).toContain(answer.status)
  })

  test('a refused request changes nothing and costs nothing later', async () => {
    const account = await limited()
    await burst(account, 38)
    const refused = await account.call('POST /links', { body: { long_url: 'https://example.com/' } })
    expect(refused.status).toBe(429)
    await burst(account, 20)
    await instance.clock.advance(span)
    expect((await account.call('GET /links')).body.total).toBe(0)
    expect(admitted(await burst(account, 60))).toBe(37)
  })

  test('admits no more than 38 in a span that begins in the middle of a minute', async () => {
    const account = await limited()
    expect(admitted(await burst(account, 20))).toBe(20)
    await instance.clock.advance(40_000)
    expect(admitted(await burst(account, 50))).toBe(18)
    await instance.clock.advance(20_000)
    // The first 20 have left the window, the later 18 have not.
    expect(admitted(await burst(account, 50))).toBe(20)
    await instance.clock.advance(40_000)
    expect(admitted(await burst(account, 50))).toBe(18)
  })

  test('applies to every span of 60 seconds, however the requests arrive', async () => {
    const account = await limited()
    const admissions: { from: number; until: number }[] = []
    for (const gap of [0, 7, 13, 1, 29, 9.999, 0.001, 17, 3, 21, 5, 31, 2, 59.999, 0.5, 30]) {
      await instance.clock.advance(gap * 1000)
      const from = instance.clock.now()
      const count = admitted(await burst(account, 13))
      const until = instance.clock.now()
      for (let one = 0; one < count; one++) admissions.push({ from, until })
    }
    expect(admissions.length).toBeGreaterThan(38)
    for (const [index, first] of admissions.entries()) {
      const next = admissions[index + 38]
      if (next) expect(next.until - first.from).toBeGreaterThanOrEqual(span)
    }
  })

  test('is reported by every response below /v2, whatever its status', async () => {
    const account = await limited()
    const narrow = { authorization: `Bearer ${await account.newKey('user:read')}` }
    const requests: [string, number, Parameters<Account['call']>[1]?][] = [
      ['GET /user', 200],
      ['HEAD /user', 200],
      ['GET /links?page=0', 400],
      ['POST /links', 400],
      ['POST /links', 422, { body: {} }],
      ['GET /links', 403, { headers: narrow }],
      ['GET /links/nobody-has-this', 404],
      ['GET /nothing', 404],
      ['PATCH /links', 405],
      [
        'POST /links',
        413,
        { body: `"${'x'.repeat(1024 * 1024)}"`, headers: { 'content-type': 'application/json' } },
      ],
      ['GET /openapi.json', 200],
      ['GET /docs', 200],
      ['DELETE /openapi.json', 405],
    ]
    for (const [at, status, options] of requests) {
      const answer = await account.call(at, options)
      expect(answer.status, at).toBe(status)
      expectLimitHeaders(answer, 38)
    }
    for (const path of ['/user', '/nothing', '/openapi.json', '/docs'])
      expectLimitHeaders(await instance.ask(`GET /v2${path}`), 1_000_000)
  })

  test('counts every request of the credential, whatever the response', async () => {
    const account = await limited()
    const paths = ['GET /nothing', 'PATCH /links', 'GET /links?page=0', 'GET /openapi.json', 'POST /links']
    for (let request = 0; request < 38; request++) await account.call(paths[request % paths.length] as string)
    expect((await account.call('GET /user')).status).toBe(429)
    expect((await account.call('GET /openapi.json')).status).toBe(429)
  })

  test('belongs to the key: another key of the account, and another account, have their own', async () => {
    const account = await limited()
    const headers = { authorization: `Bearer ${await account.newKey('all')}` }
    await burst(account, 39)
    expect((await account.call('GET /user')).status).toBe(429)
    const other = await account.call('GET /user', { headers })
    expect(other.status).toBe(200)
    expect(header(other, 'x-ratelimit-remaining')).toBe(37)
    expect(admitted(await burst(await limited(), 38))).toBe(38)
  })

  test('is the plan’s limit, as soon as the account gets the plan', async () => {
    const account = await limited()
    await burst(account, 40)
    await setPlan(account, 'roomy')
    expect(admitted(await burst(account, 50))).toBe(50)
    expect((await account.call('GET /quota')).body.data.requests_per_minute).toBe(1_000_000)
    await setPlan(account, 'unlimited')
    const refused = await account.call('GET /user')
    expect(refused.status).toBe(429)
    expectLimitHeaders(refused, 38)
    await instance.clock.advance(header(refused, 'retry-after') * 1000)
    expect((await account.call('GET /user')).status).toBe(200)
  })

  test('Retry-After counts what a higher limit admitted right after a refusal', async () => {
    const account = await limited()
    await burst(account, 38)
    await instance.clock.advance(990)
    await burst(account, 2)
    await setPlan(account, 'roomy')
    await instance.clock.advance(50)
    expect(admitted(await burst(account, 50))).toBe(50)
    await setPlan(account, 'unlimited')
    const refused = await account.call('GET /user')
    expect(refused.status).toBe(429)
    await instance.clock.advance(header(refused, 'retry-after') * 1000)
    expect((await account.call('GET /user')).status).toBe(200)
  })

  test('after a plan with a higher limit, Retry-After is long enough for the lower one too', async () => {
    const account = await instance.account()
    await burst(account, 30)
    await instance.clock.advance(30_000)
    await burst(account, 50)
    await setPlan(account, 'unlimited')
    const refused = await account.call('GET /user')
    expect(refused.status).toBe(429)
    await instance.clock.advance(header(refused, 'retry-after') * 1000)
    expect((await account.call('GET /user')).status).toBe(200)
  })
})
