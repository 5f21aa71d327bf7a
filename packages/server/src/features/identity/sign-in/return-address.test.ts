// After signing in, the browser is redirected only to this service's own pages, whatever the request asks for.
import { describe, expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Instance, onEachEngine } from '../../../../../../test/instance.ts'

const origins = {
  PUBLIC_URL: 'https://go.example',
  CONSENT_URL: 'https://consent.go.example',
  COOKIE_DOMAIN: 'go.example',
}

async function sentTo(instance: Instance, cookie: string, returnTo: string): Promise<string | null> {
  const answer = await instance.ask(`GET /account/sign-in?return_to=${returnTo}`, {
    headers: { host: 'go.example', cookie },
  })
  expect(answer.status).toBe(303)
  return answer.headers.get('location')
}

onEachEngine(
  'the address to return to',
  (instance) => {
    let cookie = ''
    const go = async (returnTo: string) => {
      cookie ||= (await signIn(instance, await instance.account())).cookie
      return await sentTo(instance, cookie, returnTo)
    }

    const own = [
      '/account',
      '/account/security?tab=2#codes',
      '/oauth/authorize?redirect_uri=https%3A%2F%2Fapp.example%2F%2Fcb&state=%5C%0D',
      '/dashboard/links',
      '/',
      'https://go.example/oauth/authorize?a=b',
      'https://consent.go.example/consent?request=1',
    ]
    for (const address of own)
      test(`may be ${address}`, async () => {
        expect(await go(encodeURIComponent(address))).toBe(address)
      })

    const foreign = [
      '//evil.example',
      '//evil.example/account',
      '///evil.example',
      '////evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\\/evil.example',
      '/.//evil.example',
      '/account/..//evil.example',
      '/account/../..//evil.example/account',
      '/%2e//evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '\t//evil.example',
      ' //evil.example',
      '/account\r\nSet-Cookie: linnet_session=x',
      '/account\u2028',
      '/account\u202emoc.live',
      'https://evil.example',
      'https://go.example.evil.example/account',
      'https://go.example@evil.example/account',
      'https://user:password@go.example/account',
      'https://go.example:8443/account',
      'http://go.example/account',
      'https:go.example/account',
      'https:/evil.example',
      'https:///evil.example',
      'HTTPS://GO.EXAMPLE.EVIL.EXAMPLE',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)//go.example',
      'data:text/html,<script>alert(1)</script>',
      'account',
      '?a=b',
      '#x',
      // A short link, which may redirect anywhere.
      '/launch',
      '/launch/account',
      '/account/../launch',
      'https://go.example/launch',
      'https://go.example//evil.example',
      '',
      'x'.repeat(10_000),
      `/account?${'x'.repeat(9_000)}`,
    ]
    for (const address of foreign)
      test(`can't be ${JSON.stringify(address.slice(0, 60))}`, async () => {
        expect(await go(encodeURIComponent(address))).toBe('/dashboard')
      })

    describe('resetting a forgotten password', () => {
      const back = (text: string) => /<a href="(\/account\/sign-in[^"]*)">Back to sign-in/.exec(text)?.[1]
      const wrong = (returnTo: string) =>
        instance.ask('POST /account/forgot-password', {
          body: new URLSearchParams({ email: 'no e-mail', return_to: returnTo }),
          headers: { host: 'go.example', origin: 'https://go.example' },
        })

      test('keeps it, even after a mistake', async () => {
        const kept = '/account/sign-in?return_to=%2Faccount%2Fapps'
        const query = new URLSearchParams({ return_to: '/account/apps' })
        const sign = await instance.ask(`GET /account/sign-in?${query}`)
        expect(sign.text).toContain(`href="/account/forgot-password?${query}"`)
        const form = await instance.ask(`GET /account/forgot-password?${query}`)
        expect(back(form.text)).toBe(kept)
        expect(back((await wrong('/account/apps')).text)).toBe(kept)
      })

      test('checks it', async () => {
        const query = new URLSearchParams({ return_to: '//evil.example' })
        const form = await instance.ask(`GET /account/forgot-password?${query}`)
        expect(back(form.text)).toBe('/account/sign-in')
        expect(back((await wrong('//evil.example')).text)).toBe('/account/sign-in')
      })
    })

    describe('the form', () => {
      test('checks it too, because a page can be changed before it is submitted', async () => {
        const { email } = await instance.account()
        const answer = await instance.ask('POST /account/sign-in', {
          body: new URLSearchParams({ email, password: 'a fine password', return_to: '//evil.example' }),
          headers: { host: 'go.example', origin: 'https://go.example' },
        })
        expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
      })
    })
  },
  origins,
)
