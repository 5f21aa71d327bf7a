// The e-mails that owners get when the security of their account changes, and their limits.
import { expect, test } from 'bun:test'
import { enrol } from '../../../../../../test/accounts/second-factor.ts'
import { cookieOf, password, signIn, withCookie } from '../../../../../../test/accounts/sign-in.ts'
import { formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { newPasskey } from '../../../../../../test/browser/software-authenticator.ts'
import { browser as chrome, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine(
  'security notices',
  (instance) => {
    const messagesTo = (email: string) => instance.messages.filter(({ to }) => to === email)
    const subjectsTo = (email: string) => messagesTo(email).map(({ subject }) => subject)
    const newSignIn = 'New sign-in to your account on localhost'
    const headers = { 'x-forwarded-for': '8.8.8.8', 'user-agent': chrome }
    const enter = (email: string, more: Record<string, string> = {}) =>
      instance.ask('POST /api/session', { body: { email, password }, headers: { ...headers, ...more } })

    test('a sign-in from a new device: what, when, from where, and what to do; but not the first sign-in', async () => {
      const { email } = await instance.account()
      await enter(email)
      expect(messagesTo(email)).toStrictEqual([])
      await instance.clock.advance(60_000)
      expect((await enter(email)).status).toBe(200)
      const [message, ...more] = messagesTo(email)
      expect(more).toStrictEqual([])
      expect(message?.subject).toStartWith(newSignIn)
      const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
        instance.clock.now(),
      )
      for (const text of [
        'from a new device or browser',
        day,
        ' UTC',
        '8.8.8.8 (United States)',
        'Chrome on Windows',
        'If this was you, you don’t need to do anything.',
        `${instance.url}/account/security`,
        `${instance.url}/account/forgot-password`,
      ])
        expect(message?.text).toContain(text)
    })

    test('not for a known device, however often it signs in', async () => {
      const { email } = await instance.account()
      const cookie = (await enter(email)).headers.getSetCookie().find((line) => line.includes('device')) ?? ''
      const device = { cookie: cookie.split(';')[0] ?? '' }
      for (let count = 0; count < 3; count++) expect((await enter(email, device)).status).toBe(200)
      expect(messagesTo(email)).toStrictEqual([])
      // A made-up token is not a known device.
      await enter(email, { cookie: `linnet_device=${'x'.repeat(43)}` })
      expect(messagesTo(email)).toHaveLength(1)
    })

    test('in Indonesian if the browser prefers it', async () => {
      const { email } = await instance.account()
      await enter(email)
      await enter(email, { 'accept-language': 'id-ID,id;q=0.9' })
      const [message] = messagesTo(email)
      expect(message?.subject).toStartWith('Ada yang masuk ke akun Anda')
      expect(message?.text).toContain('8.8.8.8 (Amerika Serikat)')
    })

    test('a changed password, one-time codes turned off, a passkey added and removed, a key added', async () => {
      const { email } = await instance.account()
      const { call } = await signIn(instance, { email })
      await enrol(instance, call)
      await call('POST /second-factor/disable')
      // Already off: nothing has changed.
      await instance.clock.advance(5000)
      await call('POST /second-factor/disable')
      const { data } = (await call('POST /passkeys/options')).body
      const credential = newPasskey(data, instance.url)
      const made = await call('POST /passkeys', { body: { name: 'My laptop', credential } })
      await call(`POST /passkeys/${made.body.data.id}/remove`)
      await call('POST /keys', { body: { name: 'Backup\n job', scopes: ['links:read'] } })
      await call('PUT /user/password', { body: { password, new_password: 'seven purple otters' } })
      expect(subjectsTo(email).map((subject) => subject.replace(/ (on|for) localhost.*$/, ''))).toStrictEqual(
        [
          'Two-factor authentication was turned off',
          'A passkey was added to your account',
          'A passkey was removed from your account',
          'An API key was added to your account',
          'Your password',
        ],
      )
      expect(messagesTo(email)[1]?.text).toContain('The passkey “My laptop” was added')
      expect(messagesTo(email)[3]?.text).toContain('The API key “Backup job” was added')
      expect(instance.messageTo(email).subject).toEndWith('was changed')
    })

    test('a refused change sends nothing', async () => {
      const { email } = await instance.account()
      const { call } = await signIn(instance, { email })
      await call('POST /keys', { body: { name: '', scopes: [] } })
      await call('PUT /user/password', { body: { password: 'wrong', new_password: 'seven purple otters' } })
      await call('POST /passkeys/psk_1/remove')
      await call('POST /second-factor/disable')
      expect(messagesTo(email)).toStrictEqual([])
    })

    test('from pages without scripts too; a password reset sends one notice', async () => {
      const { email } = await instance.account()
      const browser = formBrowser(instance)
      await browser.open('/account/sign-in')
      await browser.send({ email, password })
      await browser.post('/account/password', { password, new_password: 'seven purple otters' })
      expect(subjectsTo(email)).toHaveLength(1)
      const elsewhere = formBrowser(instance)
      await elsewhere.open('/account/sign-in')
      await elsewhere.send({ email, password: 'seven purple otters' })
      expect(instance.messageTo(email).subject).toStartWith(newSignIn)
      await elsewhere.post('/account/forgot-password', { email })
      const token = /token=([\w-]+)/.exec(instance.messageTo(email).text)?.[1] ?? ''
      const reset = await formBrowser(instance).post('/account/reset-password', {
        token,
        password: 'eight otters sing',
      })
      expect(reset.status).toBe(303)
      expect(subjectsTo(email)).toHaveLength(4)
      expect(instance.messageTo(email).subject).toEndWith('was changed')
    })

    test('at most twenty of each kind in a day, even for someone who has the password', async () => {
      const { email } = await instance.account()
      let cookie = ''
      for (let count = 0; count < 25; count++) cookie = cookieOf(await enter(email)) || cookie
      expect(messagesTo(email).length).toBeLessThan(21)
      expect(messagesTo(email).length).toBeGreaterThan(15)
      const before = messagesTo(email).length
      const { call } = withCookie(instance, cookie)
      for (let count = 0; count < 25; count++)
        await call('POST /keys', { body: { name: `Key ${count}`, scopes: ['links:read'] } })
      // The account was created with one.
      expect(messagesTo(email).length - before).toBe(19)
      await instance.clock.advance(24 * 60 * 60_000 + 60_000)
      await enter(email)
      expect(instance.messageTo(email).subject).toStartWith(newSignIn)
    })

    test('a stranger without the password can’t trigger one', async () => {
      const { email } = await instance.account()
      await enter(email)
      for (let count = 0; count < 5; count++)
        await instance.ask('POST /api/session', { body: { email, password: `guess ${count}` }, headers })
      expect(messagesTo(email)).toStrictEqual([])
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)
