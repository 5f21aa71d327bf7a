// A blocked main thread: the click worker logs what it was doing, and metrics count it.
import { afterEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { oneEngine } from '../../../../test/command/one-engine.ts'
import { engines, type FreshDatabase, migratedDatabase } from '../../../../test/databases.ts'
import { startOn } from '../../../../test/instance.ts'
import { freePort } from '../../../../test/machine/free-port.ts'
import { newKey } from '../../../../test/machine/program.ts'
import { plainPng } from '../../../../test/pictures/pictures-of-modules.ts'
import { startLogoServer } from '../../../../test/pictures/qr.ts'
import type { Blocks } from '../../../../test/servers/blocking-server.ts'

const program = resolve(import.meta.dir, '../../../../test/servers/blocking-server.ts')
const blocked = 'the main thread is blocked: nothing is answered'

type Line = Record<string, string | number | null>

let running: Bun.Subprocess[] = []
const databases: FreshDatabase[] = []
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ exited }) => exited))
  running = []
  for (const database of databases.splice(0)) await database.remove()
})

async function startBlocking(
  database: FreshDatabase,
  where: Omit<Blocks, 'until'>,
  env: Record<string, string> = {},
) {
  const until = join(database.env.DATA_DIR, 'go-on')
  const blocks: Blocks = { ...where, until }
  const [port, metricsPort] = [await freePort(), await freePort()]
  const child = Bun.spawn([process.execPath, program, JSON.stringify(blocks)], {
    env: {
      PATH: process.env.PATH,
      ...database.env,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LOG_REQUESTS: 'true',
      ...env,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.push(child)
  const lines = linesOf(child.stderr)
  const { value } = await child.stdout.getReader().read()
  if (!value) throw new Error('the server did not start')
  return {
    url: `http://localhost:${port}`,
    child,
    /** Resolves once the watching thread runs: the click worker, which statistics wait for. */
    async watched(key: string): Promise<void> {
      const answer = await fetch(`http://localhost:${port}/v2/stats`, {
        headers: { authorization: `Bearer ${key}` },
      })
      if (answer.status !== 200) throw new Error(`the statistics were refused: ${await answer.text()}`)
    },
    /** Unblocks the thread. */
    goOn: () => writeFileSync(until, ''),
    /** The next line of the log that is about this event. */
    async line(event: string): Promise<Line> {
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error(`the server ended without saying "${event}"`)
        if (value.event === event) return value
      }
    },
    /** The rest of the log, once the server has exited. */
    async rest(): Promise<Line[]> {
      child.kill('SIGTERM')
      return await Array.fromAsync(lines)
    },
    async metric(name: string): Promise<number> {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
    },
  }
}

async function* linesOf(output: ReadableStream<Uint8Array>): AsyncGenerator<Line, void> {
  const decoder = new TextDecoder()
  let left = ''
  for await (const piece of output) {
    const lines = (left + decoder.decode(piece, { stream: true })).split('\n')
    left = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('{')) yield JSON.parse(line) as Line
  }
}

async function prepared(engine: (typeof engines)[number]) {
  const database = await migratedDatabase(engine)
  databases.push(database)
  return { database, key: await newKey(database.env) }
}

// The watchdog does not use the database.
describe.each(oneEngine)('a main thread that is blocked, on %s', (engine) => {
  test('is reported with the request while it is blocked, and counted; a suspended and resumed process is not', async () => {
    const { database, key } = await prepared(engine)
    const server = await startBlocking(database, { route: '/v2/links' })
    await server.watched(key)
    server.child.kill('SIGSTOP')
    await Bun.sleep(2500)
    server.child.kill('SIGCONT')
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    // The next report is about the request made here.
    const before = await server.metric('linnet_main_thread_stalls_total')
    const asked = fetch(`${server.url}/v2/links`, {
      headers: { authorization: `Bearer ${key}`, 'x-request-id': 'the-slow-one' },
    })
    const line = await server.line(blocked)
    server.goOn()
    expect(line).toMatchObject({ level: 'warn', job: null, state: 'running' })
    expect(`${line.last_begun}, ${line.begun_before}`).toContain('listLinks the-slow-one')
    expect(line.milliseconds).toBeGreaterThanOrEqual(1000)
    expect((await server.line('the main thread is responding again')).milliseconds).toBeGreaterThanOrEqual(
      1000,
    )
    expect((await asked).status).toBe(200)
    expect(await server.metric('linnet_main_thread_stalls_total')).toBeGreaterThan(before)
    expect(await server.metric('linnet_stalled_jobs_total')).toBe(0)
    const later = await server.rest()
    expect(later.map(({ event }) => event)).not.toContain(blocked)
  })
})

describe.each([...engines])('a main thread that is blocked by a job, on %s', (engine) => {
  test('abandons that job for good, even if it never recovers: the next start does not claim it again', async () => {
    const { database, key } = await prepared(engine)
    const logos = await startLogoServer()
    const logo = logos.put('/logo.png', plainPng(10, [255, 0, 0]))
    const env = { ALLOW_PRIVATE_TARGETS: 'true' }
    const server = await startBlocking(database, { logo: true }, env)
    await server.watched(key)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ logo })
    expect((await fetch(`${server.url}/v2/qr`, { method: 'PUT', headers, body })).status).toBe(200)
    const line = await server.line(blocked)
    expect(line.job).toStartWith('logo of account ')
    const given = await server.line('a job was abandoned because it blocked the main thread')
    expect(given.job).toBe(line.job as string)
    expect(JSON.stringify([line, given])).not.toContain('logo.png')
    server.child.kill('SIGKILL')
    await server.child.exited
    const next = await startOn(database, engine, env)
    const settings = await fetch(`${next.url}/v2/qr`, { headers })
    expect(await settings.json()).toMatchObject({ data: { logo, logo_status: 'failed' } })
    expect(logos.asked).toEqual(['/logo.png'])
    await next.stop()
    logos.stop()
  })
})
