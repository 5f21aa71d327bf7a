// Resetting a password by e-mail, without revealing who has an account, or letting strangers in.
import { beforeEach, describe, expect, test } from 'bun:test'
import { newApp, person, refresh, tokensFor } from '../../../../../../test/accounts/oauth.ts'
import { cookieOf, password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { addressIn, formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { newPasskey } from '../../../../../../test/browser/software-authenticator.ts'
import { type Instance, onEachEngine } from '../../../../../../test/instance.ts'
import { everyRow } from '../../../../../../test/stored-contents.ts'

const next = 'a new fine password'

async function ask(instance: Instance, email: string, headers: Record<string, string> = {}) {
  const browser = formBrowser(instance, headers)
  await browser.open('/account/forgot-password')
  return await browser.send({ email })
}

/** Requests the e-mail and returns the URL in it. */
async function addressFor(instance: Instance, email: string): Promise<string> {
  expect((await ask(instance, email)).status).toBe(200)
  return addressIn(instance.messageTo(email))
}

async function reset(instance: Instance, address: string, wanted = next) {
  const browser = formBrowser(instance)
  expect((await browser.open(address)).status).toBe(200)
  return { browser, answer: await browser.send({ password: wanted }) }
}

onEachEngine('a forgotten password', (instance) => {
  // The number of e-mails per minute is limited.
  beforeEach(() => instance.clock.advance(61_000))

  test('is replaced through a URL sent by e-mail, and the user is signed in', async () => {
    const { email } = await instance.account()
    const address = await addressFor(instance, email)
    expect(address).toStartWith(`${instance.url}/account/reset-password?token=`)
    const { browser, answer } = await reset(instance, address)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
    expect((await browser.call('GET /sessions')).body.data).toHaveLength(1)
    const { subject, text } = instance.messageTo(email)
    await signIn(instance, { email }, next)
    await expect(signIn(instance, { email })).rejects.toThrow('wrong_password')
    expect(subject).toContain('was changed')
    expect(text).not.toContain('token=')
    const lines = (await browser.call('GET /audit')).body.data
    expect(lines.map(({ action }: { action: string }) => action)).toContain('password_reset')
  })

  test('ends every session, forgets every device, and keeps API keys', async () => {
    const account = await instance.account()
    const browser = formBrowser(instance)
    await browser.open('/account/sign-in')
    await browser.send({ email: account.email, password })
    const elsewhere = await signIn(instance, account)
    await reset(instance, await addressFor(instance, account.email))
    expect((await browser.call('GET /sessions')).status).toBe(401)
    expect((await elsewhere.call('GET /sessions')).status).toBe(401)
    const device = browser.cookies.get('linnet_device')
    browser.cookies.delete('linnet_session')
    await browser.open('/account/sign-in')
    await browser.send({ email: account.email, password: next })
    expect(browser.cookies.get('linnet_device')).not.toBe(device as string)
    expect((await account.call('GET /user')).status).toBe(200)
  })

  describe('also ends what the user selects:', () => {
    /** An account with a passkey, an API key, a connected application, its own application, and webhooks. */
    async function robbed() {
      const account = await instance.account()
      const someone = await person(instance, account)
      const { data } = (await someone.call('POST /passkeys/options')).body
      const credential = newPasskey(data, instance.url)
      await someone.call('POST /passkeys', { body: { name: 'Thief', credential } })
      const app = await newApp(instance, await instance.account())
      const own = await newApp(instance, account)
      const tokens = await tokensFor(instance, someone, app)
      const body = { url: 'https://example.com/hook', events: ['link.created'] }
      await someone.call('POST /webhooks', { body })
      const subscribed = { body: { url: 'https://example.com/subscribed' } }
      await account.call('POST /integrations/automation/webhook/subscribe', subscribed)
      return { account, app, own, tokens }
    }
    type Robbed = Awaited<ReturnType<typeof robbed>>

    /** Which of these still work. */
    async function left({ account, app, own, tokens }: Robbed) {
      const { call } = await signIn(instance, account, next)
      const bearer = { headers: { authorization: `Bearer ${tokens.access_token}` } }
      const exchanged = await refresh(instance, own, 'none')
      const webhooks = (await call('GET /webhooks')).body.data as { enabled: boolean; source: string }[]
      return {
        passkeys: (await call('GET /passkeys')).body.data.length,
        key: (await account.call('GET /user')).status,
        token: (await instance.ask('GET /v2/user', bearer)).status,
        refreshed: (await refresh(instance, app, tokens.refresh_token)).status,
        apps: (await call('GET /user/oauth/apps')).body.data.length,
        ownSecret: exchanged.body.error,
        webhooks: webhooks.map(({ source, enabled }) => `${source} ${enabled ? 'on' : 'off'}`).toSorted(),
        lines: ((await call('GET /audit')).body.data as { action: string; detail: object }[])
          .filter(({ detail }) => 'count' in detail)
          .map(({ action }) => action)
          .toSorted(),
      }
    }

    /** Submits the page's form with these boxes checked, by default those checked on the page. */
    async function resetWith(boxes?: string[]) {
      const one = await robbed()
      const browser = formBrowser(instance)
      const address = await addressFor(instance, one.account.email)
      const { text } = await browser.open(address)
      expect(checked(text)).toStrictEqual(['end_passkeys'])
      const form = {
        token: new URL(address).searchParams.get('token') ?? '',
        ends: 'chosen',
        password: next,
        ...Object.fromEntries((boxes ?? []).map((box) => [box, 'yes'])),
      }
      const answer = boxes
        ? await browser.post('/account/reset-password', form)
        : await browser.send({ password: next })
      expect(answer.status).toBe(303)
      return await left(one)
    }

    const checked = (page: string) =>
      [...page.matchAll(/name="(end_\w+)" value="yes" checked/g)].map(([, name]) => name)

    const untouched = {
      passkeys: 1,
      key: 200,
      token: 200,
      refreshed: 200,
      apps: 1,
      ownSecret: 'invalid_grant',
      webhooks: ['automation on', 'dashboard on'],
      lines: [],
    }

    test('passkeys, unless the user deselects them', async () => {
      expect(await resetWith()).toStrictEqual({
        ...untouched,
        passkeys: 0,
        lines: ['passkey_removed'],
      })
      // Also with a form without these choices.
      const one = await robbed()
      const token = new URL(await addressFor(instance, one.account.email)).searchParams.get('token') ?? ''
      await formBrowser(instance).post('/account/reset-password', { token, password: next })
      expect((await left(one)).passkeys).toBe(0)
    })

    test('nothing if nothing is selected', async () => {
      expect(await resetWith([])).toStrictEqual(untouched)
    })

    test('everything: keys with their subscriptions, applications, the secrets of own applications, webhooks', async () => {
      expect(await resetWith(['end_passkeys', 'end_keys', 'end_applications', 'end_webhooks'])).toStrictEqual(
        {
          passkeys: 0,
          key: 401,
          token: 401,
          refreshed: 400,
          apps: 0,
          ownSecret: 'invalid_client',
          webhooks: ['dashboard off'],
          lines: ['app_revoked', 'app_secret_rotated', 'key_revoked', 'passkey_removed', 'webhook_changed'],
        },
      )
    })

    test('nothing of another account, and nothing if the password is refused', async () => {
      const [one, other] = [await robbed(), await robbed()]
      const all = { end_passkeys: 'yes', end_keys: 'yes', end_applications: 'yes', end_webhooks: 'yes' }
      const browser = formBrowser(instance)
      await browser.open(await addressFor(instance, one.account.email))
      const refused = await browser.send({ password: 'short', ...all })
      expect(refused.status).toBe(422)
      // The selection is kept.
      expect(checked(refused.text)).toHaveLength(4)
      expect((await one.account.call('GET /user')).status).toBe(200)
      await browser.send({ password: next, ...all })
      expect((await one.account.call('GET /user')).status).toBe(401)
      expect((await other.account.call('GET /user')).status).toBe(200)
      const { call } = await signIn(instance, other.account)
      expect((await call('GET /passkeys')).body.data).toHaveLength(1)
      expect((await call('GET /user/oauth/apps')).body.data).toHaveLength(1)
    })
  })

  test('neither the response nor the log reveals whether there is an account', async () => {
    const { email } = await instance.account()
    const rows = async () => (await everyRow(instance.database)).split('\n').length
    const seen = []
    for (const given of [email, 'stranger@example.com']) {
      const before = await rows()
      const answer = await ask(instance, given)
      seen.push([answer.status, answer.text.replace(given, 'E-MAIL'), (await rows()) - before])
    }
    expect(JSON.stringify(seen[0])).toBe(JSON.stringify(seen[1]))
    expect(instance.messages.filter(({ to }) => to === 'stranger@example.com')).toEqual([])
  })

  test('the e-mail goes to the account’s own address, however it was capitalized', async () => {
    const { email } = await instance.account()
    await ask(instance, ` ${email.toUpperCase()} `)
    expect(instance.messageTo(email).text).toContain('token=')
    for (const bad of ['', 'nonsense', `${email}\nBcc: evil@example.com`, `${email}, evil@example.com`]) {
      const answer = await ask(instance, bad)
      expect([answer.status, answer.text]).toEqual([
        422,
        expect.stringContaining('Enter a valid e-mail address'),
      ])
    }
    expect(instance.messages.some(({ to }) => to.includes('evil'))).toBe(false)
  })

  test('its link uses PUBLIC_URL, whatever host the request names', async () => {
    const { email } = await instance.account()
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-original-host': 'evil.example',
    }
    const body = new URLSearchParams({ email })
    expect((await instance.ask('POST /account/forgot-password', { body, headers })).status).toBe(200)
    const { text, subject } = instance.messageTo(email)
    expect(text + subject).not.toContain('evil')
    expect(addressIn({ text })).toStartWith(instance.url)
  })

  test('a stranger can trigger five e-mails an hour, which all work for the owner', async () => {
    const { email } = await instance.account()
    const answers = []
    for (let count = 0; count < 8; count++) answers.push(await ask(instance, email))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const messages = instance.messages.filter(({ to }) => to === email)
    expect(messages).toHaveLength(5)
    for (const message of messages)
      expect((await formBrowser(instance).open(addressIn(message))).status).toBe(200)
    const { answer } = await reset(instance, addressIn(messages[0] as { text: string }))
    expect(answer.status).toBe(303)
    for (const message of messages)
      expect((await formBrowser(instance).open(addressIn(message))).status).toBe(410)
  })

  test('one address can request at most ten e-mails a minute', async () => {
    const answers = await Promise.all(
      Array.from({ length: 13 }, (_, count) => ask(instance, `nobody${count}@example.com`)),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
  })

  describe('the address', () => {
    test('changes nothing until the form is submitted, because mail scanners open it', async () => {
      const { email } = await instance.account()
      const address = await addressFor(instance, email)
      for (let scan = 0; scan < 3; scan++) await formBrowser(instance).open(address)
      await signIn(instance, { email })
      expect((await reset(instance, address)).answer.status).toBe(303)
    })

    test('works once, even for concurrent requests and together with other links', async () => {
      const { email } = await instance.account()
      const addresses = [await addressFor(instance, email), await addressFor(instance, email)]
      const answers = await Promise.all(
        [...addresses, ...addresses].map((address, count) =>
          formBrowser(instance).post('/account/reset-password', {
            token: new URL(address).searchParams.get('token') ?? '',
            password: `the fine password ${count}`,
          }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410])
    })

    test('ends after an hour', async () => {
      const { email } = await instance.account()
      const address = await addressFor(instance, email)
      await instance.clock.advance(3_600_000 - 60_000)
      const browser = formBrowser(instance)
      expect((await browser.open(address)).status).toBe(200)
      await instance.clock.advance(60_000)
      expect((await browser.send({ password: next })).status).toBe(410)
      await signIn(instance, { email })
    })

    test('does not exist for a made-up token', async () => {
      for (const token of ['', 'x', '%00', 'A'.repeat(43), 'x'.repeat(5000)]) {
        const answer = await formBrowser(instance).open(`/account/reset-password?token=${token}`)
        expect([answer.status, answer.text]).toEqual([410, expect.stringContaining('is no longer valid')])
      }
      expect((await formBrowser(instance).open('/account/reset-password')).status).toBe(410)
      const answer = await formBrowser(instance).post('/account/reset-password', {
        token: '\0',
        password: next,
      })
      expect(answer.status).toBe(410)
    })

    test("of one account doesn't change another, whatever e-mail the form names", async () => {
      const [mine, theirs] = [await instance.account(), await instance.account()]
      const browser = formBrowser(instance)
      await browser.open(await addressFor(instance, mine.email))
      await browser.send({ password: next, username: theirs.email, email: theirs.email })
      await signIn(instance, mine, next)
      await signIn(instance, theirs)
    })
  })

  test("a password that isn't allowed is refused with a reason, and the link still works", async () => {
    const { email } = await instance.account()
    const browser = formBrowser(instance)
    await browser.open(await addressFor(instance, email))
    for (const [bad, words] of [
      ['short', 'at least 10 characters'],
      ['password123', 'too common'],
      [email, 'your e-mail'],
    ] as const) {
      const answer = await browser.send({ password: bad })
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(words)])
    }
    await signIn(instance, { email })
    expect((await browser.send({ password: next })).status).toBe(303)
  })

  test('no token is stored', async () => {
    const { email } = await instance.account()
    const token = new URL(await addressFor(instance, email)).searchParams.get('token') ?? ''
    expect(await everyRow(instance.database)).not.toContain(token)
  })

  test('the e-mails are in the language of the request', async () => {
    const { email } = await instance.account()
    await ask(instance, email, { 'accept-language': 'id' })
    expect(instance.messageTo(email).subject).toStartWith('Atur ulang kata sandi Anda')
  })

  test('signing in with the old password during the reset leaves no session', async () => {
    const { email } = await instance.account()
    const address = await addressFor(instance, email)
    const browser = formBrowser(instance)
    await browser.open(address)
    const [answer, ...tries] = await Promise.all([
      browser.send({ password: next }),
      ...Array.from({ length: 6 }, () => instance.ask('POST /api/session', { body: { email, password } })),
    ])
    expect(answer.status).toBe(303)
    for (const tried of tries) {
      expect([200, 401]).toContain(tried.status)
      const cookie = cookieOf(tried)
      if (cookie) expect((await instance.ask('GET /api/sessions', { headers: { cookie } })).status).toBe(401)
    }
    expect((await browser.call('GET /sessions')).body.data).toHaveLength(1)
  })
})
