// Invalid paths: broken percent-encoding, other alphabets, and reserved words of the service.
import { beforeAll, expect, test } from 'bun:test'
import { signIn } from '../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../test/instance.ts'
import { expectAllRefused, expectRefused } from '../../../../test/refusals.ts'

const oddSegments = [
  '%E0%A4%A',
  '%zz',
  '%',
  '%00',
  'a%00b',
  '%ff',
  '%ed%a0%80',
  '%2e%2e%2f',
  '%2Flaunch',
  'launch%2Fstats',
  '%252e',
  '日本',
  '%F0%9F%A6%9C',
  'launch%20',
  'launch;a=b',
  "launch'--",
  '{short}',
  ':short',
  '*',
  '__proto__%00',
  'x'.repeat(4096),
]
const reservedWords = [
  'v2',
  'oauth',
  'mcp',
  'api',
  'dashboard',
  'consent',
  'assets',
  'healthz',
  'API',
  'OAuth',
]
const unusableCodes = [
  '',
  'a b',
  'ä',
  '日本',
  'a/b',
  '../v2',
  'a+',
  'a.png',
  '%61',
  'a\n',
  'x'.repeat(49),
  '🦜',
  'a?b',
]

/** Requests for a link with this code. */
const takingCode = (code: string) => [
  ['POST /links', { body: { long_url: 'https://example.com/', custom_slug: code } }] as const,
  ['PUT /links/launch', { body: { title: 'x', custom_slug: code } }] as const,
  ['POST /links/available', { body: { short: code } }] as const,
]

onEachEngine('a path', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
    await account.link({ custom_slug: 'launch' })
  })

  test('of the API that is not a valid code is 404, for every method, and nothing changes', async () => {
    const requests = oddSegments.flatMap((segment) => [
      [`GET /links/${segment}`] as const,
      [`DELETE /links/${segment}`] as const,
      [`PUT /links/${segment}`, { body: { title: 'x' } }] as const,
      [`POST /links/${segment}/unarchive`] as const,
      [`GET /links/${segment}/stats`] as const,
      [`GET /links/${segment}/stats/lifetime`] as const,
    ])
    await expectAllRefused(account, 404, 'not_found', requests)
  })

  test('of the API may be percent-encoded', async () => {
    for (const path of ['/links/%6caunch', '/links/%6C%61%75%6E%63%68'])
      expect((await account.call(`GET ${path}`)).body.data.short).toBe('launch')
  })

  test('of a visitor that is not a valid code is 404, as a page and as JSON', async () => {
    for (const segment of oddSegments) {
      const page = await instance.visit(`/${segment}`)
      expect(page.status, segment).toBe(404)
      expect(page.headers.get('content-type')).toStartWith('text/html')
      const json = await instance.visit(`/${segment}`, { accept: 'application/json' })
      expect(json.status).toBe(404)
      expect(json.body.error.code).toBe('not_found')
    }
  })

  test('of the dashboard that does not exist is refused, never a server error', async () => {
    const { call } = await signIn(instance, account)
    for (const segment of oddSegments)
      for (const at of ['DELETE /keys/', 'DELETE /domains/']) {
        const answer = await call(at + segment)
        expect([400, 404], `${at}${segment} answered ${answer.text}`).toContain(answer.status)
      }
  })

  test('of the service itself can’t be a short code, in any case: slug_invalid', async () => {
    await expectAllRefused(account, 422, 'slug_invalid', reservedWords.flatMap(takingCode))
    const links = reservedWords.map((short) => ({ long_url: 'https://example.com/', short }))
    const { data } = (await account.call('POST /links/bulk', { body: { links } })).body
    expect(data.items).toHaveLength(reservedWords.length)
    for (const item of data.items) expect(item).toMatchObject({ success: false, error: 'slug_invalid' })
  })

  test('that can’t be requested can’t be a short code: slug_invalid', async () => {
    await expectAllRefused(account, 422, 'slug_invalid', unusableCodes.flatMap(takingCode))
  })

  test('of the API named like a JavaScript property is treated like any other', async () => {
    for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      await expectRefused(account, 404, 'not_found', `GET /links/${word}`)
      expect((await account.call(`GET /${word}`)).status).toBe(404)
      expect((await instance.visit(`/${word}`)).status).toBe(404)
      expect((await account.link({ custom_slug: word })).short).toBe(word)
      expect((await instance.visit(`/${word}`)).status).toBe(302)
    }
  })
})
