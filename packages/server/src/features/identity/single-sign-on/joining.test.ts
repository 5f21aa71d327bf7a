// Joining an account that was there before with an identity at the provider, and removing it again.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { atProvider, providerAddress, signInThere } from '../../../../../../test/accounts/provider-sign-in.ts'
import { codeOf, enrol } from '../../../../../../test/accounts/second-factor.ts'
import { password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { addressIn, type FormBrowser, formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { newAuthenticator } from '../../../../../../test/browser/software-authenticator.ts'
import { textOf } from '../../../../../../test/html.ts'
import { type Answer, onEachEngine } from '../../../../../../test/instance.ts'
import { startIdentityProvider } from '../../../../../../test/servers/identity-provider.ts'
import { untilLockWaits } from '../../../../../../test/servers/lock-waits.ts'
import { lockTable } from '../../../../../../test/servers/table-locks.ts'

const provider = await startIdentityProvider({ OIDC_NAME: 'Example ID' })
afterAll(() => provider.stop())

const redirect = (answer: Answer) => [answer.status, answer.headers.get('location')]
const linkIn = ({ text }: Answer) => /href="(\/account\/sign-in\?[^"]+)"/.exec(text)?.[1] ?? ''

onEachEngine(
  'an account that was there before',
  (instance) => {
    beforeAll(() => provider.register(instance.url))

    /** An account, somebody with its address at the provider, and their browser after signing in there. */
    async function arrived({ verified = true } = {}) {
      const account = await instance.account()
      provider.people.set(account.email, { email: account.email, email_verified: verified })
      const browser = formBrowser(instance)
      return { account, browser, answer: await signInThere(browser, account.email) }
    }

    const methodsOf = async (browser: FormBrowser) => (await browser.call('GET /sign-in-methods')).body.data
    const actionsOf = async (browser: FormBrowser) =>
      ((await browser.call('GET /audit')).body.data as { action: string }[]).map(({ action }) => action)

    describe('whose address the provider has verified', () => {
      test('is joined once its owner has signed in with the password and agreed', async () => {
        const { account, browser, answer } = await arrived()
        expect([answer.status, textOf(answer.text)]).toEqual([
          200,
          expect.stringContaining(`There’s already an account for ${account.email} here`),
        ])
        expect(browser.cookies.has('linnet_session')).toBe(false)
        await browser.open(linkIn(answer))
        expect(redirect(await browser.send({ email: account.email, password }))).toEqual([
          303,
          expect.stringMatching(/^\/account\/single-sign-on\/join\?token=\w+$/),
        ])
        // Signing in alone has joined nothing.
        expect((await methodsOf(browser)).identities).toEqual([])
        const path = new URLSearchParams(linkIn(answer).split('?')[1]).get('return_to') ?? ''
        expect(textOf((await browser.open(path)).text)).toContain('Connect your account to Example ID?')
        expect(redirect(await browser.send())).toEqual([303, '/account'])
        expect(await methodsOf(browser)).toMatchObject({
          password: true,
          provider: 'Example ID',
          identities: [{ email: account.email, issuer: provider.issuer }],
        })
        expect(instance.messageTo(account.email).text).toContain('connected to an identity at “Example ID”')

        const again = formBrowser(instance)
        expect(redirect(await signInThere(again, account.email))).toEqual([303, '/account'])
        expect((await again.call('GET /user')).body.data.id).toBe(account.userId)
      })

      test('is not joined with a wrong password', async () => {
        const { account, browser, answer } = await arrived()
        await browser.open(linkIn(answer))
        expect((await browser.send({ email: account.email, password: 'a wrong password' })).status).toBe(401)
        const again = await signInThere(formBrowser(instance), account.email)
        expect(textOf(again.text)).toContain('You already have an account')
      })

      test('is not joined without the code of its second factor; afterwards, only the provider asks', async () => {
        const { account, browser, answer } = await arrived()
        const { secret } = await enrol(instance, (await signIn(instance, account)).call)
        await instance.clock.advance(30_000)
        await browser.open(linkIn(answer))
        expect(textOf((await browser.send({ email: account.email, password })).text)).toContain(
          'Enter your code',
        )
        expect(browser.cookies.has('linnet_session')).toBe(false)
        const signedIn = await browser.send({ code: codeOf(instance, secret) })
        await browser.open(signedIn.headers.get('location') ?? '')
        expect(redirect(await browser.send())).toEqual([303, '/account'])
        expect(redirect(await signInThere(formBrowser(instance), account.email))).toEqual([303, '/account'])
      })

      test('is joined with a passkey instead', async () => {
        const { account, browser, answer } = await arrived()
        const owner = await signIn(instance, account)
        const authenticator = newAuthenticator(instance.url)
        const { data: creation } = (await owner.call('POST /passkeys/options')).body
        const credential = authenticator.make(creation)
        await owner.call('POST /passkeys', { body: { name: 'Key', credential } })
        const ask = (path: string, body: object) =>
          instance.ask(`POST /account/passkey/${path}`, {
            body,
            headers: { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') },
          })
        const { data: options } = (await ask('options', {})).body
        const used = authenticator.use(options)
        const userHandle = Buffer.from(account.userId).toString('base64url')
        const returnTo = new URLSearchParams(linkIn(answer).split('?')[1]).get('return_to')
        const passed = await ask('sign-in', {
          credential: { ...used, response: { ...used.response, userHandle } },
          return_to: returnTo,
        })
        expect(passed.body.data.location).toBe(returnTo)
        for (const cookie of passed.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          browser.cookies.set(name, value)
        }
        await browser.open(returnTo ?? '')
        expect(redirect(await browser.send())).toEqual([303, '/account'])
        expect((await methodsOf(browser)).identities).toHaveLength(1)
      })

      test('is joined by nobody who is signed in to another account', async () => {
        const { browser, answer } = await arrived()
        const other = await instance.account()
        await browser.open(linkIn(answer))
        const signedIn = await browser.send({ email: other.email, password })
        const page = await browser.open(signedIn.headers.get('location') ?? '')
        expect([page.status, textOf(page.text)]).toEqual([403, expect.stringContaining('another account')])
        expect((await methodsOf(browser)).identities).toEqual([])
      })

      test('is joined by no other browser, which may have got the link from a stranger', async () => {
        const { account, answer } = await arrived()
        const owner = formBrowser(instance)
        await owner.open(linkIn(answer))
        const signedIn = await owner.send({ email: account.email, password })
        expect((await owner.open(signedIn.headers.get('location') ?? '')).status).toBe(410)
        const token = /token=(\w+)/.exec(decodeURIComponent(linkIn(answer)))?.[1] ?? ''
        expect((await owner.post('/account/single-sign-on/join', { token })).status).toBe(410)
        expect((await methodsOf(owner)).identities).toEqual([])
      })

      test('is not joined by a session that was begun long ago: its owner confirms who they are first', async () => {
        const { account, browser, answer } = await arrived()
        const old = await signIn(instance, account)
        await instance.clock.advance(9 * 60_000)
        const late = await signInThere(browser, account.email)
        await instance.clock.advance(2 * 60_000)
        browser.cookies.set(...(old.cookie.split('=') as [string, string]))
        const path = new URLSearchParams(linkIn(late).split('?')[1]).get('return_to') ?? ''
        expect(redirect(await browser.open(path))).toEqual([
          303,
          `/account/reauthenticate?${new URLSearchParams({ return_to: path })}`,
        ])
        expect(answer.status).toBe(200)
      })

      test('is joined once with a link, and only within ten minutes', async () => {
        const { account, browser, answer } = await arrived()
        await browser.open(linkIn(answer))
        const to = (await browser.send({ email: account.email, password })).headers.get('location') ?? ''
        await browser.open(to)
        await browser.send()
        expect((await browser.open(to)).status).toBe(410)

        const late = await arrived()
        await late.browser.open(linkIn(late.answer))
        const signedIn = await late.browser.send({ email: late.account.email, password })
        await instance.clock.advance(10 * 60_000)
        expect((await late.browser.open(signedIn.headers.get('location') ?? '')).status).toBe(410)
      })
    })

    test('whose address the provider has not verified is never joined that way', async () => {
      const { answer, browser } = await arrived({ verified: false })
      expect([answer.status, textOf(answer.text)]).toEqual([
        403,
        expect.stringContaining('Example ID doesn’t confirm that'),
      ])
      expect(browser.cookies.has('linnet_session')).toBe(false)
    })

    describe('whose owner is signed in', () => {
      /** A browser that is signed in with the password. */
      async function owner() {
        const account = await instance.account()
        const browser = formBrowser(instance)
        await browser.open('/account/sign-in')
        await browser.send({ email: account.email, password })
        return { account, browser }
      }

      /** Goes to the provider from the account page, and comes back as this person. */
      async function comeBackAs(browser: FormBrowser, name: string): Promise<Answer> {
        const page = await browser.post('/account/single-sign-on', { purpose: 'join' })
        const [, address = ''] = /<a class="button" href="([^"]+)"/.exec(page.text) ?? []
        return await browser.open(await atProvider(address.replaceAll('&amp;', '&'), name))
      }

      /** The same, and agrees. */
      async function joinAs(browser: FormBrowser, name: string): Promise<Answer> {
        await browser.open((await comeBackAs(browser, name)).headers.get('location') ?? '')
        return await browser.send()
      }

      test('is joined from its security page, whatever the address there', async () => {
        const { browser, account } = await owner()
        provider.people.set('lea', { email: 'lea@elsewhere.example' })
        expect((await browser.open('/account/security')).text).toContain('Connect to Example ID')
        expect(redirect(await joinAs(browser, 'lea'))).toEqual([
          303,
          '/account/security?done=identity-joined',
        ])
        const { text } = await browser.open('/account/security?done=identity-joined')
        expect(text).toContain('lea@elsewhere.example')
        expect(textOf(text)).toContain('Identity connected.')
        expect(await actionsOf(browser)).toContain('identity_joined')
        const there = formBrowser(instance)
        await signInThere(there, 'lea')
        expect((await there.call('GET /user')).body.data.email).toBe(account.email)
      })

      test('is joined in each of two tabs', async () => {
        const { browser } = await owner()
        const backs: string[] = []
        for (const name of ['kai', 'kit']) {
          provider.people.set(name, { email: `${name}@elsewhere.example` })
          const page = await browser.post('/account/single-sign-on', { purpose: 'join' })
          const [, address = ''] = /<a class="button" href="([^"]+)"/.exec(page.text) ?? []
          backs.push(await atProvider(address.replaceAll('&amp;', '&'), name))
        }
        for (const back of backs) {
          await browser.open((await browser.open(back)).headers.get('location') ?? '')
          expect((await browser.send()).status).toBe(303)
        }
        expect((await methodsOf(browser)).identities).toHaveLength(2)
      })

      test('goes on at once with an identity that it is joined with already', async () => {
        provider.people.set('lou', { email: 'lou@elsewhere.example' })
        const { browser } = await owner()
        await joinAs(browser, 'lou')
        expect(redirect(await comeBackAs(browser, 'lou'))).toEqual([
          303,
          '/account/security?done=identity-joined',
        ])
        expect((await methodsOf(browser)).identities).toHaveLength(1)
      })

      test('is joined with nobody whom its owner hasn’t seen: a stranger may have signed this browser in there', async () => {
        provider.people.set('mallory', { email: 'mallory@elsewhere.example' })
        const { browser, account } = await owner()
        const answer = await comeBackAs(browser, 'mallory')
        expect((await methodsOf(browser)).identities).toEqual([])
        expect(textOf((await browser.open(answer.headers.get('location') ?? '')).text)).toContain(
          `Anyone who signs in at Example ID as mallory@elsewhere.example will be signed in to the account ${account.email} here.`,
        )
        expect((await methodsOf(browser)).identities).toEqual([])
      })

      test('is not joined with an identity of another account', async () => {
        provider.people.set('max', { email: 'max@elsewhere.example' })
        const first = await owner()
        await joinAs(first.browser, 'max')
        const second = await owner()
        const answer = await comeBackAs(second.browser, 'max')
        expect([answer.status, textOf(answer.text)]).toEqual([
          403,
          expect.stringContaining('already connected to another account'),
        ])
        expect((await methodsOf(second.browser)).identities).toEqual([])
        expect((await methodsOf(first.browser)).identities).toHaveLength(1)
      })

      test('is not joined ten minutes after the last check, or by the page of another site', async () => {
        const { browser } = await owner()
        const path = '/account/single-sign-on'
        const foreign = await browser.post(path, { purpose: 'join' }, { origin: 'https://evil.example' })
        expect(foreign.status).toBe(403)
        await instance.clock.advance(10 * 60_000)
        expect(redirect(await browser.post(path, { purpose: 'join' }))).toEqual([
          303,
          '/account/reauthenticate?return_to=/account/security',
        ])
      })

      test('is not joined in a session that began after it went to the provider', async () => {
        const { browser, account } = await owner()
        provider.people.set('nia', { email: 'nia@elsewhere.example' })
        const page = await browser.post('/account/single-sign-on', { purpose: 'join' })
        const [, address = ''] = /<a class="button" href="([^"]+)"/.exec(page.text) ?? []
        const back = await atProvider(address.replaceAll('&amp;', '&'), 'nia')
        const other = await signIn(instance, account)
        browser.cookies.set(...(other.cookie.split('=') as [string, string]))
        expect((await browser.open(back)).status).toBe(410)
      })

      test('loses the identity again, and can no longer be signed in to there', async () => {
        const { browser, account } = await owner()
        provider.people.set('oda', { email: 'oda@elsewhere.example' })
        await joinAs(browser, 'oda')
        const [identity] = (await methodsOf(browser)).identities
        expect(redirect(await browser.post('/account/identities/remove', { id: identity.id }))).toEqual([
          303,
          '/account/security?done=identity-removed',
        ])
        expect(instance.messageTo(account.email).subject).toContain('A single sign-on identity was removed')
        expect(await actionsOf(browser)).toContain('identity_removed')
        const answer = await signInThere(formBrowser(instance), 'oda')
        expect(answer.status).toBe(403)
        expect((await browser.call(`POST /identities/${identity.id}/remove`)).status).toBe(404)
      })

      describe('whose identity is removed,', () => {
        /** Somebody who has signed in here with the identity that is to be removed. */
        async function joinedBy(name: string) {
          provider.people.set(name, { email: `${name}@elsewhere.example` })
          const { browser } = await owner()
          await joinAs(browser, name)
          const there = formBrowser(instance)
          expect((await signInThere(there, name)).status).toBe(303)
          const [identity] = (await methodsOf(browser)).identities
          return { browser, there, remove: () => browser.call(`POST /identities/${identity.id}/remove`) }
        }
        const isSignedIn = async (browser: FormBrowser) => (await browser.call('GET /user')).status === 200

        test('ends the sessions that were begun with it, but not the one that removes it', async () => {
          const { browser, there, remove } = await joinedBy('quin')
          expect(await isSignedIn(there)).toBe(true)
          expect((await remove()).status).toBe(200)
          expect([await isSignedIn(there), await isSignedIn(browser)]).toEqual([false, true])
          expect((await browser.call('GET /audit')).body.data.slice(0, 2)).toMatchObject([
            { action: 'session_ended', detail: { count: '1' } },
            { action: 'identity_removed' },
          ])
        })

        test('signs in nobody who was signing in with it at that moment', async () => {
          const { there, remove } = await joinedBy('rosa')
          there.cookies.delete('linnet_session')
          const back = await atProvider(await providerAddress(there), 'rosa')
          // The sign-in waits when it has found the identity, and looks up the device.
          const letGo = await lockTable(instance.database, 'known_devices')
          const arriving = there.open(back)
          if (instance.engine === 'postgres') await untilLockWaits(instance.database, 1)
          const removing = remove()
          // On SQLite, everything that writes waits.
          if (instance.engine === 'postgres') await removing
          await letGo()
          await arriving
          expect((await removing).status).toBe(200)
          expect(await isSignedIn(there)).toBe(false)
        })
      })

      describe('loses the identity of a thief who knew the password, when that is reset,', () => {
        /** The account, the page on which its owner chooses a new password, and the thief at the provider. */
        async function robbed() {
          const thief = await owner()
          const { email } = thief.account
          provider.people.set(email, { email, email_verified: true })
          await joinAs(thief.browser, email)
          const browser = formBrowser(instance)
          await instance.clock.advance(60_000)
          await browser.open('/account/forgot-password')
          await browser.send({ email })
          const address = addressIn(instance.messageTo(email))
          return { email, browser, address, page: await browser.open(address) }
        }

        async function expectNoIdentity(email: string, owner: FormBrowser): Promise<void> {
          const thief = formBrowser(instance)
          expect(textOf((await signInThere(thief, email)).text)).toContain('You already have an account')
          expect(thief.cookies.has('linnet_session')).toBe(false)
          expect((await methodsOf(owner)).identities).toEqual([])
          const entries = (await owner.call('GET /audit')).body.data as { action: string; detail: object }[]
          expect(entries.filter(({ action }) => action === 'identity_removed')).toMatchObject([
            { detail: { count: '1' } },
          ])
        }

        test('by default', async () => {
          const { email, browser, page } = await robbed()
          expect(page.text).toContain('name="end_identities" value="yes" checked')
          expect((await browser.send({ password: 'quite a new password' })).status).toBe(303)
          await expectNoIdentity(email, browser)
        })

        test('with a form without the choices', async () => {
          const { email, browser, address } = await robbed()
          const token = new URL(address).searchParams.get('token') ?? ''
          await browser.post('/account/reset-password', { token, password: 'quite a new password' })
          await expectNoIdentity(email, browser)
        })

        test('unless its owner wants to keep it', async () => {
          const { email, browser, address } = await robbed()
          const token = new URL(address).searchParams.get('token') ?? ''
          const form = { token, ends: 'chosen', password: 'quite a new password' }
          await browser.post('/account/reset-password', form)
          expect(redirect(await signInThere(formBrowser(instance), email))).toEqual([303, '/account'])
        })
      })

      test('loses its identity to nobody else', async () => {
        const { browser } = await owner()
        provider.people.set('pia', { email: 'pia@elsewhere.example' })
        await joinAs(browser, 'pia')
        const [identity] = (await methodsOf(browser)).identities
        const { browser: stranger } = await owner()
        expect((await stranger.call(`POST /identities/${identity.id}/remove`)).status).toBe(404)
        expect((await methodsOf(browser)).identities).toHaveLength(1)
      })
    })

    test('nobody new gets an account if OIDC_ALLOW is empty', async () => {
      provider.people.set('zoe', { email: 'zoe@example.org', email_verified: true, groups: ['staff'] })
      expect((await signInThere(formBrowser(instance), 'zoe')).status).toBe(403)
    })

    test('the sign-in page also leads to the provider without a session of its own', async () => {
      expect(await providerAddress(formBrowser(instance))).toStartWith(`${provider.issuer}/auth?`)
    })
  },
  provider.env,
)
