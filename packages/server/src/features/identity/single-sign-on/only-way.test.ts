// PASSWORD_SIGN_IN=off: the provider is the only way to sign in, apart from links that the operator makes.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { atProvider, signInThere } from '../../../../../../test/accounts/provider-sign-in.ts'
import { codeOf, enrol } from '../../../../../../test/accounts/second-factor.ts'
import { password, withCookie } from '../../../../../../test/accounts/sign-in.ts'
import { formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { newAuthenticator } from '../../../../../../test/browser/software-authenticator.ts'
import { textOf } from '../../../../../../test/html.ts'
import { type Answer, onEachEngine } from '../../../../../../test/instance.ts'
import { startIdentityProvider } from '../../../../../../test/servers/identity-provider.ts'

const provider = await startIdentityProvider({
  OIDC_NAME: 'Example ID',
  OIDC_ALLOW: 'example.org',
  PASSWORD_SIGN_IN: 'off',
  SIGNUPS: 'open',
})
afterAll(() => provider.stop())

const redirect = (answer: Answer) => [answer.status, answer.headers.get('location')]

onEachEngine(
  'where the provider is the only way to sign in',
  (instance) => {
    beforeAll(() => provider.register(instance.url))

    test('the sign-in page has its button, and no other way', async () => {
      const { text } = await formBrowser(instance).open('/account/sign-in')
      expect(textOf(text)).toContain('Sign in with Example ID')
      for (const other of ['<form', 'forgot-password', 'sign-up', 'passkey-sign-in'])
        expect(text).not.toContain(other)
    })

    test('people get accounts by signing in there', async () => {
      provider.people.set('ana', { email: 'ana@example.org', email_verified: true })
      expect(redirect(await signInThere(formBrowser(instance), 'ana'))).toEqual([303, '/account'])
    })

    test.each([
      ['GET', '/account/sign-up'],
      ['POST', '/account/sign-up'],
      ['GET', '/account/confirm'],
      ['POST', '/account/confirm'],
      ['GET', '/account/forgot-password'],
      ['POST', '/account/forgot-password'],
      ['GET', '/account/reset-password'],
      ['POST', '/account/reset-password'],
    ])('%s %s says so', async (method, path) => {
      const { email } = await instance.account()
      const body = method === 'POST' ? new URLSearchParams({ email, password, name: 'A' }) : undefined
      const answer = await instance.ask(`${method} ${path}`, { body })
      expect([answer.status, textOf(answer.text)]).toEqual([
        403,
        expect.stringContaining('This server doesn’t use passwords.'),
      ])
      expect(instance.messages.filter(({ to }) => to === email)).toEqual([])
    })

    test('a correct password signs nobody in: on the page, in the API, and with a return address', async () => {
      const { email } = await instance.account()
      const browser = formBrowser(instance)
      for (const return_to of [
        '/account',
        '/account/single-sign-on/join?token=a',
        '/account/single-sign-on/join',
      ]) {
        const page = await browser.post('/account/sign-in', { email, password, return_to })
        expect([page.status, textOf(page.text)]).toEqual([403, expect.stringContaining('Example ID')])
      }
      expect(browser.cookies.has('linnet_session')).toBe(false)
      const { status, body } = await instance.ask('POST /api/session', { body: { email, password } })
      expect([status, body.error.code, body.error.message]).toEqual([
        403,
        'forbidden',
        expect.stringContaining(`sign in here with Example ID: ${instance.url}/account/sign-in`),
      ])
    })

    test('a passkey signs nobody in', async () => {
      const credential = {
        ...{ id: 'a', rawId: 'a', type: 'public-key' },
        response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
      }
      const answer = await instance.ask('POST /account/passkey/sign-in', { body: { credential } })
      expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
    })

    describe('a link with which one account is joined', () => {
      const linkFor = (email: string) => instance.command('user', 'sign-in-link', '--email', email)
      let count = 0

      /** The browser of somebody who has gone to the provider to connect another identity, and has signed out: its link. */
      async function attacker() {
        const [name, other] = [`mallory ${++count}`, `mallory ${count}’s other self`]
        provider.people.set(name, { email: `mallory${count}@example.org`, email_verified: true })
        provider.people.set(other, { email: `other${count}@example.org` })
        const browser = formBrowser(instance)
        await signInThere(browser, name)
        const page = await browser.post('/account/single-sign-on', { purpose: 'join' })
        const [, address = ''] = /<a class="button" href="([^"]+)"/.exec(page.text) ?? []
        const back = await browser.open(await atProvider(address.replaceAll('&amp;', '&'), other))
        const link = back.headers.get('location') ?? ''
        expect(link).toMatch(/^\/account\/single-sign-on\/join\?token=\w+$/)
        await browser.post('/account/sign-out', {})
        expect(browser.cookies.has('linnet_session')).toBe(false)
        return { browser, link }
      }

      test('lets no other account’s password in, and doesn’t say whether it is right', async () => {
        const { browser, link } = await attacker()
        const victim = await instance.account()
        const answers: string[] = []
        // As often as one address may try: a right password would be given back.
        for (const given of ['a wrong password', password, ...Array(8).fill(password), password]) {
          const answer = await browser.post('/account/sign-in', {
            ...{ email: victim.email, password: given, return_to: link },
          })
          answers.push(`${answer.status} ${textOf(answer.text)}`)
          expect(browser.cookies.has('linnet_session')).toBe(false)
        }
        expect(answers[0]).toStartWith('401 ')
        expect(new Set(answers.slice(0, 10))).toEqual(new Set([answers[0] as string]))
        expect(answers[10]).toStartWith('429 ')
      })

      test('lets no other account’s passkey in', async () => {
        const { browser, link } = await attacker()
        const victim = await instance.account()
        const owner = formBrowser(instance)
        await owner.open((await linkFor(victim.email)).url as string)
        await owner.send()
        const authenticator = newAuthenticator(instance.url)
        const { data: creation } = (await owner.call('POST /passkeys/options')).body
        const made = { name: 'Key', credential: authenticator.make(creation) }
        expect((await owner.call('POST /passkeys', made)).status).toBe(200)

        const ask = (path: string, body: object) =>
          instance.ask(`POST /account/passkey/${path}`, {
            body,
            headers: { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') },
          })
        const used = authenticator.use((await ask('options', {})).body.data)
        const userHandle = Buffer.from(victim.userId).toString('base64url')
        const answer = await ask('sign-in', {
          credential: { ...used, response: { ...used.response, userHandle } },
          return_to: link,
        })
        expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
        expect(answer.headers.getSetCookie()).toEqual([])
      })
    })

    test('nobody is invited, because an invitation ends with a password', async () => {
      expect(instance.command('user', 'invite', '--email', 'new@example.org')).rejects.toThrow('Example ID')
    })

    test('an account from before is joined with its password once, and signs in there from then on', async () => {
      const { email, userId } = await instance.account()
      provider.people.set(email, { email, email_verified: true })
      const browser = formBrowser(instance)
      const answer = await signInThere(browser, email)
      await browser.open(/href="(\/account\/sign-in\?[^"]+)"/.exec(answer.text)?.[1] ?? '')
      const signedIn = await browser.send({ email, password })
      await browser.open(signedIn.headers.get('location') ?? '')
      expect(redirect(await browser.send())).toEqual([303, '/account'])
      const { data } = (await browser.call('GET /sign-in-methods')).body
      expect(data.identities).toHaveLength(1)
      // It is the only way now.
      const removal = await browser.call(`POST /identities/${data.identities[0].id}/remove`)
      expect([removal.status, removal.body.error.message]).toEqual([
        403,
        expect.stringContaining('You would have no way to sign in'),
      ])
      const again = formBrowser(instance)
      await signInThere(again, email)
      expect((await again.call('GET /user')).body.data.id).toBe(userId)
    })

    describe('a link from the command line', () => {
      const linkFor = (email: string) => instance.command('user', 'sign-in-link', '--email', email)

      test('signs an administrator in once, even while the provider is away', async () => {
        const { email } = await instance.account({ administrator: true })
        const { url } = await linkFor(email)
        await provider.goAway()
        const browser = formBrowser(instance)
        try {
          expect(textOf((await browser.open(url as string)).text)).toContain(`sign you in as ${email}`)
          expect(browser.cookies.has('linnet_session')).toBe(false)
          expect(redirect(await browser.send())).toEqual([303, '/dashboard'])
        } finally {
          await provider.comeBack()
        }
        expect((await browser.call('GET /administration/people')).status).toBe(200)
        const actions = (await browser.call('GET /audit')).body.data as { action: string; detail: object }[]
        expect(actions.slice(0, 2)).toMatchObject([
          { action: 'signed_in', detail: { how: 'sign-in link' } },
          { action: 'sign_in_link_created' },
        ])
        expect((await formBrowser(instance).open(url as string)).status).toBe(410)
      })

      test('still needs the code of a second factor', async () => {
        const { email } = await instance.account()
        const browser = formBrowser(instance)
        await browser.open((await linkFor(email)).url as string)
        await browser.send()
        const cookie = `linnet_session=${browser.cookies.get('linnet_session')}`
        const { secret } = await enrol(instance, withCookie(instance, cookie).call)
        await instance.clock.advance(30_000)
        const other = formBrowser(instance)
        await other.open((await linkFor(email)).url as string)
        expect(textOf((await other.send()).text)).toContain('Enter your code')
        expect(redirect(await other.send({ code: codeOf(instance, secret) }))).toEqual([303, '/dashboard'])
      })

      test('works for an hour, and for an account that exists', async () => {
        const { email } = await instance.account()
        const { url } = await linkFor(email)
        await instance.clock.advance(60 * 60_000)
        expect((await formBrowser(instance).open(url as string)).status).toBe(410)
        expect(linkFor('nobody@example.org')).rejects.toThrow('there is no account')
      })
    })
  },
  provider.env,
)
