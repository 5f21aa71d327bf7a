// Several workers: processes that share a port and behave like one server, even if one dies or stops.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { roomyPlans } from '../../../../test/accounts/roomy-plans.ts'
import { linnetHere } from '../../../../test/commands.ts'
import { type FreshDatabase, freshDatabase, migratedDatabase } from '../../../../test/databases.ts'
import { startOn } from '../../../../test/instance.ts'
import { freePort } from '../../../../test/machine/free-port.ts'
import { endAll, linnet, onlyLine, type ServerProcess } from '../../../../test/machine/program.ts'
import { isRunning, startTwoWorkers, visit, workersOf } from '../../../../test/servers/two-workers.ts'
import { until } from '../../../../test/timeouts.ts'

/** How many visits were answered with the redirect. */
async function visits(server: ServerProcess, times: number): Promise<number> {
  let redirected = 0
  for (let time = 0; time < times; time++)
    if ((await visit(server, 'shared').catch(() => 0)) === 302) redirected++
  return redirected
}

describe('WORKERS=2 on PostgreSQL', () => {
  let shared: Awaited<ReturnType<typeof startTwoWorkers>> & { database: FreshDatabase }

  beforeAll(async () => {
    const database = await migratedDatabase('postgres')
    shared = { database, ...(await startTwoWorkers(database)) }
  })
  afterAll(async () => {
    await endAll()
    await shared.database.remove()
  })

  test('both answer on one port, and one of them prints the welcome', async () => {
    expect(workersOf(shared.server)).toHaveLength(2)
    expect(shared.server.welcome.match(/Linnet is running/g)).toHaveLength(1)
  })

  test('a click that one of them answers is at once in the statistics from the other', async () => {
    const { server, counted } = shared
    const before = await counted()
    // The system gives each connection to one of them, so over this many rounds, some go to different ones.
    for (let round = 1; round <= 40; round++) {
      expect(await visit(server, 'shared')).toBe(302)
      expect(await counted()).toBe(before + round)
    }
  })

  test('one that hangs does not block the statistics of the other', async () => {
    const { server, counted } = shared
    const before = await counted()
    const [, second] = workersOf(server) as [number, number]
    process.kill(second, 'SIGSTOP')
    // Connections that the system gives to the suspended worker aren't answered, so another one is tried.
    const answered = async <T>(ask: () => Promise<T>): Promise<T> => {
      for (;;) {
        const answer = await Promise.race([ask().catch(() => null), Bun.sleep(3000).then(() => null)])
        if (answer !== null) return answer
      }
    }
    expect(await answered(() => counted())).toBe(before)
    process.kill(second, 'SIGCONT')
    expect(await visit(server, 'shared')).toBe(302)
    expect(await answered(() => counted())).toBe(before + 1)
  })

  test('a killed worker is restarted, and the clicks it had answered are counted', async () => {
    const { server, counted } = shared
    const earlier = await counted()
    const before = await visits(server, 40)
    expect(before).toBe(40)
    const [first, second] = workersOf(server) as [number, number]
    process.kill(second, 'SIGKILL')
    await until('the worker has ended', () => !isRunning(second))
    // The remaining one has the port to itself.
    const between = await visits(server, 20)
    expect(between).toBeGreaterThan(0)
    await until('there are two workers again', () => workersOf(server).length === 2)
    expect(workersOf(server)).toContain(first)
    // Either worker may answer; once the sum is complete, the leftovers are counted.
    const sum = earlier + before + between
    await until('every click is counted', async () => (await counted()) === sum)
  })

  test('a port in use is reported in one line, even by a server with several workers', async () => {
    const { database, server } = shared
    const settings = { ...database.env, WORKERS: '2', PORT: String(server.port) }
    expect(onlyLine(await linnet(['serve'], settings))).toContain(`PORT ${server.port} is in use`)
    expect(await visits(server, 5)).toBe(5)
  })

  test('when the server is stopped, both stop, and all clicks of both are counted', async () => {
    const { database, server, counted } = shared
    const before = await counted()
    expect(await visits(server, 60)).toBe(60)
    const workers = workersOf(server)
    expect(workers).toHaveLength(2)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(workers.filter(isRunning)).toEqual([])
    const next = await startOn(database, 'postgres', { PLANS_FILE: roomyPlans() })
    expect(await counted(next.url)).toBe(before + 60)
    await next.stop()
  })

  test('when their supervisor is killed, they finish and exit by themselves', async () => {
    const database = await migratedDatabase('postgres')
    const { server } = await startTwoWorkers(database)
    const workers = workersOf(server)
    expect(await server.end('SIGKILL')).toBeNull()
    await until('both workers have ended', () => !workers.some(isRunning))
    await database.remove()
  })

  test('an invalid HOST is reported in one line', async () => {
    const { env, remove } = await freshDatabase('postgres')
    const settings = { ...env, WORKERS: '2', HOST: 'not-a-host.invalid', PORT: String(await freePort()) }
    expect(onlyLine(await linnet(['serve'], settings))).toContain(
      'HOST not-a-host.invalid is neither an IP address',
    )
    await remove()
  })

  test('an unusable database is reported in one line', async () => {
    const { env, remove } = await freshDatabase('sqlite')
    const nobody = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`
    const line = onlyLine(await linnet(['serve'], { ...env, WORKERS: '2', DATABASE_URL: nobody }))
    expect(line).toStartWith("linnet: PostgreSQL at DATABASE_URL can't be used")
    await remove()
  })
})

test('more than one worker on SQLite is refused in one line, before anything is created', async () => {
  const { env, remove } = await freshDatabase('sqlite')
  const line = onlyLine(await linnetHere(['serve'], { ...env, WORKERS: '2' }))
  expect(line).toBe(
    'linnet: WORKERS 2 needs PostgreSQL: set DATABASE_URL. With SQLite, leave WORKERS out, because only one process can use it',
  )
  await remove()
})

test('the worker command is refused unless its server starts it', async () => {
  const { env, remove } = await freshDatabase('sqlite')
  expect(onlyLine(await linnet(['worker', '0'], env))).toContain('run linnet serve and set WORKERS')
  await remove()
})
