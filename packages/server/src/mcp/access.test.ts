// Who may use the agent tools: with an API key, with an access token, and without either.
import { describe, expect, test } from 'bun:test'
import { type Tokens, tokensFor } from '../../../../test/accounts/oauth.ts'
import { oauthFixture } from '../../../../test/accounts/oauth-fixture.ts'
import { signIn } from '../../../../test/accounts/sign-in.ts'
import { agentOf, type Revision } from '../../../../test/agents/mcp.ts'
import { type Answer, onEachEngine } from '../../../../test/instance.ts'

const revisions: Revision[] = ['2025-11-25', '2026-07-28']
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const challenged = ({ headers }: Answer) => headers.get('www-authenticate')

onEachEngine('a credential for the agent tools', (instance) => {
  const { account, someone, app } = oauthFixture(instance)

  const metadata = () => `resource_metadata="${instance.url}/.well-known/oauth-protected-resource/mcp"`
  const send = (headers: Record<string, string>, at = '/mcp') =>
    instance.ask(`POST ${at}`, { body: ping, headers })
  const tokens = (query: Record<string, string | undefined> = {}): Promise<Tokens> =>
    tokensFor(instance, someone, app, { prompt: 'consent', ...query })
  const pinged = async (token: string) => (await agentOf(instance, token).ask('ping')).status

  test('can be an API key, with Bearer in any case', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  '])
      expect((await send({ authorization: `${scheme} ${account.key}` })).body.result, scheme).toEqual({})
  })

  test('is required: without one, 401 names the metadata, and asks for no scope', async () => {
    const { cookie } = await signIn(instance, account)
    const attempts: [Record<string, string>, string?][] = [
      [{}],
      [{ authorization: '' }],
      [{ authorization: account.key }],
      [{ authorization: 'Bearer' }],
      [{ authorization: `Basic ${btoa(`${account.email}:a fine password`)}` }],
      [{ authorization: `Bearer ${account.key} more` }],
      // The dashboard's session only works for its own pages.
      [{ cookie }],
      [{ cookie, origin: instance.url }],
      [{ 'x-api-key': account.key }],
      // RFC 6750, section 2.3, which the protocol forbids.
      [{}, `/mcp?access_token=${account.key}`],
      [{}, `/mcp?authorization=Bearer%20${account.key}`],
    ]
    for (const [headers, at] of attempts) {
      const answer = await send(headers, at)
      expect([answer.status, challenged(answer)], JSON.stringify(headers)).toEqual([
        401,
        `Bearer ${metadata()}`,
      ])
      expect(answer.body).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32_000,
          message: expect.stringContaining('Authorization: Bearer'),
          data: { code: 'unauthenticated', request_id: answer.headers.get('x-request-id') },
        },
      })
    }
  })

  test('that is unknown is 401 invalid_token, and the response does not repeat it', async () => {
    const { access_token, refresh_token } = await tokens()
    const strangers = [
      'nonsense',
      'sk_live_nothing',
      `${account.key}x`,
      account.key.slice(0, -1),
      access_token.toUpperCase(),
      refresh_token,
      'x'.repeat(8000),
      '../../etc/passwd',
      "';--",
      '__proto__',
    ]
    for (const token of strangers) {
      const answer = await send({ authorization: `Bearer ${token}` })
      expect([answer.status, challenged(answer)]).toEqual([
        401,
        `Bearer error="invalid_token", ${metadata()}`,
      ])
      expect(answer.text).not.toContain(token)
    }
  })

  test('can be an access token bound to the tools, or to no resource, but not one bound to the API', async () => {
    const api = await tokens({ resource: `${instance.url}/v2` })
    const tools = await tokens({ resource: `${instance.url}/mcp` })
    const anywhere = await tokens()
    expect([
      await pinged(api.access_token),
      await pinged(tools.access_token),
      await pinged(anywhere.access_token),
    ]).toEqual([401, 200, 200])
    const use = async ({ access_token }: Tokens) =>
      (await instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${access_token}` } })).status
    expect([await use(api), await use(tools), await use(anywhere)]).toEqual([200, 401, 200])
  })

  describe.each(revisions)('in %s', (revision) => {
    test('without the scope of a tool can’t list it, and calls get 403 with the missing scope', async () => {
      const agent = agentOf(instance, (await tokens({ scope: 'links:read' })).access_token)
      expect(await agent.tools({ revision })).toEqual(['list_links', 'check_short_availability', 'get_link'])
      const refused = await agent.call('create_link', { long_url: 'https://example.com/' }, { revision })
      expect([refused.status, challenged(refused)]).toEqual([
        403,
        `Bearer error="insufficient_scope", scope="links:write", ${metadata()}`,
      ])
      expect(refused.body.id).toBe(2)
      expect((await account.call('GET /links')).body.total).toBe(0)
    })

    test('that is revoked between list and call can’t call anything', async () => {
      const { call } = await signIn(instance, account)
      const key = (await call('POST /keys', { body: { name: 'short-lived', scopes: ['links:write'] } })).body
        .data
      const { access_token } = await tokens({ scope: 'links:write' })
      const revocations: [string, () => Promise<Answer>][] = [
        [key.key, () => call(`DELETE /keys/${key.id}`)],
        [
          access_token,
          () =>
            instance.ask('POST /oauth/revoke', {
              body: new URLSearchParams({
                token: access_token,
                client_id: app.clientId,
                client_secret: app.secret ?? '',
              }),
            }),
        ],
      ]
      for (const [credential, revoke] of revocations) {
        const agent = agentOf(instance, credential)
        expect(await agent.tools({ revision })).toContain('create_link')
        expect((await revoke()).status).toBe(200)
        const refused = await agent.call('create_link', { long_url: 'https://example.com/' }, { revision })
        expect([refused.status, challenged(refused)]).toEqual([
          401,
          `Bearer error="invalid_token", ${metadata()}`,
        ])
      }
      expect((await account.call('GET /links')).body.total).toBe(0)
    })
  })

  test('that has expired is 401', async () => {
    const { access_token, expires_in } = await tokens()
    await instance.clock.advance((expires_in - 10) * 1000)
    expect(await pinged(access_token)).toBe(200)
    await instance.clock.advance(11_000)
    expect(await pinged(access_token)).toBe(401)
  })

  test('of an account that is deleted is 401', async () => {
    const leaver = await instance.account()
    expect(await pinged(leaver.key)).toBe(200)
    await instance.command('user', 'delete', '--email', leaver.email)
    expect(await pinged(leaver.key)).toBe(401)
  })
})

onEachEngine(
  'messages without a valid credential',
  (instance) => {
    const crowd = async (requests: number, headers: Record<string, string>) => {
      const answers = await Promise.all(
        Array.from({ length: requests }, () => instance.ask('POST /mcp', { body: ping, headers })),
      )
      return answers.filter(({ status }) => status !== 429).length
    }

    test('share the per-minute limit of an address with the API, and don’t count against valid ones', async () => {
      const from = { 'x-forwarded-for': '192.0.2.1' }
      expect(await crowd(10, from)).toBe(10)
      expect(await crowd(15, { ...from, authorization: 'Bearer nonsense' })).toBe(10)
      const refused = await instance.ask('POST /mcp', { body: ping, headers: from })
      expect([refused.status, refused.body.error.data.code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61)
      expect((await instance.ask('GET /v2/user', { headers: from })).status).toBe(429)
      const { key } = await instance.account()
      const valid = { ...from, authorization: `Bearer ${key}` }
      expect((await instance.ask('POST /mcp', { body: ping, headers: valid })).status).toBe(200)
    })
  },
  { ANONYMOUS_REQUESTS_PER_MINUTE: '20', TRUST_PROXY: '127.0.0.0/8, ::1' },
)
