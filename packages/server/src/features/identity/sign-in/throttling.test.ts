// Guessing passwords is slow for strangers, and never locks the owner out: neither at another address nor on a known device.
import { describe, expect, test } from 'bun:test'
import { password } from '../../../../../../test/accounts/sign-in.ts'
import { type FormBrowser, formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { type Answer, type Instance, onEachEngine } from '../../../../../../test/instance.ts'
import { until } from '../../../../../../test/timeouts.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

// The test acts as the proxy, so that each request can come from any address.
const behindProxy = { TRUST_PROXY: '127.0.0.1,::1' }

let places = 0
/** An address that no test has used before. */
const somewhere = () => `198.18.${places >> 8}.${places++ & 255}`

const tryFrom = (instance: Instance, address: string, email: string, pass: string, cookie = '') =>
  instance.ask('POST /api/session', {
    body: { email, password: pass },
    headers: { 'x-forwarded-for': address, cookie },
  })

const statuses = (answers: Answer[]) => Map.groupBy(answers, ({ status }) => status)

/** A browser at this address that was signed in to the account before. */
async function knownDevice(instance: Instance, address: string, email: string): Promise<FormBrowser> {
  const browser = formBrowser(instance, { 'x-forwarded-for': address })
  await browser.open('/account/sign-in')
  expect((await browser.send({ email, password })).status).toBe(303)
  await browser.post('/account/sign-out', {})
  return browser
}

/** Waits for audit log entries, which are written after the response. */
const soon = (holds: () => Promise<boolean>) => until('the entries are in the audit log', holds)

async function enters(browser: FormBrowser, email: string): Promise<void> {
  await browser.open('/account/sign-in')
  expect((await browser.send({ email, password })).status).toBe(303)
}

onEachEngine(
  'throttling',
  (instance) => {
    describe("a stranger's failures", () => {
      test("from one address don't lock the owner out, at another one or on a known device there", async () => {
        const { email } = await instance.account()
        const [home, stranger] = [somewhere(), somewhere()]
        const device = await knownDevice(instance, stranger, email)
        const tries = Array.from({ length: 20 }, (_, count) =>
          tryFrom(instance, stranger, email, `guess ${count}`),
        )
        const answers = statuses(await Promise.all(tries))
        expect(answers.get(401)).toHaveLength(10)
        expect(answers.get(429)).toHaveLength(10)
        expect((await tryFrom(instance, stranger, email, password)).status).toBe(429)
        expect((await tryFrom(instance, home, email, password)).status).toBe(200)
        await enters(device, email)
      })

      test("from a hundred addresses don't either", async () => {
        const { email } = await instance.account()
        const [home, cafe] = [somewhere(), somewhere()]
        const device = await knownDevice(instance, cafe, email)
        const addresses = [cafe, ...Array.from({ length: 99 }, somewhere)]
        const tries = addresses.map((address, count) => tryFrom(instance, address, email, `guess ${count}`))
        expect(statuses(await Promise.all(tries)).get(401)).toHaveLength(100)
        await enters(device, email)
        expect((await tryFrom(instance, home, email, password)).status).toBe(200)
      })

      test('with made-up or stolen device cookies count like any others', async () => {
        const { email } = await instance.account()
        const [owner, stranger] = [somewhere(), somewhere()]
        const other = (await instance.account()).email
        const othersDevice = (await knownDevice(instance, owner, other)).cookies.get('linnet_device')
        const cookies = Array.from({ length: 20 }, (_, count) => `linnet_device=made-up-${count}`)
        const answers = []
        for (const cookie of [`linnet_device=${othersDevice}`, ...cookies])
          answers.push(await tryFrom(instance, stranger, email, 'a wrong guess', cookie))
        expect(statuses(answers).get(401)).toHaveLength(10)
      })
    })

    test('a known device has a limit of its own: ten tries a minute', async () => {
      const { email } = await instance.account()
      const browser = await knownDevice(instance, somewhere(), email)
      const seen = []
      for (let count = 0; count < 12; count++)
        seen.push((await browser.post('/account/sign-in', { email, password: `guess ${count}` })).status)
      expect(seen).toEqual([...Array(10).fill(401), 429, 429])
      await instance.clock.advance(61_000)
      await enters(browser, email)
    })

    test('one address has thirty tries a minute across all accounts', async () => {
      const stranger = somewhere()
      const tries = Array.from({ length: 40 }, (_, count) =>
        tryFrom(instance, stranger, `sprayed${count}@example.com`, 'password1234'),
      )
      const answers = statuses(await Promise.all(tries))
      expect(answers.get(401)).toHaveLength(30)
      expect(answers.get(429)).toHaveLength(10)
    })

    test('the addresses of one IPv6 network count as one', async () => {
      const { email } = await instance.account()
      const tries = Array.from({ length: 15 }, (_, count) =>
        tryFrom(instance, `2001:db8:0:1::${count + 1}`, email, `guess ${count}`),
      )
      expect(statuses(await Promise.all(tries)).get(401)).toHaveLength(10)
      expect((await tryFrom(instance, '2001:db8:0:2::1', email, password)).status).toBe(200)
    })

    test("successful sign-ins don't count, so an office can share an address", async () => {
      const office = somewhere()
      const { email } = await instance.account()
      for (let count = 0; count < 35; count++)
        expect((await tryFrom(instance, office, email, password)).status).toBe(200)
    })

    test('the page refuses with 429 and says when to try again', async () => {
      const { email } = await instance.account()
      const browser = formBrowser(instance, { 'x-forwarded-for': somewhere() })
      await browser.open('/account/sign-in')
      for (let count = 0; count < 10; count++)
        await browser.post('/account/sign-in', { email, password: `guess ${count}` })
      const answer = await browser.post('/account/sign-in', { email, password })
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answer.text).toContain('Too many attempts')
    })

    test('failures are in the audit log: some of them, without any password', async () => {
      const { email } = await instance.account()
      const addresses = Array.from({ length: 12 }, somewhere)
      await Promise.all(addresses.map((address) => tryFrom(instance, address, email, 'guess of a stranger')))
      const home = formBrowser(instance, { 'x-forwarded-for': somewhere() })
      await enters(home, email)
      const lines = () =>
        home.call('GET /audit').then(({ body }) => body.data as { action: string; address: string }[])
      const failures = async () => (await lines()).filter(({ action }) => action === 'sign_in_failed')
      await soon(async () => (await failures()).length === 5)
      await Promise.all(addresses.map((address) => tryFrom(instance, address, email, 'guess of a stranger')))
      expect(await failures()).toHaveLength(5)
      for (const { address } of await failures()) expect(addresses).toContain(address)
      expect(JSON.stringify(await lines())).not.toContain('guess')
    })

    test('at most fifty failures a day are logged', async () => {
      const { email } = await instance.account()
      const home = formBrowser(instance, { 'x-forwarded-for': somewhere() })
      await enters(home, email)
      const failures = async () => {
        const { data } = (await home.call('GET /audit?limit=100')).body
        return data.filter(({ action }: { action: string }) => action === 'sign_in_failed').length
      }
      const fail = () => tryFrom(instance, somewhere(), email, 'guess of a stranger')
      const failFive = () => Promise.all([fail(), fail(), fail(), fail(), fail()])
      await failFive()
      await soon(async () => (await failures()) === 5)
      // As if this had gone on for eight more minutes.
      await ask(
        instance.database,
        `with recursive minutes(number) as (select 1 union all select number + 1 from minutes where number < 8)
          insert into audit_events (id, user_id, at, action, detail, address, user_agent)
            select audit_events.id || '.' || number, user_id, at, action, detail, audit_events.address, user_agent
              from minutes, audit_events, users
              where users.id = user_id and email = ? and action = 'sign_in_failed'`,
        [email],
      )
      for (const written of [50, 50]) {
        await instance.clock.advance(61_000)
        await failFive()
        await soon(async () => (await failures()) >= written)
      }
      await instance.clock.advance(61_000)
      await instance.clock.advance(86_400_000)
      await fail()
      // By then, entries of the last round would be there too.
      await soon(async () => (await failures()) > 50)
      expect(await failures()).toBe(51)
    })
  },
  behindProxy,
)

onEachEngine('a device cookie', (instance) => {
  test("doesn't grant access by itself", async () => {
    const { email } = await instance.account()
    const browser = await knownDevice(instance, somewhere(), email)
    expect([...browser.cookies.keys()]).toEqual(['linnet_device'])
    expect((await browser.call('GET /sessions')).status).toBe(401)
    expect((await browser.open('/account/sign-in')).status).toBe(200)
  })
})
