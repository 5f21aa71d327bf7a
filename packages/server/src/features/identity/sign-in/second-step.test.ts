// The second step of signing in: the code that an account requires after the password, on the page and in the API.
import { describe, expect, test } from 'bun:test'
import { detailOf } from '@linnet/contract'
import { codeOf, enrol, wrongCode } from '../../../../../../test/accounts/second-factor.ts'
import { password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { addressIn, type FormBrowser, formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { type Instance, onEachEngine } from '../../../../../../test/instance.ts'

/** An account with one-time codes; the code that turned them on has been used. */
async function guarded(instance: Instance) {
  const account = await instance.account()
  const { call } = await signIn(instance, account)
  const enrolled = await enrol(instance, call)
  await instance.clock.advance(30_000)
  return { email: account.email, call, ...enrolled }
}

/** A browser that has given the password and is asked for the code. */
async function asked(
  instance: Instance,
  email: string,
  returnTo = '/account/security',
): Promise<FormBrowser> {
  const browser = formBrowser(instance)
  await browser.open(`/account/sign-in?return_to=${encodeURIComponent(returnTo)}`)
  const answer = await browser.send({ email, password })
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Enter your code')])
  expect([...browser.cookies]).toEqual([])
  return browser
}

onEachEngine('an account with a second factor', (instance) => {
  test('signs in with password and code and returns to the page; no session exists in between', async () => {
    const { email, secret } = await guarded(instance)
    const browser = await asked(instance, email)
    const answer = await browser.send({ code: codeOf(instance, secret) })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/security'])
    expect([...browser.cookies.keys()]).toEqual(['linnet_session', 'linnet_device'])
    const [line] = (await browser.call('GET /audit')).body.data
    expect(line).toMatchObject({ action: 'signed_in', detail: { how: 'password and one-time code' } })
  })

  test('shows its owner when someone had the password but no code', async () => {
    const { email, call } = await guarded(instance)
    await asked(instance, email)
    expect((await instance.ask('POST /api/session', { body: { email, password } })).status).toBe(401)
    const lines = (await call('GET /audit')).body.data as { action: string }[]
    expect(lines.filter(({ action }) => action === 'second_factor_asked')).toHaveLength(2)
  })

  test('returns to the first step with the same return address, even after a wrong code', async () => {
    const { email, secret } = await guarded(instance)
    const browser = await asked(instance, email, '/account/apps')
    const again = '<a href="/account/sign-in?return_to=%2Faccount%2Fapps">Start over</a>'
    const { text } = await browser.send({ code: wrongCode(instance, secret) })
    expect(text).toContain(again)
  })

  test('accepts a recovery code instead', async () => {
    const { email, recoveryCodes } = await guarded(instance)
    const browser = await asked(instance, email)
    expect((await browser.send({ code: ` ${recoveryCodes[0]} ` })).status).toBe(303)
    const lines = (await browser.call('GET /audit')).body.data
    expect(lines).toContainEqual(
      expect.objectContaining({ action: 'signed_in', detail: { how: 'password and recovery code' } }),
    )
  })

  test('asks again after a wrong code, up to five times, then for the password', async () => {
    const { email, secret } = await guarded(instance)
    const token = await passwordStep(instance, email)
    const send = (code: string) => formBrowser(instance).post('/account/sign-in/code', { token, code })
    for (let count = 0; count < 4; count++) {
      const answer = await send(wrongCode(instance, secret))
      expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('This code is incorrect')])
      expect(tokenIn(answer.text)).toBe(token)
    }
    const last = await send(wrongCode(instance, secret))
    expect([last.status, last.text]).toEqual([410, expect.stringContaining('Start over')])
    const late = await send(codeOf(instance, secret))
    expect([late.status, late.headers.getSetCookie()]).toEqual([410, []])
  })

  test('concurrent codes get no extra tries', async () => {
    const { email, secret } = await guarded(instance)
    const page = await passwordStep(instance, email)
    const codes = Array.from({ length: 12 }, () => wrongCode(instance, secret))
    const answers = await Promise.all(
      codes.map((code) => formBrowser(instance).post('/account/sign-in/code', { token: page, code })),
    )
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThan(5)
    expect(answers.every(({ status }) => status === 401 || status === 410)).toBe(true)
  })

  test('the second step expires after ten minutes, works once, and is valid for nothing else', async () => {
    const { email, secret } = await guarded(instance)
    const [late, used] = [await asked(instance, email), await passwordStep(instance, email)]
    const send = (token: string) =>
      formBrowser(instance).post('/account/sign-in/code', { token, code: codeOf(instance, secret) })
    for (const path of ['confirm', 'reset-password', 'setup', 'sign-up'])
      expect((await formBrowser(instance).open(`/account/${path}?token=${used}`)).status).not.toBe(200)
    const answers = await Promise.all([send(used), send(used), send(used)])
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    await instance.clock.advance(30_000)
    expect((await send(used)).status).toBe(410)
    await instance.clock.advance(600_000)
    expect((await late.send({ code: codeOf(instance, secret) })).status).toBe(410)
  })

  test('the second step expires when the password changes', async () => {
    const { email, secret, call } = await guarded(instance)
    const browser = await asked(instance, email)
    const changed = await call('PUT /user/password', { body: { password, new_password: 'another fine one' } })
    expect(changed.status).toBe(200)
    expect((await browser.send({ code: codeOf(instance, secret) })).status).toBe(410)
  })

  test("one account’s code doesn't work for another", async () => {
    const [mine, theirs] = [await guarded(instance), await guarded(instance)]
    const browser = await asked(instance, theirs.email)
    expect((await browser.send({ code: codeOf(instance, mine.secret) })).status).toBe(401)
    expect((await browser.send({ code: mine.recoveryCodes[0] ?? '' })).status).toBe(401)
  })

  test('resetting the password by e-mail is only the first factor', async () => {
    const { email, secret } = await guarded(instance)
    await formBrowser(instance).post('/account/forgot-password', { email })
    const browser = formBrowser(instance)
    await browser.open(addressIn(instance.messageTo(email)))
    const answer = await browser.send({ password: 'another fine one' })
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Enter your code')])
    expect([...browser.cookies]).toEqual([])
    expect((await browser.send({ code: codeOf(instance, secret) })).status).toBe(303)
  })

  test('a reset link expires when the password is changed in another way', async () => {
    const account = await instance.account()
    await formBrowser(instance).post('/account/forgot-password', { email: account.email })
    const address = addressIn(instance.messageTo(account.email))
    const { call } = await signIn(instance, account)
    await call('PUT /user/password', { body: { password, new_password: 'another fine one' } })
    expect((await formBrowser(instance).open(address)).status).toBe(410)
  })

  describe('in the API', () => {
    const enter = (body: Record<string, string>) => instance.ask('POST /api/session', { body })

    test('names the code in the details of 401 wrong_password, if it is missing or wrong', async () => {
      const { email, secret } = await guarded(instance)
      for (const body of [{}, { code: wrongCode(instance, secret) }, { code: '' }, { code: 'nonsense' }]) {
        const answer = await enter({ email, password, ...(body as { code: string }) })
        expect([answer.status, answer.body.error.code]).toEqual([401, 'wrong_password'])
        expect(answer.body.error.details).toEqual([
          detailOf('code', { code: 'code' in body ? 'code_wrong' : 'code_required' }),
        ])
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    })

    test('accepts it with the password, once', async () => {
      const { email, secret } = await guarded(instance)
      const code = codeOf(instance, secret)
      const answer = await enter({ email, password, code })
      expect([answer.status, answer.body.data?.email]).toEqual([200, email])
      expect(answer.headers.getSetCookie()).toHaveLength(2)
      expect((await enter({ email, password, code })).status).toBe(401)
    })

    test("doesn't reveal the second factor without the password", async () => {
      const { email, secret } = await guarded(instance)
      const answer = await enter({ email, password: 'a wrong guess', code: codeOf(instance, secret) })
      expect([answer.status, answer.body.error.details]).toEqual([401, undefined])
    })
  })
})

async function passwordStep(instance: Instance, email: string): Promise<string> {
  const { text } = await formBrowser(instance).post('/account/sign-in', { email, password })
  return tokenIn(text)
}

function tokenIn(html: string): string {
  return /name="token" value="(\w+)"/.exec(html)?.[1] ?? ''
}
