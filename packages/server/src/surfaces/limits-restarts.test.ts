// Request limits hold across restarts of every kind, and outlast no clock that was set.
import { afterEach, describe, expect, test } from 'bun:test'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { engines, type FreshDatabase, freshDatabase } from '../../../../test/databases.ts'
import {
  type Answer,
  type Instance,
  onEachEngine,
  startInstance,
  startOn,
} from '../../../../test/instance.ts'
import { endAll, newKey, type ServerProcess, serve } from '../../../../test/program.ts'

afterEach(endAll)

const statuses = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** The same request so many times at once. */
function burst(requests: number, ask: () => Promise<Response>): Promise<Response[]> {
  return Promise.all(Array.from({ length: requests }, ask))
}

const withKey = (server: ServerProcess, key: string) => () =>
  fetch(`${server.url}/v2/user`, { headers: { authorization: `Bearer ${key}` } })

/** Runs a server, does something with it, and ends it with the signal. */
async function during<T>(
  settings: Record<string, string | undefined>,
  signal: NodeJS.Signals,
  work: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await serve(settings)
  const result = await work(server)
  await server.end(signal)
  return result
}

describe.each([...engines])('on %s', (engine) => {
  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'the 38 requests of a minute are 38 however often the server is ended by %s meanwhile',
    async (signal) => {
      const { env, remove } = await freshDatabase(engine)
      const key = await newKey(env)
      let admitted = 0
      for (const requests of [5, 20, 30, 30])
        admitted += await during(env, signal, async (server) =>
          statuses(await burst(requests, withKey(server, key)), 200),
        )
      expect(admitted).toBe(38)
      await remove()
    },
  )

  test('a large limit is as large across a killed server', async () => {
    const { env, remove } = await freshDatabase(engine)
    const plans = join(env.DATA_DIR, 'plans.json')
    writeFileSync(plans, '{"unlimited": {"requests_per_minute": 1000}}')
    const key = await newKey(env)
    let admitted = 0
    for (const requests of [700, 400])
      admitted += await during({ ...env, PLANS_FILE: plans }, 'SIGKILL', async (server) =>
        statuses(await burst(requests, withKey(server, key)), 200),
      )
    expect(admitted).toBe(1000)
    await remove()
  })

  test('an address has its requests, and its tries of a password, across a killed server', async () => {
    const { env, remove } = await freshDatabase(engine)
    const key = await newKey(env)
    const settings = { ...env, ANONYMOUS_REQUESTS_PER_MINUTE: '20' }
    const anonymous = (server: ServerProcess) => () => fetch(`${server.url}/v2/user`)
    const wrongTry = (server: ServerProcess) => () =>
      fetch(`${server.url}/locked`, { method: 'POST', body: new URLSearchParams({ password: 'wrong' }) })
    const rightTry = (server: ServerProcess) =>
      fetch(`${server.url}/locked`, {
        method: 'POST',
        body: new URLSearchParams({ password: 'right' }),
        redirect: 'manual',
      })
    const [requests, tries] = await during(settings, 'SIGKILL', async (server) => {
      const made = await fetch(`${server.url}/v2/links`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"long_url": "https://example.com/", "custom_slug": "locked", "password": "right"}',
      })
      expect(made.status).toBe(200)
      // A right try is given back, and does not count after the restart either.
      expect((await rightTry(server)).status).toBe(303)
      return [await burst(15, anonymous(server)), await burst(6, wrongTry(server))]
    })
    expect([statuses(requests, 401), statuses(tries, 401)]).toEqual([15, 6])
    const [more, moreTries] = await during(settings, 'SIGKILL', async (server) => [
      await burst(15, anonymous(server)),
      await burst(6, wrongTry(server)),
    ])
    expect([statuses(more, 401), statuses(moreTries, 401)]).toEqual([5, 4])
    await remove()
  })

  test('who waits as long as it was told is admitted, also by the next process', async () => {
    const first = await startInstance(engine)
    const account = await first.account({ plan: 'unlimited' })
    const ask = (instance: Instance): Promise<Answer> =>
      instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${account.key}` } })
    for (let request = 0; request < 20; request++) await ask(first)
    await first.clock.advance(20_000)
    for (let request = 0; request < 18; request++) await ask(first)
    const wait = Number((await ask(first)).headers.get('retry-after'))
    expect(wait).toBeWithin(39, 41)
    await first.stop()
    const second = await startOn(first.database, engine, {}, first.clock)
    expect((await ask(second)).status).toBe(429)
    await second.clock.advance(wait * 1000 - 2000)
    expect((await ask(second)).status).toBe(429)
    // Two processes may read the machine's clock a hundredth of a second apart.
    await second.clock.advance(2020)
    expect((await ask(second)).status).toBe(200)
    await second.clock.advance(5000)
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(second)))
    expect(statuses(answers, 200)).toBe(19)
    await second.stop()
    await first.database.remove()
  })
})

onEachEngine('when the time is set', (instance) => {
  const hour = 3_600_000

  test.each([
    ['forward', hour],
    ['back', -hour],
  ])('an hour %s, nobody is admitted more often, nor refused for more than a minute', async (_way, by) => {
    const account = await instance.account({ plan: 'unlimited' })
    const admitted = async (requests: number) =>
      statuses(await Promise.all(Array.from({ length: requests }, () => account.call('GET /user'))), 200)
    expect(await admitted(30)).toBe(30)
    instance.clock.move(by)
    expect(await admitted(30)).toBe(8)
    instance.clock.move(-by)
    expect(await admitted(10)).toBe(0)
    await instance.clock.advance(61_000)
    expect(await admitted(50)).toBe(38)
  })
})

describe('the file of admissions', () => {
  const admittedAfter = async (change: (file: string) => void): Promise<number> => {
    const database: FreshDatabase = await freshDatabase('sqlite')
    const key = await newKey(database.env)
    await during(database.env, 'SIGKILL', (server) => burst(38, withKey(server, key)))
    change(join(database.env.DATA_DIR, 'admissions'))
    const admitted = await during(database.env, 'SIGTERM', async (server) =>
      statuses(await burst(10, withKey(server, key)), 200),
    )
    await database.remove()
    return admitted
  }

  test('of another start of the machine counts as if it were of just now', async () => {
    const otherBoot = (file: string) => {
      const content = readFileSync(file)
      content.write(crypto.randomUUID(), 4, 'latin1')
      writeFileSync(file, content)
    }
    expect(await admittedAfter(otherBoot)).toBe(0)
  })

  test('that is damaged keeps no server from starting', async () => {
    expect(await admittedAfter((file) => truncateSync(file, 1001))).toBe(10)
    expect(await admittedAfter((file) => writeFileSync(file, ''))).toBe(10)
  })

  test('grows with the traffic: a thousand addresses are as well remembered as one', async () => {
    const database = await freshDatabase('sqlite')
    const settings = { ...database.env, ANONYMOUS_REQUESTS_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1,::1' }
    const addresses = Array.from({ length: 20_000 }, (_, index) => `10.${index >> 8}.${index & 255}.7`)
    const crowd = (server: ServerProcess) => async () => {
      const left = addresses.slice()
      let admitted = 0
      const person = async () => {
        for (let address = left.pop(); address; address = left.pop()) {
          const { status } = await fetch(`${server.url}/v2/user`, { headers: { 'x-forwarded-for': address } })
          if (status === 401) admitted++
        }
      }
      await Promise.all(Array.from({ length: 16 }, person))
      return admitted
    }
    expect(await during(settings, 'SIGKILL', (server) => crowd(server)())).toBe(addresses.length)
    expect(await during(settings, 'SIGKILL', (server) => crowd(server)())).toBe(0)
    await database.remove()
  })
})
