// A provider that lies, or somebody in its place: nobody is signed in by an answer that can't be trusted.
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { providerAddress } from '../../../../../../test/accounts/provider-sign-in.ts'
import { type FormBrowser, formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { textOf } from '../../../../../../test/html.ts'
import { onOneEngine } from '../../../../../../test/instance.ts'
import { type Lies, startLyingProvider } from '../../../../../../test/servers/lying-provider.ts'

const provider = await startLyingProvider({ OIDC_NAME: 'Example ID', OIDC_ALLOW: 'example.org' })
afterAll(() => provider.stop())

const seconds = (from: number) => Math.floor(Date.now() / 1000) + from

onOneEngine(
  'an answer of the provider',
  (instance) => {
    let browser: FormBrowser
    beforeEach(() => {
      browser = formBrowser(instance)
      provider.lies = {}
    })
    // One address may begin only so many sign-ins a minute. The clocks still agree afterwards.
    afterEach(async () => {
      await instance.clock.advance(61_000)
      instance.clock.move(-61_000)
    })

    /** Signs in while the provider lies; the parameters replace those with which it sends people back. */
    async function signIn(lies: Lies = {}, parameters: Record<string, string | null> = {}) {
      const address = await providerAddress(browser)
      provider.lies = lies
      return await browser.open(provider.comeBack(address, parameters))
    }

    const isSignedIn = async () => (await browser.call('GET /user')).status === 200

    async function expectRefused(lies: Lies, parameters: Record<string, string | null> = {}) {
      const answer = await signIn(lies, parameters)
      expect([answer.status, textOf(answer.text)]).toEqual([
        400,
        expect.stringContaining('The answer from Example ID can’t be trusted, so you weren’t signed in.'),
      ])
      expect(await isSignedIn()).toBe(false)
      // The lie is the only reason.
      expect((await signIn()).status).toBe(303)
    }

    test('that is true signs somebody in', async () => {
      expect((await signIn()).status).toBe(303)
      expect(await isSignedIn()).toBe(true)
    })

    describe('is not trusted', () => {
      test.each<[string, Lies]>([
        ['with the nonce of another sign-in', { claims: { nonce: 'another' } }],
        ['without a nonce', { claims: { nonce: undefined } }],
        ['of another issuer', { claims: { iss: 'https://login.example.com' } }],
        ['with the issuer in other letters', { claims: { iss: provider.issuer.toUpperCase() } }],
        ['for another client', { claims: { aud: 'another' } }],
        ['for two clients, if the other one asked', { claims: { aud: ['linnet', 'b'], azp: 'b' } }],
        ['that expired more than a minute ago', { claims: { exp: seconds(-70) } }],
        ['that never expires', { claims: { exp: undefined } }],
        ['that begins in more than a minute', { claims: { nbf: seconds(200) } }],
        ['without a subject', { claims: { sub: undefined } }],
        ['with an empty subject', { claims: { sub: '' } }],
        ['with a subject that no database stores', { claims: { sub: 'a\0b' } }],
        ['signed with a key that it doesn’t publish', { signature: 'unpublished' }],
        ['signed with the secret of the client', { signature: 'secret' }],
        ['that is not signed', { signature: 'none' }],
        ['whose user info is about somebody else', { userInfo: { sub: 'ana', email: 'ana@example.org' } }],
      ])('%s', async (_what, lies) => {
        await expectRefused(lies)
      })

      test.each<[string, string | null]>([
        ['that comes from another issuer (RFC 9207)', 'https://evil.example'],
        ['that doesn’t say which issuer it comes from, although the provider always does', null],
      ])('%s', async (_what, iss) => {
        await expectRefused({}, { iss })
      })

      test.each<[string, () => Response]>([
        ['without tokens', () => Response.json({})],
        ['without an ID token', () => Response.json({ access_token: 'a', token_type: 'Bearer' })],
        ['that is not JSON', () => new Response('<h1>Welcome</h1>')],
        ['that redirects elsewhere', () => Response.redirect('http://127.0.0.1:1/token', 307)],
        ['that refuses the code', () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
      ])('%s', async (_what, token) => {
        await expectRefused({ token })
      })
    })

    test.each<[string, () => Response]>([
      ['is larger than half a megabyte', () => new Response(' '.repeat(600_000))],
      ['is an error of the server', () => new Response('', { status: 502 })],
    ])('that %s counts as none', async (_what, token) => {
      const answer = await signIn({ token })
      expect([answer.status, textOf(answer.text)]).toEqual([
        503,
        expect.stringContaining('Example ID can’t be reached'),
      ])
      expect(await isSignedIn()).toBe(false)
    })

    test('with a clock that is up to a minute off is trusted', async () => {
      const late = { claims: { iat: seconds(-350), exp: seconds(-50) } }
      expect((await signIn(late)).status).toBe(303)
      browser = formBrowser(instance)
      expect((await signIn({ claims: { iat: seconds(50), nbf: seconds(50) } })).status).toBe(303)
    })

    test('with an error says no more than that: its description is not shown', async () => {
      const parameters = { error: 'access_denied', error_description: 'Call 555-0100 <b>now</b>' }
      const denied = await signIn({}, { ...parameters, code: null })
      expect([denied.status, textOf(denied.text)]).toEqual([
        403,
        expect.stringContaining('You weren’t signed in'),
      ])
      expect(denied.text).not.toContain('555')
      const broken = await signIn({}, { ...parameters, error: '<script>', code: null })
      expect(broken.status).toBe(400)
      expect(broken.text).not.toContain('555')
      expect(broken.text).not.toContain('&lt;script&gt;')
    })

    test('is not asked for again with the same code', async () => {
      const address = await providerAddress(browser)
      provider.lies = { claims: { nonce: 'another' } }
      const back = provider.comeBack(address)
      await browser.open(back)
      provider.lies = {}
      expect((await browser.open(back)).status).toBe(410)
    })

    test('is counted by its reason', async () => {
      const metrics = await instance.ask('GET /healthz/metrics', {
        headers: { authorization: 'Bearer metrics' },
      })
      const counts = [
        ...metrics.text.matchAll(/^linnet_single_sign_on_failures_total\{reason="(\w+)"\} (\d+)$/gm),
      ]
      expect(counts.map(([, reason]) => reason)).toEqual([
        'away',
        'cancelled',
        'invalid',
        'expired',
        'refused',
      ])
      expect(Number(counts[2]?.[2])).toBeGreaterThan(20)
    })
  },
  { ...provider.env, METRICS_TOKEN: 'metrics' },
)

const impostor = await startLyingProvider()
impostor.lies = { discovery: { issuer: 'https://login.example.com' } }
afterAll(() => impostor.stop())

onOneEngine(
  'a provider that calls itself by another name than OIDC_ISSUER',
  (instance) => {
    test('is not used at all', async () => {
      const answer = await formBrowser(instance).open('/account/single-sign-on')
      expect([answer.status, textOf(answer.text)]).toEqual([400, expect.stringContaining('can’t be trusted')])
    })
  },
  impostor.env,
)

const slashed = await startLyingProvider()
afterAll(() => slashed.stop())

onOneEngine(
  'a provider that differs from OIDC_ISSUER by a slash',
  (instance) => {
    test('is not used either, because identities are kept by the exact issuer', async () => {
      expect((await formBrowser(instance).open('/account/single-sign-on')).status).toBe(400)
    })
  },
  { ...slashed.env, OIDC_ISSUER: `${slashed.issuer}/` },
)
