// Turning one-time codes on and off: in two steps, and with a secret that the database doesn't reveal.
import { expect, test } from 'bun:test'
import { codeOf, enrol, wrongCode } from '../../../../../../test/accounts/second-factor.ts'
import { reauthenticate, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { everyRow, filesWith } from '../../../../../../test/stored-contents.ts'

onEachEngine('one-time codes', (instance) => {
  async function person() {
    const account = await instance.account()
    return { account, ...(await signIn(instance, account)) }
  }
  const deeds = async (call: Awaited<ReturnType<typeof person>>['call']) =>
    (await call('GET /audit')).body.data.map(({ action }: { action: string }) => action)

  test('are off in a new account', async () => {
    const { call } = await person()
    const { status, body } = await call('GET /second-factor')
    expect([status, body]).toStrictEqual([200, { data: { enabled: false, recovery_codes_left: 0 } }])
  })

  test('are on once a code made with the secret confirms them, which also creates ten recovery codes', async () => {
    const { account, call } = await person()
    const begun = await call('POST /second-factor')
    expect(begun.status).toBe(200)
    const { secret, uri } = begun.body.data
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const address = new URL(uri)
    expect(address.protocol + address.hostname).toBe('otpauth:totp')
    expect(decodeURIComponent(address.pathname)).toContain(account.email)
    expect(address.searchParams.get('secret')).toBe(secret)
    expect(address.searchParams.get('issuer')).toBe(new URL(instance.url).hostname)
    expect((await call('GET /second-factor')).body.data.enabled).toBe(false)

    const confirmed = await call('POST /second-factor/confirm', { body: { code: codeOf(instance, secret) } })
    expect(confirmed.status).toBe(200)
    const codes: string[] = confirmed.body.data.recovery_codes
    expect(new Set(codes).size).toBe(10)
    // 16 characters out of 32: 80 bits.
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    expect((await call('GET /second-factor')).body.data).toStrictEqual({
      enabled: true,
      recovery_codes_left: 10,
    })
    expect(await deeds(call)).toContain('second_factor_enabled')
  })

  test('a code may be typed with a space in its middle', async () => {
    const { call } = await person()
    const { secret } = (await call('POST /second-factor')).body.data
    const code = codeOf(instance, secret)
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)}`
    expect((await call('POST /second-factor/confirm', { body: { code: typed } })).status).toBe(200)
  })

  test('a wrong code is 422 and leaves them off; the right one can still confirm', async () => {
    const { call } = await person()
    const { secret } = (await call('POST /second-factor')).body.data
    for (const code of [wrongCode(instance, secret), '', 'abcdef', '12345', codeOf(instance, secret, 5)]) {
      const answer = await call('POST /second-factor/confirm', { body: { code } })
      expect([code, answer.status, answer.body.error.code]).toStrictEqual([code, 422, 'validation_failed'])
      expect(answer.body.error.details[0].path).toBe('code')
    }
    expect((await call('GET /second-factor')).body.data.enabled).toBe(false)
    expect(
      (await call('POST /second-factor/confirm', { body: { code: codeOf(instance, secret) } })).status,
    ).toBe(200)
  })

  test('an enrolment expires after 15 minutes, and is valid only in the session that began it', async () => {
    const session = await person()
    const { account, call } = session
    const elsewhere = await signIn(instance, account)
    const first = (await call('POST /second-factor')).body.data.secret
    const stolen = await elsewhere.call('POST /second-factor/confirm', {
      body: { code: codeOf(instance, first) },
    })
    expect([stolen.status, stolen.body.error.code]).toStrictEqual([410, 'gone'])
    const { secret } = (await call('POST /second-factor')).body.data
    // A new enrolment replaces the first.
    expect(
      (await call('POST /second-factor/confirm', { body: { code: codeOf(instance, first) } })).status,
    ).toBe(422)
    await instance.clock.advance(11 * 60_000)
    // Confirming the password in between continues the same enrolment.
    const again = await reauthenticate(instance, session)
    const near = await again.call('POST /second-factor/confirm', { body: { code: 'nonsense' } })
    expect(near.status).toBe(422)
    await instance.clock.advance(4 * 60_000)
    const late = await again.call('POST /second-factor/confirm', { body: { code: codeOf(instance, secret) } })
    expect([late.status, late.body.error.code]).toStrictEqual([410, 'gone'])
  })

  test('two concurrent confirmations turn them on once', async () => {
    const { call } = await person()
    const { secret } = (await call('POST /second-factor')).body.data
    const body = { code: codeOf(instance, secret) }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('POST /second-factor/confirm', { body })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await call('GET /second-factor')).body.data.recovery_codes_left).toBe(10)
  })

  test("can't be enrolled again while they are on: 403", async () => {
    const { call } = await person()
    await enrol(instance, call)
    const again = await call('POST /second-factor')
    expect([again.status, again.body.error.code]).toStrictEqual([403, 'forbidden'])
  })

  test('turning them off deletes the secret and the recovery codes', async () => {
    const { account, call } = await person()
    await enrol(instance, call)
    const off = await call('POST /second-factor/disable')
    expect([off.status, off.body.data]).toStrictEqual([200, { enabled: false, recovery_codes_left: 0 }])
    expect(await deeds(call)).toContain('second_factor_disabled')
    const rows = (await everyRow(instance.database)).split('\n')
    const own = rows.filter((row) => row.startsWith('users') && row.includes(account.email))
    expect(own.join()).not.toContain('v1.')
  })

  test('new recovery codes replace the old ones, also with two requests at once', async () => {
    const { call } = await person()
    const { recoveryCodes } = await enrol(instance, call)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('POST /second-factor/recovery-codes')),
    )
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.body.data.recovery_codes).not.toContain(recoveryCodes[0])
    }
    expect((await call('GET /second-factor')).body.data.recovery_codes_left).toBe(10)
    expect(await deeds(call)).toContain('recovery_codes_renewed')
  })

  test('without one-time codes there are no recovery codes to renew: 403', async () => {
    const { call } = await person()
    const answer = await call('POST /second-factor/recovery-codes')
    expect([answer.status, answer.body.error.code]).toStrictEqual([403, 'forbidden'])
  })

  test('linnet user reset-second-factor turns them off for a user who has lost everything', async () => {
    const { account, call } = await person()
    await enrol(instance, call)
    const reset = ['user', 'reset-second-factor', '--email', account.email]
    expect(await instance.command(...reset)).toMatchObject({ email: account.email, second_factor: false })
    expect((await call('GET /second-factor')).body.data.enabled).toBe(false)
    const [line] = (await call('GET /audit')).body.data
    expect([line.action, line.address]).toStrictEqual(['second_factor_disabled', ''])
    await expect(instance.command(...reset)).rejects.toThrow("doesn't use two-factor authentication")
    await expect(
      instance.command('user', 'reset-second-factor', '--email', 'nobody@example.com'),
    ).rejects.toThrow('no account')
  })

  test('neither the secret nor a recovery code is stored in plain text', async () => {
    const { call } = await person()
    const { secret, recoveryCodes } = await enrol(instance, call)
    const pieces = [secret, ...recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')])]
    const rows = await everyRow(instance.database)
    for (const piece of pieces) expect(rows).not.toContain(piece)
    expect(filesWith(instance.database.env.DATA_DIR, pieces)).toEqual([])
    // What is stored is sealed, and the key is not in the database.
    expect(rows).toContain('v1.')
  })

  test('nobody can see or change those of another account, or without a session', async () => {
    const [one, other] = [await person(), await person()]
    await enrol(instance, one.call)
    expect((await other.call('GET /second-factor')).body.data.enabled).toBe(false)
    await other.call('POST /second-factor/disable')
    expect((await one.call('GET /second-factor')).body.data.enabled).toBe(true)
    for (const operation of ['GET /api/second-factor', 'POST /api/second-factor', 'GET /api/passkeys']) {
      const answer = await instance.ask(operation)
      expect(answer.status).toBe(401)
      const { account } = one
      const withKey = await instance.ask(operation, {
        headers: { authorization: `Bearer ${account.key}` },
      })
      expect(withKey.status).toBe(401)
    }
  })
})
