// The second step of signing in: the code that an account requires after the password, on the page and in the API.
import { describe, expect, test } from 'bun:test'
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
  test('is entered with password and code, and on to where one came from; nothing is begun in between', async () => {
    const { email, secret } = await guarded(instance)
    const browser = await asked(instance, email)
    const answer = await browser.send({ code: codeOf(instance, secret) })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/security'])
    expect([...browser.cookies.keys()]).toEqual(['linnet_session', 'linnet_device'])
    const [line] = (await browser.call('GET /audit')).body.data
    expect(line).toMatchObject({ action: 'signed_in', detail: { how: 'password and one-time code' } })
  })

  test('shows its owner when somebody had the password and gave no code', async () => {
    const { email, call } = await guarded(instance)
    await asked(instance, email)
    expect((await instance.ask('POST /api/session', { body: { email, password } })).status).toBe(401)
    const lines = (await call('GET /audit')).body.data as { action: string }[]
    expect(lines.filter(({ action }) => action === 'second_factor_asked')).toHaveLength(2)
  })

  test('leads back to the beginning without forgetting where one came from, also after a wrong code', async () => {
    const { email, secret } = await guarded(instance)
    const browser = await asked(instance, email, '/account/apps')
    const again = '<a href="/account/sign-in?return_to=%2Faccount%2Fapps">Begin again</a>'
    const { text } = await browser.send({ code: wrongCode(instance, secret) })
    expect(text).toContain(again)
  })

  test('takes a recovery code instead', async () => {
    const { email, recoveryCodes } = await guarded(instance)
    const browser = await asked(instance, email)
    expect((await browser.send({ code: ` ${recoveryCodes[0]} ` })).status).toBe(303)
    const lines = (await browser.call('GET /audit')).body.data
    expect(lines).toContainEqual(
      expect.objectContaining({ action: 'signed_in', detail: { how: 'password and recovery code' } }),
    )
  })

  test('asks again after a wrong code, five times, then for the password', async () => {
    const { email, secret } = await guarded(instance)
    const token = await passwordStep(instance, email)
    const send = (code: string) => formBrowser(instance).post('/account/sign-in/code', { token, code })
    for (let count = 0; count < 4; count++) {
      const answer = await send(wrongCode(instance, secret))
      expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('That code is not right')])
      expect(tokenIn(answer.text)).toBe(token)
    }
    const last = await send(wrongCode(instance, secret))
    expect([last.status, last.text]).toEqual([410, expect.stringContaining('begin again')])
    const late = await send(codeOf(instance, secret))
    expect([late.status, late.headers.getSetCookie()]).toEqual([410, []])
  })

  test('many codes at once are not more tries', async () => {
    const { email, secret } = await guarded(instance)
    const page = await passwordStep(instance, email)
    const codes = Array.from({ length: 12 }, () => wrongCode(instance, secret))
    const answers = await Promise.all(
      codes.map((code) => formBrowser(instance).post('/account/sign-in/code', { token: page, code })),
    )
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThan(5)
    expect(answers.every(({ status }) => status === 401 || status === 410)).toBe(true)
  })

  test('the step between ends after ten minutes, works once, and is of no other use', async () => {
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

  test('the step between ends with the password that it began with', async () => {
    const { email, secret, call } = await guarded(instance)
    const browser = await asked(instance, email)
    const changed = await call('PUT /user/password', { body: { password, new_password: 'another fine one' } })
    expect(changed.status).toBe(200)
    expect((await browser.send({ code: codeOf(instance, secret) })).status).toBe(410)
  })

  test('one account’s code does not open another', async () => {
    const [mine, theirs] = [await guarded(instance), await guarded(instance)]
    const browser = await asked(instance, theirs.email)
    expect((await browser.send({ code: codeOf(instance, mine.secret) })).status).toBe(401)
    expect((await browser.send({ code: mine.recoveryCodes[0] ?? '' })).status).toBe(401)
  })

  test('a new password over the mailbox is only the first factor', async () => {
    const { email, secret } = await guarded(instance)
    await formBrowser(instance).post('/account/forgot-password', { email })
    const browser = formBrowser(instance)
    await browser.open(addressIn(instance.messageTo(email)))
    const answer = await browser.send({ password: 'another fine one' })
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Enter your code')])
    expect([...browser.cookies]).toEqual([])
    expect((await browser.send({ code: codeOf(instance, secret) })).status).toBe(303)
  })

  test('an address of a reset ends when the password is changed in another way', async () => {
    const account = await instance.account()
    await formBrowser(instance).post('/account/forgot-password', { email: account.email })
    const address = addressIn(instance.messageTo(account.email))
    const { call } = await signIn(instance, account)
    await call('PUT /user/password', { body: { password, new_password: 'another fine one' } })
    expect((await formBrowser(instance).open(address)).status).toBe(410)
  })

  describe('in the API', () => {
    const enter = (body: Record<string, string>) => instance.ask('POST /api/session', { body })

    test('names the code in the details of 401 wrong_password, without it and with a wrong one', async () => {
      const { email, secret } = await guarded(instance)
      for (const body of [{}, { code: wrongCode(instance, secret) }, { code: '' }, { code: 'nonsense' }]) {
        const answer = await enter({ email, password, ...(body as { code: string }) })
        expect([answer.status, answer.body.error.code]).toEqual([401, 'wrong_password'])
        expect(answer.body.error.details).toEqual([{ path: 'code', message: expect.any(String) }])
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    })

    test('takes it with the password, once', async () => {
      const { email, secret } = await guarded(instance)
      const code = codeOf(instance, secret)
      const answer = await enter({ email, password, code })
      expect([answer.status, answer.body.data?.email]).toEqual([200, email])
      expect(answer.headers.getSetCookie()).toHaveLength(2)
      expect((await enter({ email, password, code })).status).toBe(401)
    })

    test('does not tell that there is one to who has not the password', async () => {
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
