// Signing in and out at /api/session: the cookie, its protection against other sites, wrong passwords and its end.
import { describe, expect, test } from 'bun:test'
import { cookieOf, password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type CallOptions, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('sessions', (instance) => {
  const tryToSignIn = (email: string, pass: string, headers?: CallOptions['headers']) =>
    instance.ask('POST /api/session', { body: { email, password: pass }, headers })

  test("signing in returns the User and sets a cookie that scripts and other sites can't use", async () => {
    const account = await instance.account()
    const answer = await tryToSignIn(account.email, password)
    expect(answer.status).toBe(200)
    expect(answer.body).toStrictEqual({ data: (await account.call('GET /user')).body.data })
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const [pair, ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ')
    expect(pair).toMatch(/^linnet_session=[A-Za-z0-9]{32,}$/)
    expect(attributes).toContain('HttpOnly')
    expect(attributes).toContain('SameSite=Lax')
    expect(attributes).toContain('Path=/')
  })

  test('an account has at most a hundred sessions: the oldest end', async () => {
    const account = await instance.account()
    const first = await signIn(instance, account)
    const second = await signIn(instance, account)
    for (let count = 0; count < 99; count++) await signIn(instance, account)
    expect((await first.call('GET /keys')).status).toBe(401)
    expect((await second.call('GET /sessions')).body.data).toHaveLength(100)
  })

  test('the e-mail is compared without regard to case', async () => {
    const account = await instance.account()
    expect((await tryToSignIn(account.email.toUpperCase(), password)).status).toBe(200)
  })

  test('a wrong password and an unknown e-mail get the same 401 wrong_password', async () => {
    const { email } = await instance.account()
    const wrong = await tryToSignIn(email, 'not the password')
    const unknown = await tryToSignIn('nobody@example.com', password)
    for (const answer of [wrong, unknown]) {
      expect([answer.status, answer.body.error.code]).toStrictEqual([401, 'wrong_password'])
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    expect(wrong.body.error.message).toBe(unknown.body.error.message)
  })

  test('a body without e-mail or password is 422', async () => {
    for (const body of [{}, { email: 'a@example.com' }, { email: 'nonsense', password }, { password }]) {
      const answer = await instance.ask('POST /api/session', { body })
      expect([answer.status, answer.body.error.code]).toStrictEqual([422, 'validation_failed'])
    }
  })

  test('after ten tries in a minute for one e-mail from one address, even the right password must wait', async () => {
    const [account, other] = [await instance.account(), await instance.account()]
    for (let count = 0; count < 10; count++)
      expect((await tryToSignIn(account.email, `guess ${count}`)).status).toBe(401)
    const limited = await tryToSignIn(account.email, password)
    expect([limited.status, limited.body.error.code]).toStrictEqual([429, 'rate_limited'])
    const seconds = Number(limited.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect((await tryToSignIn(account.email.toUpperCase(), password)).status).toBe(429)
    expect((await tryToSignIn(other.email, password)).status).toBe(200)
    await instance.clock.advance(seconds * 1000)
    expect((await tryToSignIn(account.email, password)).status).toBe(200)
  })

  test('30 concurrent guesses get no more than ten tries', async () => {
    const { email } = await instance.account()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => tryToSignIn(email, `guess ${index}`)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  describe('a request with the cookie', () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of foreign) {
      test(`is 403 forbidden from ${JSON.stringify(headers)}`, async () => {
        const account = await instance.account()
        const { call } = await signIn(instance, account)
        const body = { name: 'Stolen', scopes: ['user:read'] }
        const answer = await call('POST /keys', { body, headers })
        expect([answer.status, answer.body.error.code]).toStrictEqual([403, 'forbidden'])
        expect((await call('GET /keys')).body.data).toHaveLength(1)
        expect((await call('DELETE /session', { headers })).status).toBe(403)
        expect((await tryToSignIn(account.email, password, headers)).status).toBe(403)
      })
    }

    test('is allowed from the service’s own origin, and without an origin', async () => {
      const { call } = await signIn(instance, await instance.account())
      const own: Record<string, string>[] = [
        {},
        { origin: instance.url },
        { origin: instance.url, 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'none' },
      ]
      for (const headers of own) {
        const body = { name: 'Mine', scopes: ['user:read'] }
        expect((await call('POST /keys', { body, headers })).status).toBe(200)
      }
    })

    test('that only reads is allowed from anywhere', async () => {
      const { call } = await signIn(instance, await instance.account())
      expect((await call('GET /keys', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200)
    })
  })

  test('signing out ends the session on the server and clears the cookie', async () => {
    const account = await instance.account()
    const [mine, elsewhere] = [await signIn(instance, account), await signIn(instance, account)]
    expect((await mine.call('GET /keys')).status).toBe(200)
    const { status, body, headers } = await mine.call('DELETE /session')
    expect([status, body]).toStrictEqual([200, { data: { ended: true } }])
    expect(headers.get('set-cookie')).toMatch(/^linnet_session=; .*Max-Age=0/)
    expect((await mine.call('GET /keys')).status).toBe(401)
    expect((await mine.call('DELETE /session')).status).toBe(401)
    expect((await elsewhere.call('GET /keys')).status).toBe(200)
  })

  test('a session ends by itself 30 days after signing in', async () => {
    const { call } = await signIn(instance, await instance.account())
    await instance.clock.advance(30 * 86_400_000 - 60_000)
    expect((await call('GET /keys')).status).toBe(200)
    await instance.clock.advance(60_000)
    expect((await call('GET /keys')).status).toBe(401)
  })

  test('a dashboard operation without a session is 401, and says to sign in', async () => {
    for (const operation of [
      'GET /keys',
      'POST /keys',
      'DELETE /keys/key_1',
      'GET /domains',
      'DELETE /session',
    ]) {
      const [method, path] = operation.split(' ')
      for (const cookie of ['', 'linnet_session=', 'linnet_session=guess', 'other=1; linnet_session=x']) {
        const answer = await instance.ask(`${method} /api${path}`, {
          body: method === 'POST' ? {} : undefined,
          headers: { cookie },
        })
        expect([operation, answer.status, answer.body.error?.code]).toStrictEqual([
          operation,
          401,
          'unauthenticated',
        ])
      }
    }
  })

  test('every session is new: signing in never takes over a cookie that the browser sends', async () => {
    const account = await instance.account()
    const planted = 'linnet_session=PlantedByAnAttackerPlantedByAnAttackerPlanted'
    const answer = await tryToSignIn(account.email, password, { cookie: planted })
    expect(cookieOf(answer)).not.toBe(planted)
    expect((await instance.ask('GET /api/keys', { headers: { cookie: planted } })).status).toBe(401)
  })
})

onEachEngine(
  'sessions under https',
  (instance) => {
    test('the cookie is Secure, and its name binds it to the host', async () => {
      const { email } = await instance.account()
      const answer = await instance.ask('POST /api/session', {
        body: { email, password },
        headers: { host: 'links.example', origin: 'https://links.example' },
      })
      const cookie = answer.headers.get('set-cookie') ?? ''
      expect(cookie).toStartWith('__Host-linnet_session=')
      expect(cookie).toContain('Secure')
      expect(cookie).not.toContain('Domain')
      const keys = await instance.ask('GET /api/keys', {
        headers: { host: 'links.example', cookie: cookieOf(answer) },
      })
      expect(keys.status).toBe(200)
    })
  },
  { PUBLIC_URL: 'https://links.example' },
)
