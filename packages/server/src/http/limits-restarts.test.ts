// Request limits hold across restarts of every kind, and do not last longer if the clock is changed.
import { afterEach, describe, expect, test } from 'bun:test'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandsOn } from '../../../../test/commands.ts'
import { engines, migratedDatabase } from '../../../../test/databases.ts'
import {
  type Answer,
  type Instance,
  onEachEngine,
  startInstance,
  startOn,
} from '../../../../test/instance.ts'
import { endAll, newKey, type ServerProcess, serve } from '../../../../test/machine/program.ts'

afterEach(endAll)

const statuses = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** Sends the same request this many times at once. */
function burst(requests: number, ask: () => Promise<Response>): Promise<Response[]> {
  return Promise.all(Array.from({ length: requests }, ask))
}

type Server = Pick<ServerProcess, 'url'>

const withKey = (server: Server, key: string) => () =>
  fetch(`${server.url}/v2/user`, { headers: { authorization: `Bearer ${key}` } })

describe.each([...engines])('on %s', (engine) => {
  test('the limits of a key, an anonymous caller and a password guesser hold while the server is killed, and then stopped', async () => {
    const database = await migratedDatabase(engine)
    const { env, remove } = database
    const plans = { unlimited: { requests_per_minute: 38 }, large: { requests_per_minute: 1000 } }
    const settings = {
      ...env,
      PLANS_FILE: join(env.DATA_DIR, 'small-plans.json'),
      ANONYMOUS_REQUESTS_PER_MINUTE: '20',
    }
    writeFileSync(settings.PLANS_FILE, JSON.stringify(plans))
    const small = await newKey(settings)
    const large = await newKey(settings, 'bea@example.com')
    await commandsOn(settings, ['user', 'set-plan', '--email', 'bea@example.com', '--plan', 'large'])
    const anonymous = (server: Server) => () => fetch(`${server.url}/v2/user`)
    const tryWith = (server: Server, password: string) => () =>
      fetch(`${server.url}/locked`, {
        method: 'POST',
        body: new URLSearchParams({ password }),
        redirect: 'manual',
      })

    const first = await serve(settings)
    const made = await fetch(`${first.url}/v2/links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${small}`, 'content-type': 'application/json' },
      body: '{"long_url": "https://example.com/", "custom_slug": "locked", "password": "right"}',
    })
    expect(made.status).toBe(200)
    expect(statuses(await burst(14, withKey(first, small)), 200)).toBe(14)
    expect(statuses(await burst(700, withKey(first, large)), 200)).toBe(700)
    expect(statuses(await burst(15, anonymous(first)), 401)).toBe(15)
    // The try of a correct password is given back, and does not count after the restart either.
    expect((await tryWith(first, 'right')()).status).toBe(303)
    expect(statuses(await burst(6, tryWith(first, 'wrong')), 401)).toBe(6)
    await first.end('SIGKILL')

    // Only the server that is killed has to be a separate process.
    const second = await startOn(database, engine, settings)
    expect(statuses(await burst(15, withKey(second, small)), 200)).toBe(15)
    expect(statuses(await burst(400, withKey(second, large)), 200)).toBe(300)
    expect(statuses(await burst(15, anonymous(second)), 401)).toBe(5)
    expect(statuses(await burst(6, tryWith(second, 'wrong')), 401)).toBe(4)
    await second.stop()

    const third = await startOn(database, engine, settings)
    expect(statuses(await burst(20, withKey(third, small)), 200)).toBe(8)
    for (const none of [withKey(third, large), anonymous(third), tryWith(third, 'wrong')])
      expect(statuses(await burst(5, none), 429)).toBe(5)
    await third.stop()
    await remove()
  })

  test('a caller that waits for Retry-After is admitted, also by the next process', async () => {
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
  ])('an hour %s, no caller is admitted more often, or refused for more than a minute', async (_way, by) => {
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
  test('from before a reboot counts as if it were current; a damaged one does not keep the server from starting', async () => {
    let instance = await startInstance('sqlite')
    const { database, clock } = instance
    const { key } = await instance.account({ plan: 'unlimited' })
    const admitted = async (requests: number) => {
      const headers = { authorization: `Bearer ${key}` }
      const ask = () => instance.ask('GET /v2/user', { headers })
      return statuses(await Promise.all(Array.from({ length: requests }, ask)), 200)
    }
    expect(await admitted(38)).toBe(38)
    const otherBoot = (file: string) => {
      const content = readFileSync(file)
      content.write(crypto.randomUUID(), 4, 'latin1')
      writeFileSync(file, content)
    }
    for (const [change, more] of [
      [otherBoot, 0],
      [(file: string) => truncateSync(file, 1001), 38],
      [(file: string) => writeFileSync(file, ''), 38],
    ] as const) {
      await instance.stop()
      change(join(database.env.DATA_DIR, 'admissions'))
      instance = await startOn(database, 'sqlite', {}, clock)
      expect(await admitted(40)).toBe(more)
    }
    await instance.stop()
    await database.remove()
  })
})
