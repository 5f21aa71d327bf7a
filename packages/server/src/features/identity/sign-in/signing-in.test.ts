// Signing in and out on the pages, in a browser without JavaScript.
import { describe, expect, test } from 'bun:test'
import { password } from '../../../../../../test/accounts/sign-in.ts'
import { formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { type Instance, onEachEngine } from '../../../../../../test/instance.ts'

async function signedIn(instance: Instance, email: string) {
  const browser = formBrowser(instance)
  await browser.open('/account/sign-in')
  const answer = await browser.send({ email, password })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
  return browser
}

onEachEngine('signing in on the page', (instance) => {
  test("redirects to the account, with a session that works and cookies that scripts can't read", async () => {
    const { email } = await instance.account()
    const browser = formBrowser(instance)
    const page = await browser.open('/account/sign-in')
    expect(page.status).toBe(200)
    expect(page.text).toContain('<h1>Sign in</h1>')
    const answer = await browser.send({ email, password })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
    const cookies = answer.headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual(['linnet_session', 'linnet_device'])
    for (const cookie of cookies) expect(cookie).toMatch(/; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await browser.call('GET /sessions')).body.data).toHaveLength(1)
    const [line] = (await browser.call('GET /audit')).body.data
    expect(line).toMatchObject({ action: 'signed_in', detail: { how: 'password' } })
  })

  test('shows the form again with the same message for a wrong password and an unknown e-mail', async () => {
    const { email } = await instance.account()
    const seen = []
    for (const given of [
      email,
      'nobody@example.com',
      '"><script>alert(1)</script>',
      '\0',
      'ä'.repeat(1000),
    ]) {
      const browser = formBrowser(instance)
      await browser.open('/account/sign-in?return_to=/account/security')
      const answer = await browser.send({ email: given, password: 'not the password' })
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []])
      expect(answer.text).not.toContain('<script>alert')
      seen.push(answer.text.replaceAll(/ value="[^"]*"/g, ''))
    }
    expect(new Set(seen).size).toBe(1)
    expect(seen[0]).toContain('Incorrect e-mail or password')
  })

  test('keeps the input and the return address for the next try', async () => {
    const { email } = await instance.account()
    const browser = formBrowser(instance)
    await browser.open('/account/sign-in?return_to=/account/keys%3Fa=%22b%22')
    const again = await browser.send({ email, password: 'not the password' })
    expect(again.text).toContain(`value="${email}"`)
    expect(again.text).not.toContain('not the password')
    const answer = await browser.send({ email, password })
    expect(answer.headers.get('location')).toBe('/account/keys?a=%22b%22')
  })

  test('gives the session a new identifier each time, and keeps sessions elsewhere', async () => {
    const { email } = await instance.account()
    const browser = await signedIn(instance, email)
    const first = browser.cookies.get('linnet_session')
    browser.cookies.set('linnet_session', 'PlantedByAnAttackerPlantedByAnAttackerPlanted')
    await browser.open('/account/sign-in')
    await browser.send({ email, password })
    expect(browser.cookies.get('linnet_session')).not.toBe(first)
    expect(browser.cookies.get('linnet_session')).not.toContain('Planted')
    expect((await browser.call('GET /sessions')).body.data).toHaveLength(2)
  })

  test('redirects signed-in users at once', async () => {
    const browser = await signedIn(instance, (await instance.account()).email)
    for (const page of ['sign-in', 'sign-up']) {
      const answer = await browser.open(`/account/${page}?return_to=/account/security`)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/security'])
    }
  })

  test('signing out ends the session on the server and in the browser, and keeps the device token', async () => {
    const account = await instance.account()
    const browser = await signedIn(instance, account.email)
    const session = browser.cookies.get('linnet_session') ?? ''
    const answer = await browser.post('/account/sign-out', {})
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/sign-in'])
    expect([...browser.cookies.keys()]).toEqual(['linnet_device'])
    browser.cookies.set('linnet_session', session)
    expect((await browser.call('GET /sessions')).status).toBe(401)
    expect((await browser.post('/account/sign-out', {})).status).toBe(303)
    const elsewhere = await signedIn(instance, account.email)
    expect((await elsewhere.call('GET /audit')).body.data[1].action).toBe('signed_out')
  })

  test('a known device keeps its token, and a planted token is replaced', async () => {
    const { email } = await instance.account()
    const browser = formBrowser(instance)
    browser.cookies.set('linnet_device', 'PlantedByAnAttacker')
    await browser.open('/account/sign-in')
    await browser.send({ email, password })
    const device = browser.cookies.get('linnet_device')
    expect(device).toMatch(/^[A-Za-z0-9]{43}$/)
    await browser.post('/account/sign-out', {})
    await browser.open('/account/sign-in')
    await browser.send({ email, password })
    expect(browser.cookies.get('linnet_device')).toBe(device as string)
  })

  describe('a form', () => {
    test("of another site can't sign users in or out", async () => {
      const { email } = await instance.account()
      const browser = await signedIn(instance, email)
      for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
        const stranger = formBrowser(instance)
        const answer = await stranger.post('/account/sign-in', { email, password }, headers)
        expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
        expect((await browser.post('/account/sign-out', {}, headers)).status).toBe(403)
      }
      expect((await browser.call('GET /sessions')).status).toBe(200)
    })

    test('must be a form, name each field once, and be small', async () => {
      const body = `email=a@example.com&password=${password}&password=another`
      const send = (body: string, type: string) =>
        instance.ask('POST /account/sign-in', { body, headers: { 'content-type': type } })
      const form = 'application/x-www-form-urlencoded'
      expect((await send(body, form)).status).toBe(400)
      expect((await send(JSON.stringify({ email: 'a', password }), 'application/json')).status).toBe(400)
      expect((await send(`email=${'a'.repeat(70_000)}`, form)).status).toBe(413)
      expect((await send('', form)).status).toBe(401)
    })
  })

  test('no page can be framed or cached, or leaks its address to another site', async () => {
    const pages = [
      'sign-in',
      'sign-up',
      'forgot-password',
      'reset-password?token=x',
      'confirm?token=x',
      'setup?token=x',
    ]
    for (const page of pages) {
      const { headers } = await instance.ask(`GET /account/${page}`)
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).toContain("form-action 'self';")
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('referrer-policy')).toBe('same-origin')
    }
  })

  test('is in Indonesian for browsers that prefer it', async () => {
    const { email } = await instance.account()
    const browser = formBrowser(instance, { 'accept-language': 'id' })
    const page = await browser.open('/account/sign-in')
    expect([page.headers.get('content-language'), page.text]).toEqual([
      'id',
      expect.stringContaining('Kata sandi'),
    ])
    expect((await browser.send({ email, password: 'salah sekali' })).text).toContain(
      'Surel atau kata sandi salah',
    )
  })
})

onEachEngine(
  'signing in for another origin of the service',
  (instance) => {
    test("continues through an intermediate page, because browsers apply the form's policy to redirects", async () => {
      const { email } = await instance.account()
      for (const to of [
        '/oauth/authorize?client_id=a&state=%22%3E%3Cscript%3E',
        'http://localhost:4/consent?a=1&b=2',
      ]) {
        const browser = formBrowser(instance)
        await browser.open(`/account/sign-in?${new URLSearchParams({ return_to: to })}`)
        const answer = await browser.send({ email, password })
        expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
        expect(browser.cookies.has('linnet_session')).toBe(true)
        const escaped = to.replaceAll('&', '&amp;')
        expect(answer.text).toContain(`<meta http-equiv="refresh" content="0; url=${escaped}"/>`)
        expect(answer.text).toContain(`href="${escaped}"`)
      }
    })
  },
  { CONSENT_URL: 'http://localhost:4' },
)
