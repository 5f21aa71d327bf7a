// The code that somebody signs in with: which fits, that it works once, and that guessing leads nowhere.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Refusal } from '@linnet/contract'
import { type Account, onEachEngine } from '../../../../../test/instance.ts'
import { codeOf, enrol, secondFactorsOf, wrongCode } from '../../../../../test/second-factor.ts'
import { signIn } from '../../../../../test/sign-in.ts'

onEachEngine('the second factor', (instance) => {
  let node: Awaited<ReturnType<typeof secondFactorsOf>>
  beforeAll(async () => {
    node = await secondFactorsOf(instance)
  })
  afterAll(() => node.close())

  const client = { address: '192.0.2.1', userAgent: 'test' }
  async function person() {
    const account = await instance.account()
    const { call } = await signIn(instance, account)
    const enrolled = await enrol(instance, call)
    // The code that confirmed is used up.
    await instance.clock.advance(60_000)
    return { account, call, ...enrolled }
  }
  async function take({ email }: Account, code: string) {
    return await node.factors.take(await node.userId(email), code, { client, now: instance.clock.now() })
  }
  async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
    const outcome = await work.catch((error: unknown) => error)
    if (!(outcome instanceof Refusal)) throw new Error(`it was not refused: ${String(outcome)}`)
    return outcome
  }

  test('is asked for where one-time codes are on, and nowhere else', async () => {
    const { account } = await person()
    const without = await instance.account()
    expect(await node.factors.required(await node.userId(account.email))).toBe(true)
    expect(await node.factors.required(await node.userId(without.email))).toBe(false)
    expect(await take(without, '123456')).toBeNull()
  })

  test('the code of now, of the step before and of the step after fit, others do not', async () => {
    for (const [steps, fits] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const) {
      const { account, secret } = await person()
      const taken = await take(account, codeOf(instance, secret, steps))
      expect([steps, taken]).toStrictEqual([steps, fits ? 'one-time code' : null])
    }
  })

  test('a code works once, and none from before it works afterwards', async () => {
    const { account, secret } = await person()
    const [before, code] = [codeOf(instance, secret, -1), codeOf(instance, secret)]
    expect(await take(account, code)).toBe('one-time code')
    expect(await take(account, code)).toBeNull()
    expect(await take(account, before)).toBeNull()
    expect(await take(account, codeOf(instance, secret, 1))).toBe('one-time code')
  })

  test('the code that turned one-time codes on is used up', async () => {
    const account = await instance.account()
    const { call } = await signIn(instance, account)
    const { secret } = await enrol(instance, call)
    expect(await take(account, codeOf(instance, secret))).toBeNull()
  })

  test('of ten that come with one code at once, one is let in', async () => {
    const { account, secret } = await person()
    const code = codeOf(instance, secret)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => take(account, code)))
    expect(outcomes.filter((outcome) => outcome === 'one-time code')).toHaveLength(1)
  })

  test("another account's code does not fit", async () => {
    const [one, other] = [await person(), await person()]
    expect(await take(other.account, codeOf(instance, one.secret))).toBeNull()
    expect(await take(other.account, one.recoveryCodes[0] as string)).toBeNull()
  })

  test('a recovery code works once, however it is typed; the log tells how many are left', async () => {
    const { account, call, recoveryCodes } = await person()
    const [first = '', second = ''] = recoveryCodes
    expect(await take(account, first)).toBe('recovery code')
    expect(await take(account, first)).toBeNull()
    const typed = ` ${second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `
    expect(await take(account, typed)).toBe('recovery code')
    expect((await call('GET /second-factor')).body.data.recovery_codes_left).toBe(8)
    const used = (await call('GET /audit')).body.data.filter(
      ({ action }: { action: string }) => action === 'recovery_code_used',
    )
    expect(used.map(({ detail }: { detail: unknown }) => detail)).toStrictEqual([
      { left: '8' },
      { left: '9' },
    ])
  })

  test('of ten that come with one recovery code at once, one is let in', async () => {
    const { account, recoveryCodes } = await person()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => take(account, recoveryCodes[0] as string)),
    )
    expect(outcomes.filter((outcome) => outcome === 'recovery code')).toHaveLength(1)
  })

  test('nonsense is wrong, not a fault', async () => {
    const { account } = await person()
    for (const code of ['', ' ', '------', '0', '\0', '🐦'.repeat(8), "' or 1=1", '9'.repeat(5000)])
      expect(await take(account, code)).toBeNull()
  })

  test('after 20 failures in an hour one-time codes wait until it is over, recovery codes do not', async () => {
    const { account, call, secret, recoveryCodes } = await person()
    for (let count = 0; count < 20; count++)
      expect(await take(account, count % 2 ? 'not-a-code' : wrongCode(instance, secret))).toBeNull()
    const refusal = await refusalOf(take(account, codeOf(instance, secret)))
    expect(refusal.code).toBe('rate_limited')
    expect(refusal.retryAfter).toBeGreaterThan(0)
    expect(refusal.retryAfter).toBeLessThanOrEqual(3600)
    // Guessing on writes no more lines.
    await take(account, 'not-a-code')
    await refusalOf(take(account, '000000'))
    const failed = (await call('GET /audit?limit=100')).body.data.filter(
      ({ action }: { action: string }) => action === 'second_factor_failed',
    )
    expect(failed).toHaveLength(20)
    expect(failed[0]).toMatchObject({ address: '192.0.2.1', user_agent: 'test' })
    expect(await take(account, recoveryCodes[0] as string)).toBe('recovery code')
    await instance.clock.advance((refusal.retryAfter ?? 0) * 1000)
    expect(await take(account, codeOf(instance, secret))).toBe('one-time code')
  })

  test('60 guesses at once are not more than 20', async () => {
    const { account, secret } = await person()
    const wrong = wrongCode(instance, secret)
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, () => take(account, wrong).catch((error: Refusal) => error.code)),
    )
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(20)
    expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(40)
  })

  test('one account that is guessed at holds up no other', async () => {
    const [one, other] = [await person(), await person()]
    for (let count = 0; count < 21; count++)
      await take(one.account, wrongCode(instance, one.secret)).catch(() => null)
    expect(await take(other.account, codeOf(instance, other.secret))).toBe('one-time code')
  })
})
