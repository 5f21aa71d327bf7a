// Client ID metadata documents: applications whose client_id is a URL, and what is fetched from there.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  type App,
  authorizationQuery,
  codeOf,
  exchange,
  locationOf,
  newPkce,
  type Person,
  person,
  redirectUri,
} from '../../../../../../test/accounts/oauth.ts'
import { type Account, type Answer, onEachEngine } from '../../../../../../test/instance.ts'

const pkce = newPkce()
const s256 = { code_challenge: pkce.challenge, code_challenge_method: 'S256' }

onEachEngine(
  'client identifier metadata documents',
  (instance) => {
    let someone: Person
    let host: ReturnType<typeof Bun.serve>
    let fetched = 0
    let answer: (request: Request) => Response
    let agent: App
    let number = 0
    let account: Account

    beforeAll(async () => {
      account = await instance.account()
      host = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch(request) {
          fetched++
          return answer(request)
        },
      })
    })
    // Some tests let time pass, after which the session has to confirm its user's identity again.
    beforeEach(async () => {
      someone = await person(instance, account)
    })
    afterAll(() => host.stop(true))

    beforeEach(() => {
      agent = { clientId: `http://127.0.0.1:${host.port}/agent-${number++}.json`, secret: null }
      fetched = 0
      answer = () => Response.json(metadata())
    })

    const metadata = (more: object = {}) => ({
      client_id: agent.clientId,
      client_name: 'Document Agent',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
      ...more,
    })
    const ask = (more: Record<string, string | undefined> = {}): Promise<Answer> =>
      someone.authorize(authorizationQuery(agent, { ...s256, ...more }))

    test('such an application runs the whole flow, and the consent screen names its host', async () => {
      const { screen, request } = await someone.consent(await ask())
      expect(screen.text).toContain('Document Agent')
      expect(screen.text).toContain(`127.0.0.1:${host.port}`)
      expect(screen.text).toContain('nobody has verified its name')
      const code = codeOf(await someone.decide(request, 'allow'))
      expect((await exchange(instance, agent, code, { code_verifier: pkce.verifier })).status).toBe(200)
      const apps = (await someone.call('GET /user/oauth/apps')).body.data
      expect(apps.map((app: { client_id: string }) => app.client_id)).toContain(agent.clientId)
      const path = `/user/oauth/apps/${encodeURIComponent(agent.clientId)}`
      expect((await someone.call(`DELETE ${path}`)).status).toBe(200)
    })

    test("nothing is fetched for visitors who aren't signed in", async () => {
      const authorization = await instance.ask(
        `GET /oauth/authorize?${new URLSearchParams({ client_id: agent.clientId, response_type: 'code' })}`,
      )
      expect(locationOf(authorization).pathname).toBe('/account/sign-in')
      expect(fetched).toBe(0)
    })

    test('a document is cached for as long as it says, between five minutes and a day', async () => {
      answer = () => Response.json(metadata(), { headers: { 'cache-control': 'max-age=600' } })
      expect((await ask()).status).toBe(303)
      await instance.clock.advance(590_000)
      await ask()
      expect(fetched).toBe(1)
      await instance.clock.advance(20_000)
      answer = () => Response.json(metadata({ redirect_uris: ['https://app.example/new'] }))
      expect((await ask()).status).toBe(400)
      expect((await ask({ redirect_uri: 'https://app.example/new' })).status).toBe(303)
      expect(fetched).toBe(2)
    })

    test('a program on this device can choose the port if the document names none', async () => {
      answer = () =>
        Response.json(metadata({ redirect_uris: ['http://127.0.0.1/cb', 'http://localhost:1234/cb'] }))
      expect((await ask({ redirect_uri: 'http://127.0.0.1:45678/cb' })).status).toBe(303)
      for (const redirect_uri of [
        'http://127.0.0.1:45678/cb/more',
        'http://localhost:45678/cb',
        'http://127.0.0.2:45678/cb',
        'https://127.0.0.1:45678/cb',
        'http://127.0.0.1:45678@evil.example/cb',
      ])
        expect([redirect_uri, (await ask({ redirect_uri })).status]).toStrictEqual([redirect_uri, 400])
    })

    describe('is refused with a page when the document', () => {
      const cases: [string, () => Response][] = [
        ['is missing', () => new Response('no', { status: 404 })],
        ['is elsewhere', () => Response.redirect('https://agent.example/client.json')],
        ['names another client_id', () => Response.json(metadata({ client_id: 'https://other.example/x' }))],
        ['names none', () => Response.json(metadata({ client_id: undefined }))],
        ['is not JSON', () => new Response('{', { headers: { 'content-type': 'application/json' } })],
        ['is a list', () => Response.json([metadata()])],
        [
          'is an HTML page',
          () => new Response(JSON.stringify(metadata()), { headers: { 'content-type': 'text/html' } }),
        ],
        ['is too large', () => Response.json(metadata({ more: 'x'.repeat(100_000) }))],
        ['contains a secret', () => Response.json(metadata({ client_secret: 'x' }))],
        [
          'requests a secret',
          () => Response.json(metadata({ token_endpoint_auth_method: 'client_secret_basic' })),
        ],
        ['names no redirect URI', () => Response.json(metadata({ redirect_uris: [] }))],
        ['names a dangerous one', () => Response.json(metadata({ redirect_uris: ['javascript:alert(1)'] }))],
      ]
      test.each(cases)('%s', async (_what, given) => {
        answer = given
        expect((await ask()).status).toBe(400)
        expect(fetched).toBe(1)
      })
    })

    test('URLs that no document can have are unknown applications, and nothing is fetched', async () => {
      const base = `http://127.0.0.1:${host.port}`
      for (const clientId of [
        base,
        `${base}/`,
        `${base}/a/../agent.json`,
        `${base}/agent.json#x`,
        `http://user@127.0.0.1:${host.port}/agent.json`,
        `${base}/agent.json `,
        `HTTP://127.0.0.1:${host.port}/agent.json`,
        'file:///etc/passwd',
        'ftp://agent.example/x',
      ]) {
        agent = { clientId, secret: null }
        expect([clientId, (await ask()).status]).toStrictEqual([clientId, 400])
      }
      expect(fetched).toBe(0)
    })

    test('one account can make this server fetch at most thirty documents a minute', async () => {
      const eager = await person(instance, await instance.account())
      const statuses: number[] = []
      for (let count = 0; count < 31; count++)
        statuses.push((await eager.authorize(authorizationQuery(agent, s256))).status)
      expect(statuses).toStrictEqual([...Array(30).fill(303), 429])
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)

onEachEngine('metadata documents on private addresses', (instance) => {
  test('are not fetched', async () => {
    let reached = 0
    const host = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => {
        reached++
        return new Response()
      },
    })
    const someone = await person(instance, await instance.account())
    for (const name of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433'])
      for (const scheme of ['http', 'https']) {
        const clientId = URL.parse(`${scheme}://${name}:${host.port}/agent.json`)?.href ?? ''
        const answer = await someone.authorize(authorizationQuery({ clientId, secret: null }, s256))
        expect([clientId, answer.status]).toStrictEqual([clientId, 400])
      }
    expect(reached).toBe(0)
    await host.stop(true)
  })
})
