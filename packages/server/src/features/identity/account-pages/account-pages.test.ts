// The account pages: who can open them, how they are protected from other sites, and what their forms do.
import { describe, expect, test } from 'bun:test'
import { newApp, person as oauthPerson, tokensFor } from '../../../../../../test/accounts/oauth.ts'
import { codeOf, enrol } from '../../../../../../test/accounts/second-factor.ts'
import { cookieOf, password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Answer, onEachEngine } from '../../../../../../test/instance.ts'

const pages = [
  '/account',
  '/account/security',
  '/account/password',
  '/account/second-factor',
  '/account/recovery-codes',
  '/account/passkeys/add',
  '/account/sessions',
  '/account/apps',
  '/account/activity',
  '/account/delete',
]
const forms = [
  '/account',
  '/account/password',
  '/account/second-factor',
  '/account/second-factor/confirm',
  '/account/second-factor/disable',
  '/account/recovery-codes',
  '/account/passkey',
  '/account/passkey/remove',
  '/account/sessions/end',
  '/account/sessions/end-others',
  '/account/apps/revoke',
  '/account/delete',
]

onEachEngine('the account pages', (instance) => {
  async function person() {
    const account = await instance.account()
    const signedIn = await signIn(instance, account)
    const headers = { cookie: signedIn.cookie }
    return {
      account,
      ...signedIn,
      open: (path: string) => instance.ask(`GET ${path}`, { headers }),
      send: (path: string, fields: Record<string, string> = {}, more: Record<string, string> = {}) =>
        instance.ask(`POST ${path}`, { body: new URLSearchParams(fields), headers: { ...headers, ...more } }),
    }
  }
  let known: ReturnType<typeof person> | undefined
  /** A user whose account no test changes. */
  const reader = () => {
    known ??= person().then(async (someone) => {
      await enrol(instance, someone.call)
      return someone
    })
    return known
  }
  const expectSent = (answer: Answer, path: string) =>
    expect([answer.status, answer.headers.get('location')]).toStrictEqual([303, path])

  test.each(pages)('%s sends signed-out visitors to the sign-in page, and back', async (path) => {
    const cookies = ['', 'linnet_session=guess', `linnet_session=${'x'.repeat(43)}`]
    for (const cookie of cookies) {
      const answer = await instance.ask(`GET ${path}?x=1%262`, { headers: { cookie } })
      expectSent(answer, `/account/sign-in?${new URLSearchParams({ return_to: `${path}?x=1%262` })}`)
      expect(answer.headers.get('cache-control')).toContain('no-store')
    }
  })

  test.each(pages)("%s can't be cached, framed or indexed, and runs no script but its own", async (path) => {
    const { open } = await reader()
    const { status, headers, text } = await open(path)
    expect(status).toBe(200)
    expect(text).toContain('href="/dashboard/account')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('vary')).toContain('Cookie')
    const policy = headers.get('content-security-policy') ?? ''
    for (const directive of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(directive)
    expect(policy).not.toContain('unsafe-inline')
    const hasScript = path === '/account/passkeys/add'
    expect([text.includes('<script>'), policy.includes('script-src')]).toStrictEqual([hasScript, hasScript])
  })

  test.each(pages)('%s answers HEAD, and 405 to other methods', async (path) => {
    const { cookie } = await reader()
    expect((await instance.ask(`HEAD ${path}`, { headers: { cookie } })).status).toBeOneOf([200, 303])
    const answer = await instance.ask(`PUT ${path}`, { headers: { cookie } })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toContain('GET')
  })

  describe.each(forms)('the form at %s', (path) => {
    const everything = {
      password,
      new_password: 'seven purple otters sing',
      name: 'Stolen',
      code: '000000',
      id: 'ses_1',
      client_id: 'app_1',
    }

    test('does nothing for a request from another site', async () => {
      const { account, call, send } = await reader()
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]
      const state = async () => [
        (await account.call('GET /user')).body,
        (await call('GET /second-factor')).body,
        (await call('GET /audit')).body.data.length,
        (await call('GET /sessions')).body.data.length,
      ]
      const before = await state()
      for (const headers of foreign) {
        const answer = await send(path, everything, headers)
        expect([headers, answer.status]).toStrictEqual([headers, 403])
        expect(answer.headers.get('set-cookie')).toBeNull()
      }
      expect(await state()).toStrictEqual(before)
    })

    test('sends signed-out visitors to the sign-in page, and does nothing', async () => {
      const answer = await instance.ask(`POST ${path}`, { body: new URLSearchParams(everything) })
      expectSent(answer, '/account/sign-in?return_to=%2Faccount')
    })

    test("refuses a body that isn't a form, names a field twice, or is too large", async () => {
      const { cookie } = await reader()
      const send = async (body: string, type = 'application/x-www-form-urlencoded') =>
        (await instance.ask(`POST ${path}`, { body, headers: { cookie, 'content-type': type } })).status
      expect(await send('{}', 'application/json')).toBe(400)
      expect(
        await send('password=a&password=b&name=a&name=b&id=1&id=2&code=1&code=2&client_id=1&client_id=2'),
      ).toBe(400)
      expect(await send(`name=${'x'.repeat(70_000)}`)).toBe(413)
      expect(await send('name=%ff%fe')).not.toBe(500)
    })
  })

  test('/account shows the user, plan and usage; its form changes the name', async () => {
    const { account, open, send } = await person()
    await account.link()
    const page = await open('/account')
    for (const text of [account.email, 'roomy', '1, no limit', `${instance.url}/v2/docs`])
      expect(page.text).toContain(text)
    expectSent(await send('/account', { name: 'Ana Ü' }), '/account?done=name')
    expect((await open('/account?done=name')).text).toContain('Name saved.')
    expect((await account.call('GET /user')).body.data.name).toBe('Ana Ü')
    const wrong = await send('/account', { name: 'x'.repeat(101) })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('Enter a name of 1 to 100 characters.')
  })

  test('names of people and applications are shown as text on every page, never as markup', async () => {
    const { account, call, open, send } = await person()
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
    await send('/account', { name: evil })
    await instance.ask('POST /api/session', {
      body: { email: account.email, password },
      headers: { 'user-agent': evil },
    })
    await call('POST /keys', { body: { name: evil, scopes: ['user:read'] } })
    for (const path of [
      '/account',
      '/account/sessions',
      '/account/activity',
      `/account?done=${encodeURIComponent(evil)}`,
    ]) {
      const { status, text } = await open(path)
      expect(status).toBe(200)
      expect(text).not.toContain('<script>alert')
      expect(text).not.toContain('<img src=x')
    }
  })

  test('pages are in the language that the browser prefers', async () => {
    const { cookie } = await reader()
    const answer = await instance.ask('GET /account/security', {
      headers: { cookie, 'accept-language': 'id-ID,id;q=0.9,en;q=0.8' },
    })
    expect(answer.headers.get('content-language')).toBe('id')
    expect(answer.text).toContain('Kunci sandi')
    expect(answer.text).toContain('<html lang="id">')
  })

  test('/account/password changes the password, and the old cookie stops working', async () => {
    const { account, cookie, send } = await person()
    const next = 'seven purple otters sing'
    const wrong = await send('/account/password', { password: 'wrong', new_password: next })
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain('password is incorrect')
    const bad = await send('/account/password', { password, new_password: account.email })
    expect(bad.status).toBe(422)
    expect(bad.text).toContain('This is your e-mail address')
    const changed = await send('/account/password', { password, new_password: next })
    expectSent(changed, '/account/security?done=password')
    const renewed = cookieOf(changed)
    expect(renewed).not.toBe(cookie)
    expect((await instance.ask('GET /account', { headers: { cookie } })).status).toBe(303)
    expect((await instance.ask('GET /account', { headers: { cookie: renewed } })).status).toBe(200)
    await signIn(instance, account, next)
  })

  test('after ten wrong passwords in a minute, the form says when to try again', async () => {
    const { send } = await person()
    for (let count = 0; count < 10; count++)
      expect((await send('/account/delete', { password: `guess ${count}` })).status).toBe(401)
    const limited = await send('/account/delete', { password })
    expect(limited.status).toBe(429)
    expect(limited.text).toContain('Too many attempts. Wait a minute, then try again.')
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('one-time codes can be turned on and off without scripts', async () => {
    const { call, open, send } = await person()
    const path = '/account/second-factor'
    expectSent(await send(path, {}), path)
    const shown = await open(path)
    expect(shown.text).toContain('<svg viewBox="0 0')
    const secret = (/class="code">([A-Z2-7 ]+)</.exec(shown.text)?.[1] ?? '').replaceAll(' ', '')
    expect(secret).toHaveLength(32)
    const wrong = await send(`${path}/confirm`, { code: 'nonsense' })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('This isn’t the current code')
    const on = await send(`${path}/confirm`, { code: codeOf(instance, secret) })
    expect(on.status).toBe(200)
    const codes = [...on.text.matchAll(/<li>([0-9a-z]{4}(?:-[0-9a-z]{4}){3})<\/li>/g)].map(([, code]) => code)
    expect(new Set(codes).size).toBe(10)
    expect((await open(path)).text).not.toContain(secret.slice(0, 4))
    expect((await open('/account/security')).text).toContain('10 unused codes left.')
    const renewed = await send('/account/recovery-codes', {})
    expect(renewed.status).toBe(200)
    expect(renewed.text).not.toContain(codes[0] as string)
    expectSent(await send(`${path}/disable`, {}), '/account/security?done=second-factor-off')
    expect((await call('GET /second-factor')).body.data.enabled).toBe(false)
    expectSent(await open('/account/recovery-codes'), '/account/security')
  })

  describe('ten minutes after the user last confirmed their identity', () => {
    const confirmAddress = (path: string) =>
      `/account/reauthenticate?${new URLSearchParams({ return_to: path })}`
    async function stale() {
      const one = await person()
      await instance.clock.advance(10 * 60_000)
      return one
    }

    test.each([
      '/account/second-factor',
      '/account/second-factor?again',
      '/account/passkeys/add',
      '/account/passkey?id=psk_01',
    ])('%s asks for the password first, on a page that then returns to it', async (path) => {
      const { account, cookie, open, send } = await stale()
      expectSent(await open(path), confirmAddress(path))
      const page = await open(confirmAddress(path))
      expect(page.status).toBe(200)
      for (const text of ['Confirm it’s you', account.email, 'name="password"'])
        expect(page.text).toContain(text)
      // Without a passkey, the password is the only way.
      expect(page.text).not.toContain('<script')
      const wrong = await send('/account/reauthenticate', { password: 'wrong', return_to: path })
      expect([wrong.status, wrong.text]).toStrictEqual([
        401,
        expect.stringContaining('password is incorrect'),
      ])
      expectSent(await open(path), confirmAddress(path))
      const confirmed = await send('/account/reauthenticate', { password, return_to: path })
      expectSent(confirmed, path)
      const headers = { cookie: cookieOf(confirmed) }
      expect((await instance.ask(`GET ${path}`, { headers })).headers.get('location')).toBeNull()
      expectSent(await instance.ask(`GET ${confirmAddress(path)}`, { headers }), path)
      expect((await instance.ask('GET /account', { headers: { cookie } })).status).toBe(303)
    })

    test.each([
      ['/account/second-factor', '/account/second-factor', {}],
      ['/account/second-factor/confirm', '/account/second-factor', { code: '123456' }],
      ['/account/second-factor/disable', '/account/second-factor', {}],
      ['/account/recovery-codes', '/account/recovery-codes', {}],
      ['/account/passkey/remove', '/account/passkey?id=psk_01', { id: 'psk_01' }],
    ])('the form at %s does nothing, and asks for the password first', async (path, page, fields) => {
      const { send } = await stale()
      expectSent(await send(path, fields), confirmAddress(page))
    })

    test('the confirmation redirects only to our own pages', async () => {
      const { send } = await stale()
      for (const address of ['https://evil.example/', '//evil.example', '/short-link', '/v2/docs']) {
        const { send } = await stale()
        expectSent(await send('/account/reauthenticate', { password, return_to: address }), '/dashboard')
      }
      const on = await send('/account/reauthenticate', {
        password,
        return_to: '/oauth/authorize?client_id=x',
      })
      // Not a redirect: the form's policy would block one that ends at an application.
      expect([on.status, on.headers.get('refresh') ?? on.text]).toStrictEqual([
        200,
        expect.stringContaining('/oauth/authorize?client_id=x'),
      ])
    })
  })

  test('/account/sessions lists browsers by name, and ends one or all others', async () => {
    const { account, open, send } = await person()
    const agents = {
      phone:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      laptop:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      program: 'curl/8.1.2',
      nothing: '',
    }
    for (const agent of Object.values(agents))
      await instance.ask('POST /api/session', {
        body: { email: account.email, password },
        headers: { 'user-agent': agent },
      })
    const { text } = await open('/account/sessions')
    for (const words of [
      'Safari on iOS',
      'Chrome on Windows',
      'curl',
      '127.0.0.1',
      'This session',
      'active now',
    ])
      expect(text).toContain(words)
    const ids = [...text.matchAll(/name="id" value="(ses_\w+)"/g)].map(([, id]) => id as string)
    expect(ids).toHaveLength(4)
    expectSent(
      await send('/account/sessions/end', { id: ids[0] as string }),
      '/account/sessions?done=session-ended',
    )
    expect((await open('/account/sessions')).text).not.toContain(ids[0] as string)
    const stranger = await person()
    expect((await stranger.send('/account/sessions/end', { id: ids[1] as string })).status).toBe(404)
    expect((await open('/account/sessions')).text).toContain(ids[1] as string)
    expectSent(await send('/account/sessions/end-others'), '/account/sessions?done=sessions-ended')
    expect((await open('/account/sessions')).text).not.toContain('name="id"')
  })

  test('/account/apps lists what applications may do, and revokes their access', async () => {
    const { account, call, open, send } = await person()
    expect((await open('/account/apps')).text).toContain('No application has access')
    const app = await newApp(instance, account)
    await tokensFor(instance, await oauthPerson(instance, account), app)
    const { text } = await open('/account/apps')
    expect(text).toContain('Test App')
    expect(text).toContain('view your links and check whether a short code is available')
    const sent = await send('/account/apps/revoke', { client_id: app.clientId })
    expectSent(sent, '/account/apps?done=app-revoked')
    expect((await call('GET /user/oauth/apps')).body.data).toStrictEqual([])
    expect((await send('/account/apps/revoke', { client_id: app.clientId })).status).toBe(404)
  })

  test('/account/activity describes each action in a sentence, thirty entries a page', async () => {
    const { call, open } = await person()
    for (let count = 0; count < 32; count++) await call('PUT /user', { body: { name: `Name ${count}` } })
    const first = await open('/account/activity')
    expect(first.text.match(/Name changed\./g)).toHaveLength(30)
    const older = /href="(\/account\/activity\?before=aud_\w+)"/.exec(first.text)?.[1] ?? ''
    const second = await open(older)
    expect(second.text.match(/Name changed\./g)).toHaveLength(2)
    for (const words of ['Signed in (password).', 'Account created.', 'By the operator, on the server'])
      expect(second.text).toContain(words)
    expect(second.text).not.toContain('before=aud_')
    for (const before of ['nonsense', '\0', 'x'.repeat(200), '🐦'])
      expect((await open(`/account/activity?before=${encodeURIComponent(before)}`)).status).toBeOneOf([
        200, 303,
      ])
  })

  test("a passkey of another account, or one that doesn't exist, is not shown", async () => {
    const { open, send } = await person()
    for (const id of ['psk_01', '', '%00', '%ff'])
      expect((await open(`/account/passkey?id=${id}`)).status).toBe(404)
    expect((await send('/account/passkey', { id: 'psk_01', name: 'Mine' })).status).toBe(404)
    expect((await send('/account/passkey', {})).status).toBe(404)
    expect((await send('/account/passkey/remove', { id: 'psk_01' })).status).toBe(404)
  })

  test('the address of a form, opened as a page, redirects to the page with the form', async () => {
    const { open } = await reader()
    for (const [form, page] of [
      ['/account/second-factor/confirm', '/account/second-factor'],
      ['/account/second-factor/disable', '/account/second-factor'],
      ['/account/sessions/end', '/account/sessions'],
      ['/account/sessions/end-others', '/account/sessions'],
      ['/account/apps/revoke', '/account/apps'],
      ['/account/passkey/remove', '/account/passkey'],
      ['/account/passkey', '/account/security'],
      ['/account/sign-in/code', '/account/sign-in'],
      ['/account/sign-out', '/account'],
    ] as const)
      expectSent(await open(form), page)
    expect((await instance.ask('PUT /account/apps/revoke')).status).toBe(405)
  })

  test('reloading the new recovery codes redirects to the security page, and shows no code', async () => {
    const { open, send } = await person()
    await send('/account/second-factor', {})
    const [, spaced = ''] =
      /class="code">([A-Z2-7 ]+)</.exec((await open('/account/second-factor')).text) ?? []
    const code = codeOf(instance, spaced.replaceAll(' ', ''))
    expect((await send('/account/second-factor/confirm', { code })).text).toContain(
      'Save your recovery codes',
    )
    expectSent(await send('/account/second-factor/confirm', { code }), '/account/security')
  })

  test("a missing page says so in the visitor's language only, and links to the account", async () => {
    const headers = { 'accept-language': 'id' }
    const { status, text } = await instance.ask('GET /account/nowhere', { headers })
    expect([status, text]).toStrictEqual([404, expect.stringContaining('Halaman tidak ditemukan')])
    expect(text).not.toContain('lang="en"')
    expect(text).toContain(`<a href="${instance.url}/account">Akun Anda</a>`)
  })

  test('/account/deleted needs no session, and confirms the deletion', async () => {
    const { status, text } = await instance.ask('GET /account/deleted')
    expect(status).toBe(200)
    for (const words of ['Your account has been deleted', 'Its links no longer work.'])
      expect(text).toContain(words)
  })

  test('/account/delete deletes the account, and the browser is signed out', async () => {
    const { account, cookie, open, send } = await person()
    const wrong = await send('/account/delete', { password: 'wrong' })
    expect(wrong.status).toBe(401)
    expect((await open('/account')).status).toBe(200)
    const deleted = await send('/account/delete', { password })
    expectSent(deleted, '/account/deleted')
    expect(deleted.headers.get('set-cookie')).toMatch(/^linnet_session=; .*Max-Age=0/)
    expect((await instance.ask('GET /account', { headers: { cookie } })).status).toBe(303)
    expect((await account.call('GET /user')).status).toBe(401)
  })
})
