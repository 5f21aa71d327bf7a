// Self-registered applications can't be open redirectors (RFC 9700, section 4.11.2): who is redirected when.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  authorizationQuery,
  codeOf,
  exchange,
  locationOf,
  newPkce,
  type Person,
  person,
  type Query,
} from '../../../../../../test/accounts/oauth.ts'
import { decoded } from '../../../../../../test/html.ts'
import { type Answer, onEachEngine } from '../../../../../../test/instance.ts'

const phish = 'https://phish.example/login'
const pkce = newPkce()
const s256 = { code_challenge: pkce.challenge, code_challenge_method: 'S256' }

onEachEngine(
  'an application that registered itself',
  (instance) => {
    let someone: Person
    let host: ReturnType<typeof Bun.serve>
    const clientIds = new Map<string, string>()

    beforeAll(async () => {
      someone = await person(instance, await instance.account())
      host = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch: ({ url }) =>
          Response.json({ client_id: url, client_name: 'Free Prizes', redirect_uris: [phish] }),
      })
      clientIds.set('by registration', await register([phish]))
      clientIds.set('by a metadata document', `http://127.0.0.1:${host.port}/client.json`)
    })
    afterAll(() => host.stop(true))

    async function register(redirect_uris: string[], client_name = 'Free Prizes'): Promise<string> {
      const { body } = await instance.ask('POST /oauth/register', { body: { client_name, redirect_uris } })
      return body.client_id
    }
    const query = (clientId: string, more: Query = {}) =>
      authorizationQuery({ clientId, secret: null }, { ...s256, redirect_uri: phish, ...more })
    const nowhere = ({ status, headers }: Answer, expected = 400) => {
      expect([status, headers.get('location'), headers.get('refresh')]).toStrictEqual([expected, null, null])
      expect(headers.get('content-type')).toStartWith('text/html')
    }
    const continueTo = ({ text }: Answer) =>
      new URL(decoded(/<a class="button second" href="([^"]+)"/.exec(text)?.[1] ?? ''))

    describe.each(['by registration', 'by a metadata document'])('%s', (how) => {
      const clientId = () => clientIds.get(how) ?? ''

      const faults: [string, Query][] = [
        ['invalid_scope', { scope: 'nonsense' }],
        ['unsupported_response_type', { response_type: 'token' }],
        ['invalid_request', { response_type: undefined }],
        ['invalid_request', { code_challenge: undefined, code_challenge_method: undefined }],
        ['invalid_request', { code_challenge_method: 'plain' }],
        ['invalid_target', { resource: 'https://x.example/' }],
        ['request_not_supported', { request: 'e30.e30.' }],
        ['invalid_request', { prompt: 'none consent' }],
        ['consent_required', { prompt: 'none' }],
      ]
      test.each(faults)(
        '%s: shows a page with the destination instead of a redirect',
        async (error, more) => {
          const answer = await someone.authorize(query(clientId(), more))
          nowhere(answer)
          expect(answer.text).toContain('Free Prizes')
          expect(answer.text).toContain('<strong>phish.example</strong>')
          expect(answer.text).not.toMatch(/http-equiv="refresh"|<script/i)
          const to = continueTo(answer)
          expect(to.href).toStartWith(`${phish}?`)
          expect(Object.fromEntries(to.searchParams)).toStrictEqual({
            error,
            error_description: expect.any(String),
            state: 'a state',
            iss: instance.url,
          })
        },
      )

      test('a signed-out user is redirected to the sign-in page first, whatever the request', async () => {
        for (const more of [{}, ...faults.map(([, more]) => more)]) {
          const requestQuery = query(clientId(), more)
          const answer = await instance.ask(
            `GET /oauth/authorize?${new URLSearchParams(JSON.parse(JSON.stringify(requestQuery)))}`,
          )
          expect(locationOf(answer).pathname).toBe('/account/sign-in')
        }
      })

      test("consent is requested again, and prompt=none doesn't bypass that", async () => {
        const code = codeOf(await someone.allow(query(clientId())))
        const app = { clientId: clientId(), secret: null }
        const redeemed = { redirect_uri: phish, code_verifier: pkce.verifier }
        expect((await exchange(instance, app, code, redeemed)).status).toBe(200)
        expect(locationOf(await someone.authorize(query(clientId()))).pathname).toBe('/consent')
        nowhere(await someone.authorize(query(clientId(), { prompt: 'none' })))
      })

      test('Deny shows a page too: the user may have recognized a scam', async () => {
        const { request } = await someone.consent(await someone.authorize(query(clientId())))
        const answer = await someone.decide(request, 'deny')
        nowhere(answer, 200)
        expect(answer.text).toContain('Access denied')
        expect(continueTo(answer).searchParams.get('error')).toBe('access_denied')
        nowhere(await someone.decide(request, 'allow'))
      })

      test('Allow redirects to the URI on the consent screen', async () => {
        const { screen, request } = await someone.consent(await someone.authorize(query(clientId())))
        expect(screen.text).toContain('<strong>phish.example</strong>')
        expect(codeOf(await someone.decide(request, 'allow'))).toStartWith('linnet_ac_')
      })
    })

    test('a program on the user’s own device, which waits for the response, is notified of Deny at once', async () => {
      for (const uri of [
        'http://127.0.0.1:33418/callback',
        'http://localhost:33418/callback',
        'com.example.app:/callback',
      ]) {
        const clientId = await register([uri])
        const requestQuery = query(clientId, { redirect_uri: uri })
        const { request } = await someone.consent(await someone.authorize(requestQuery))
        const location = (await someone.decide(request, 'deny')).headers.get('location')
        expect(location).toStartWith(`${uri}?error=access_denied`)
        nowhere(await someone.authorize({ ...requestQuery, scope: 'nonsense' }))
      }
    })

    test('a host that only looks like a loopback address does not count as this device', async () => {
      for (const uri of [
        'https://localhost.phish.example/',
        'https://127.0.0.1.phish.example/',
        'HTTPS://phish.example/',
      ]) {
        const requestQuery = query(await register([uri]), { redirect_uri: uri })
        const { request } = await someone.consent(await someone.authorize(requestQuery))
        nowhere(await someone.decide(request, 'deny'), 200)
      }
    })

    test('nothing in its metadata becomes markup', async () => {
      const clientId = await register([phish], '<img src=x onerror=alert(1)>')
      const answer = await someone.authorize(query(clientId, { scope: '"><script>', state: '"><img>' }))
      expect(answer.text).not.toMatch(/<img|<script/)
      expect(answer.text).toContain('&lt;img src=x')
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
