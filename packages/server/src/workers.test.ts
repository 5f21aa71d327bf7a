// WORKERS: several processes that share a port, seen as one server, whichever of them dies or stops.
import { afterEach, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { type FreshDatabase, freshDatabase } from '../../../test/databases.ts'
import { freePort } from '../../../test/free-port.ts'
import { browser } from '../../../test/instance.ts'
import { endAll, linnet, newKey, onlyLine, type ServerProcess, serve } from '../../../test/program.ts'
import { roomyPlans } from '../../../test/roomy-plans.ts'
import { severable } from '../../../test/severable-postgres.ts'

afterEach(endAll)

/** The worker processes of a server, by the words that they were started with. */
function workersOf({ pid }: ServerProcess): number[] {
  return childrenOf(pid).filter((child) =>
    /\0worker\0\d+\0$/.test(readFileSync(`/proc/${child}/cmdline`, 'latin1')),
  )
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number)
}

const isRunning = (pid: number): boolean => {
  try {
    // A process that has ended, and whose parent is gone, may wait to be taken note of.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}

/** Resolves once it is so; the test's own deadline ends what never is. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(20)
}

/** Each over a connection of its own, so that the system gives it to any of the workers. */
async function visit(server: ServerProcess, code: string): Promise<number> {
  const headers = { 'user-agent': browser, connection: 'close' }
  return (await fetch(`${server.url}/${code}`, { redirect: 'manual', headers })).status
}

async function startTwo(database: FreshDatabase) {
  const server = await serve({ ...database.env, WORKERS: '2', PLANS_FILE: roomyPlans() })
  const key = await newKey(database.env)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ long_url: 'https://example.com/', custom_slug: 'shared' })
  expect((await fetch(`${server.url}/v2/links`, { method: 'POST', headers, body })).status).toBe(200)
  const counted = async (url = server.url): Promise<number> => {
    const answer = await fetch(`${url}/v2/links/shared/stats/lifetime`, {
      headers: { ...headers, connection: 'close' },
    })
    return ((await answer.json()) as { data: { clicks: number } }).data.clicks
  }
  return { server, counted }
}

/** How many visits were answered with the redirect. */
async function visits(server: ServerProcess, times: number): Promise<number> {
  let redirected = 0
  for (let time = 0; time < times; time++)
    if ((await visit(server, 'shared').catch(() => 0)) === 302) redirected++
  return redirected
}

describe('WORKERS=2 on PostgreSQL', () => {
  test('both answer at one port; told to stop, both stop, and every click of either is counted', async () => {
    const database = await freshDatabase('postgres')
    const { server, counted } = await startTwo(database)
    expect(workersOf(server)).toHaveLength(2)
    expect(server.welcome.match(/Linnet is running/g)).toHaveLength(1)
    expect(await visits(server, 60)).toBe(60)
    const workers = workersOf(server)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(workers.filter(isRunning)).toEqual([])
    const next = await serve(database.env)
    expect(await counted(next.url)).toBe(60)
    expect(await next.end('SIGTERM')).toBe(0)
    await database.remove()
  })

  test('a click that one of them answered is in the statistics that the other is asked for right after', async () => {
    const database = await freshDatabase('postgres')
    const { server, counted } = await startTwo(database)
    // The system gives each connection to either of them: of so many rounds, some go from one to the other.
    for (let round = 1; round <= 40; round++) {
      expect(await visit(server, 'shared')).toBe(302)
      expect(await counted()).toBe(round)
    }
    expect(await server.end('SIGTERM')).toBe(0)
    await database.remove()
  })

  test('one that hangs does not block the statistics of the other', async () => {
    const database = await freshDatabase('postgres')
    const { server, counted } = await startTwo(database)
    const [, second] = workersOf(server) as [number, number]
    process.kill(second, 'SIGSTOP')
    // Connections that the system gives to the one that stands still are not answered: another is tried.
    const answered = async <T>(ask: () => Promise<T>): Promise<T> => {
      for (;;) {
        const answer = await Promise.race([ask().catch(() => null), Bun.sleep(3000).then(() => null)])
        if (answer !== null) return answer
      }
    }
    expect(await answered(() => counted())).toBe(0)
    process.kill(second, 'SIGCONT')
    expect(await visit(server, 'shared')).toBe(302)
    expect(await answered(() => counted())).toBe(1)
    expect(await server.end('SIGTERM')).toBe(0)
    await database.remove()
  })

  test('a worker that is killed is started again, and counts what it had answered', async () => {
    const database = await freshDatabase('postgres')
    const { server, counted } = await startTwo(database)
    const before = await visits(server, 40)
    expect(before).toBe(40)
    const [first, second] = workersOf(server) as [number, number]
    process.kill(second, 'SIGKILL')
    await until(() => !isRunning(second))
    // The one that is left has the port to itself.
    const between = await visits(server, 20)
    expect(between).toBeGreaterThan(0)
    await until(() => workersOf(server).length === 2)
    expect(workersOf(server)).toContain(first)
    // Whichever of them is asked: it has counted what it had left when the sum is whole.
    for (let sum = -1; sum !== before + between; sum = await counted()) await Bun.sleep(50)
    expect(await server.end('SIGTERM')).toBe(0)
    await database.remove()
  })

  test('when the process that started them is killed, they finish and end by themselves', async () => {
    const database = await freshDatabase('postgres')
    const { server } = await startTwo(database)
    const workers = workersOf(server)
    expect(await server.end('SIGKILL')).toBeNull()
    await until(() => !workers.some(isRunning))
    await database.remove()
  })

  test('and they end though the database hangs, whose answers they wait for', async () => {
    const database = await severable(await freshDatabase('postgres'))
    const { server } = await startTwo(database)
    const workers = workersOf(server)
    database.hang()
    const asked = fetch(`${server.url}/not-remembered`).catch(() => null)
    expect(await server.end('SIGKILL')).toBeNull()
    await until(() => !workers.some(isRunning))
    await asked
    database.release()
    await database.remove()
  }, 40_000)

  test('a server that is told to stop while the database hangs ends all the same', async () => {
    const database = await severable(await freshDatabase('postgres'))
    const { server } = await startTwo(database)
    const workers = workersOf(server)
    database.hang()
    await server.end('SIGTERM')
    expect(workers.filter(isRunning)).toEqual([])
    database.release()
    await database.remove()
  }, 40_000)

  test('a port that is taken is told in one line, also by a server that shares it', async () => {
    const database = await freshDatabase('postgres')
    const { server } = await startTwo(database)
    const settings = { ...database.env, WORKERS: '2', PORT: String(server.port) }
    expect(onlyLine(await linnet(['serve'], settings))).toContain(`PORT ${server.port} is in use`)
    expect(await visits(server, 5)).toBe(5)
    expect(await server.end('SIGTERM')).toBe(0)
    await database.remove()
  })

  test('HOST that is no name is told in one line', async () => {
    const { env, remove } = await freshDatabase('postgres')
    const settings = { ...env, WORKERS: '2', HOST: 'not-a-host.invalid', PORT: String(await freePort()) }
    expect(onlyLine(await linnet(['serve'], settings))).toContain('HOST not-a-host.invalid is no address')
    await remove()
  })

  test('a database that cannot be used is told in one line', async () => {
    const { env, remove } = await freshDatabase('sqlite')
    const nobody = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`
    const line = onlyLine(await linnet(['serve'], { ...env, WORKERS: '2', DATABASE_URL: nobody }))
    expect(line).toStartWith("linnet: PostgreSQL at DATABASE_URL can't be used")
    await remove()
  })
})

test('more than one worker on SQLite is refused in one line, before anything is made', async () => {
  const { env, remove } = await freshDatabase('sqlite')
  const line = onlyLine(await linnet(['serve'], { ...env, WORKERS: '2' }))
  expect(line).toBe(
    'linnet: WORKERS 2 needs PostgreSQL: name it in DATABASE_URL, or leave WORKERS out, for SQLite is served by one process',
  )
  await remove()
})

test('a worker is started by its server and by nobody else', async () => {
  const { env, remove } = await freshDatabase('sqlite')
  expect(onlyLine(await linnet(['worker', '0'], env))).toContain('start linnet serve with WORKERS')
  await remove()
})
