// The codes that users sign in with: which are right, that each works once, and that guessing is useless.
import { expect, test } from 'bun:test'
import { codeOf, enrol, wrongCode } from '../../../../../../test/accounts/second-factor.ts'
import { cookieOf, password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { type Account, type Answer, onEachEngine } from '../../../../../../test/instance.ts'

// Each try comes from a new address, because the limit per address has tests of its own.
onEachEngine(
  'the second factor',
  (instance) => {
    let addresses = 0
    const freshAddress = () => `10.${++addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`

    async function person() {
      const account = await instance.account()
      const { call } = await signIn(instance, account)
      const enrolled = await enrol(instance, call)
      // The code that confirmed the enrolment is used up.
      await instance.clock.advance(60_000)
      return { account, call, ...enrolled }
    }
    const ask = ({ email }: Account, code?: string) =>
      instance.ask('POST /api/session', {
        body: { email, password, code },
        headers: { 'x-forwarded-for': freshAddress() },
      })
    /** `in`, `wrong` or `wait`. */
    function outcomeOf(answer: Answer): string {
      if (answer.status === 200) return 'in'
      expect(answer.headers.get('set-cookie')).toBeNull()
      const { code } = answer.body.error
      if (answer.status === 401 && code === 'wrong_password') return 'wrong'
      if (answer.status === 429 && code === 'rate_limited') return 'wait'
      throw new Error(`neither in nor refused: ${answer.text}`)
    }
    const take = async (account: Account, code?: string) => outcomeOf(await ask(account, code))
    const times = (count: number, account: Account, code: string) =>
      Promise.all(Array.from({ length: count }, () => take(account, code)))
    const count = (outcomes: string[], wanted: string) => outcomes.filter((one) => one === wanted).length

    test('is required if one-time codes are on, and only then', async () => {
      const { account, secret } = await person()
      expect(await take(account)).toBe('wrong')
      expect(await take(account, codeOf(instance, secret))).toBe('in')
      expect(await take(await instance.account())).toBe('in')
    })

    test('the audit log shows which kind it was', async () => {
      const { account, secret, recoveryCodes } = await person()
      const ways: string[] = []
      for (const code of [codeOf(instance, secret), recoveryCodes[0] as string]) {
        const cookie = cookieOf(await ask(account, code))
        const { data } = (await instance.ask('GET /api/audit', { headers: { cookie } })).body
        ways.push(data.find(({ action }: { action: string }) => action === 'signed_in').detail.how)
      }
      expect(ways).toStrictEqual(['password and one-time code', 'password and recovery code'])
    })

    test('the codes of the current, previous and next step are right, others are wrong', async () => {
      for (const [steps, outcome] of [
        [-2, 'wrong'],
        [-1, 'in'],
        [0, 'in'],
        [1, 'in'],
        [2, 'wrong'],
      ] as const) {
        const { account, secret } = await person()
        expect([steps, await take(account, codeOf(instance, secret, steps))]).toStrictEqual([steps, outcome])
      }
    })

    test('a code works once, and no earlier code works afterwards', async () => {
      const { account, secret } = await person()
      const [before, code] = [codeOf(instance, secret, -1), codeOf(instance, secret)]
      expect(await take(account, code)).toBe('in')
      expect(await take(account, code)).toBe('wrong')
      expect(await take(account, before)).toBe('wrong')
      expect(await take(account, codeOf(instance, secret, 1))).toBe('in')
    })

    test('the code that turned one-time codes on is used up', async () => {
      const account = await instance.account()
      const { call } = await signIn(instance, account)
      const { secret } = await enrol(instance, call)
      expect(await take(account, codeOf(instance, secret))).toBe('wrong')
    })

    test('of ten concurrent sign-ins with one code, one succeeds', async () => {
      const { account, secret } = await person()
      expect(count(await times(10, account, codeOf(instance, secret)), 'in')).toBe(1)
    })

    test("another account's code is wrong", async () => {
      const [one, other] = [await person(), await person()]
      expect(await take(other.account, codeOf(instance, one.secret))).toBe('wrong')
      expect(await take(other.account, one.recoveryCodes[0] as string)).toBe('wrong')
    })

    test('a recovery code works once, however it is typed; the log shows how many are left', async () => {
      const { account, call, recoveryCodes } = await person()
      const [first = '', second = ''] = recoveryCodes
      expect(await take(account, first)).toBe('in')
      expect(await take(account, first)).toBe('wrong')
      const typed = ` ${second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `
      expect(await take(account, typed)).toBe('in')
      expect((await call('GET /second-factor')).body.data.recovery_codes_left).toBe(8)
      const used = (await call('GET /audit')).body.data.filter(
        ({ action }: { action: string }) => action === 'recovery_code_used',
      )
      expect(used.map(({ detail }: { detail: unknown }) => detail)).toStrictEqual([
        { left: '8' },
        { left: '9' },
      ])
    })

    test('of ten concurrent sign-ins with one recovery code, one succeeds', async () => {
      const { account, recoveryCodes } = await person()
      expect(count(await times(10, account, recoveryCodes[0] as string), 'in')).toBe(1)
    })

    test('a malformed code is wrong, not an error', async () => {
      const { account } = await person()
      for (const code of [' ', '------', '0', '🐦'.repeat(8), "' or 1=1", '9'.repeat(50)])
        expect(await take(account, code)).toBe('wrong')
    })

    test('after 20 failures in an hour, one-time codes are refused until the hour is over; recovery codes are not', async () => {
      const { account, call, secret, recoveryCodes } = await person()
      for (let count = 0; count < 20; count++)
        expect(await take(account, count % 2 ? 'not-a-code' : wrongCode(instance, secret))).toBe('wrong')
      const refused = await ask(account, codeOf(instance, secret))
      expect(outcomeOf(refused)).toBe('wait')
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(3600)
      // Further guesses add no log entries.
      expect(await take(account, 'not-a-code')).toBe('wrong')
      expect(await take(account, '000000')).toBe('wait')
      const failed = (await call('GET /audit?limit=100')).body.data.filter(
        ({ action }: { action: string }) => action === 'second_factor_failed',
      )
      expect(failed).toHaveLength(20)
      expect(failed[0].address).toStartWith('10.')
      expect(await take(account, recoveryCodes[0] as string)).toBe('in')
      await instance.clock.advance(seconds * 1000)
      expect(await take(account, codeOf(instance, secret))).toBe('in')
    })

    test('40 concurrent guesses get no more than 20 tries', async () => {
      const { account, secret } = await person()
      const code = wrongCode(instance, secret)
      // Through the pages: the passwords are checked first, so that all codes arrive at the same time.
      const browsers = Array.from({ length: 40 }, () =>
        formBrowser(instance, { 'x-forwarded-for': freshAddress() }),
      )
      await Promise.all(
        browsers.map((one) => one.post('/account/sign-in', { email: account.email, password })),
      )
      const answers = await Promise.all(browsers.map((one) => one.send({ code })))
      const statuses = answers.map(({ status }) => status)
      expect([401, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toStrictEqual(
        [20, 20],
      )
    })

    test("guesses at one account don't delay another", async () => {
      const [one, other] = [await person(), await person()]
      await times(21, one.account, wrongCode(instance, one.secret))
      expect(await take(other.account, codeOf(instance, other.secret))).toBe('in')
    })
  },
  { TRUST_PROXY: '127.0.0.0/8,::1' },
)
