// What owners can change about their accounts with the dashboard's operations: the name and the password.
import { describe, expect, test } from 'bun:test'
import { cookieOf, password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

const next = 'seven purple otters sing'

onEachEngine("an account's owner", (instance) => {
  async function person() {
    const account = await instance.account()
    return { account, ...(await signIn(instance, account)) }
  }
  const change = (fields: Record<string, unknown> = {}) => ({
    body: { password, new_password: next, ...fields },
  })
  const canSignIn = async (email: string, pass: string) =>
    (await instance.ask('POST /api/session', { body: { email, password: pass } })).status === 200

  describe('PUT /api/user', () => {
    test('changes the name and returns the User record', async () => {
      const { account, call } = await person()
      const { status, body } = await call('PUT /user', { body: { name: '  Ana Ü  ' } })
      expect(status).toBe(200)
      const record = (await account.call('GET /user')).body.data
      expect(body).toStrictEqual({ data: { ...record, name: 'Ana Ü' } })
      expect(record).toMatchObject({ name: 'Ana Ü', avatar_url: null, email: account.email })
      expect((await call('GET /audit')).body.data[0]).toMatchObject({
        action: 'profile_changed',
        detail: { name: 'Ana Ü' },
      })
    })

    test('takes a name in any script, and an empty one', async () => {
      const { call } = await person()
      for (const name of ['می‌خواهم', '👩‍👩‍👧', "O'Neill-Šašić 2.", ''])
        expect((await call('PUT /user', { body: { name } })).body.data.name).toBe(name)
    })

    const unseen = [
      'Ana\u202egnp.exe',
      'two\nlines',
      'two\u2028lines',
      'zero\u200bwidth',
      'A\ufeffna',
      '\u0007',
    ]
    test.each(unseen)(
      'refuses %j for its invisible characters, also as the name of a passkey',
      async (name) => {
        const { call } = await person()
        for (const operation of ['PUT /user', 'PUT /passkeys/psk_1']) {
          const { status, body } = await call(operation, { body: { name } })
          expect([status, body.error.details[0].path]).toStrictEqual([422, 'name'])
        }
      },
    )

    test('takes a string of at most 100 characters, and no other field of the record', async () => {
      const { account, call } = await person()
      for (const name of ['x'.repeat(101), null, 5, ['Ana'], 'a\0b', undefined])
        expect((await call('PUT /user', { body: { name } })).status).toBe(422)
      const more = { name: 'Ana', email: 'other@example.com', plan: 'free', is_admin: 1, id: 'usr_1' }
      expect((await call('PUT /user', { body: more })).status).toBe(200)
      const { data } = (await account.call('GET /user')).body
      expect(data).toMatchObject({ name: 'Ana', email: account.email, plan: 'roomy', id: account.userId })
    })
  })

  describe('PUT /api/user/password', () => {
    test('makes the new password the only one', async () => {
      const { account, call } = await person()
      const { status, body } = await call('PUT /user/password', change())
      expect([status, body]).toStrictEqual([200, { data: { changed: true } }])
      expect(await canSignIn(account.email, password)).toBe(false)
      expect(await canSignIn(account.email, next)).toBe(true)
    })

    test('ends all other sessions, and gives this one a new identifier: the old cookie stops working', async () => {
      const { account, call, cookie } = await person()
      const elsewhere = await signIn(instance, account)
      const before = (await call('GET /sessions')).body.data.find(
        ({ current }: { current: boolean }) => current,
      )
      const answer = await call('PUT /user/password', change())
      const renewed = cookieOf(answer)
      expect(renewed).toStartWith('linnet_session=')
      expect(renewed).not.toBe(cookie)
      for (const old of [call, elsewhere.call]) expect((await old('GET /sessions')).status).toBe(401)
      const { status, body } = await instance.ask('GET /api/sessions', { headers: { cookie: renewed } })
      expect(status).toBe(200)
      expect(body.data).toHaveLength(1)
      expect(body.data[0]).toMatchObject({ id: before.id, created_at: before.created_at, current: true })
      const { data } = (await instance.ask('GET /api/audit', { headers: { cookie: renewed } })).body
      expect(data[0].action).toBe('password_changed')
    })

    test('leaves API keys as they are', async () => {
      const { account, call } = await person()
      await call('PUT /user/password', change())
      expect((await account.call('GET /user')).status).toBe(200)
    })

    test('refuses a wrong current password with 401, and changes nothing', async () => {
      const { account, call } = await person()
      const answer = await call('PUT /user/password', change({ password: 'not the password' }))
      expect([answer.status, answer.body.error.code]).toStrictEqual([401, 'wrong_password'])
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(await canSignIn(account.email, password)).toBe(true)
      expect((await call('GET /sessions')).status).toBe(200)
    })

    test('refuses with 422 a new password that is short, too long, common, or the e-mail', async () => {
      const { account, call } = await person()
      const bad = ['short', 'x'.repeat(1025), 'password1234', '1234567890', account.email.toUpperCase()]
      for (const new_password of bad) {
        const answer = await call('PUT /user/password', change({ new_password }))
        expect([new_password, answer.status, answer.body.error.code]).toStrictEqual([
          new_password,
          422,
          'validation_failed',
        ])
        expect(answer.body.error.details[0].path).toBe('new_password')
      }
      expect(await canSignIn(account.email, password)).toBe(true)
    })

    test('of two changes at once with the same password, one succeeds', async () => {
      const { account, call } = await person()
      const answers = await Promise.all(
        ['first of the two', 'second of the two'].map((new_password) =>
          call('PUT /user/password', change({ new_password })),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 401])
      const won = answers[0]?.status === 200 ? 'first of the two' : 'second of the two'
      expect(await canSignIn(account.email, won)).toBe(true)
    })

    test("another site's page, a missing session or an API key can't change anything", async () => {
      const { account, call } = await person()
      const foreign = await call('PUT /user/password', {
        ...change(),
        headers: { origin: 'https://evil.example' },
      })
      expect(foreign.status).toBe(403)
      for (const headers of [{}, { authorization: `Bearer ${account.key}` }] as Record<string, string>[])
        expect((await instance.ask('PUT /api/user/password', { ...change(), headers })).status).toBe(401)
      expect(await canSignIn(account.email, password)).toBe(true)
    })
  })
})
