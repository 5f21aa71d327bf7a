// A full disk: writes are refused, redirects go on, clicks are kept while there is a reserve, and all comes back.
import { afterEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { browser } from '../../../test/instance.ts'
import { endAll, linnet, newKey, onlyLine, type ServerProcess, serve } from '../../../test/program.ts'
import { roomyPlans } from '../../../test/roomy-plans.ts'
import { disks, type SmallDisk } from '../../../test/small-disk.ts'

afterEach(endAll)

if (Object.keys(disks).length === 0)
  test('cannot be made on this machine: it has neither namespaces nor prlimit, so nothing is tested', () => {})

interface Tried {
  settings: Record<string, string>
  place: { program: string }
  start(): Promise<ServerProcess>
  /** Visits a link as often, 32 visitors at a time, each with a user agent that fills the journal; all are redirected. */
  visit(server: ServerProcess, times: number, code?: string): Promise<void>
  api(server: ServerProcess, path: string, body?: object): Promise<Response>
}

async function onDisk(disk: SmallDisk, use: (tried: Tried) => Promise<void>): Promise<void> {
  const settings = { DATA_DIR: disk.folder, PLANS_FILE: roomyPlans(), LOG_LEVEL: 'silent' }
  const place = { program: disk.program }
  let key = ''
  let sent = 0
  const api: Tried['api'] = (server, path, body) =>
    fetch(`${server.url}/v2${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
  try {
    const server = await serve(settings, place)
    key = await newKey(settings, undefined, place)
    for (const custom_slug of ['full', 'other'])
      expect((await api(server, '/links', { long_url: 'https://example.com/', custom_slug })).status).toBe(
        200,
      )
    await server.end('SIGTERM')
    await use({
      settings,
      place,
      api,
      start: () => serve(settings, place),
      async visit(server, times, code = 'full') {
        let left = times
        const person = async () => {
          while (left-- > 0) {
            const headers = { 'user-agent': `${browser} ${String(sent++).padEnd(500, 'x')}` }
            const answer = await fetch(`${server.url}/${code}`, { redirect: 'manual', headers })
            expect(answer.status).toBe(302)
          }
        }
        await Promise.all(Array.from({ length: 32 }, person))
      },
    })
  } finally {
    await endAll()
    await disk.remove()
  }
}

async function uncounted(server: ServerProcess): Promise<number> {
  const health = (await (await fetch(`${server.url}/healthz`)).json()) as { uncounted_clicks: number }
  return health.uncounted_clicks
}

/**
 * Expects exactly so many clicks of the link, once they can be counted again: behind more than ten thousand, an answer
 * does not wait for the last of them.
 */
async function expectClicks(
  { api }: Tried,
  server: ServerProcess,
  clicks: number,
  code = 'full',
): Promise<void> {
  const giveUp = Date.now() + 20_000
  for (;;) {
    const answer = await api(server, `/links/${code}/stats/lifetime`)
    const { data } = (await answer.json()) as { data?: { clicks: number } }
    expect(answer.status).toBe(data ? 200 : 503)
    if (data && data.clicks >= clicks) return expect(data.clicks).toBe(clicks)
    expect(Date.now(), `${data?.clicks ?? 'no'} clicks of ${clicks} are counted`).toBeLessThan(giveUp)
  }
}

const link = { long_url: `https://example.com/${'a'.repeat(2000)}` }

/** Creates links until there is no room for one more: what SQLite's log has in store is used up first. */
async function createUntilRefused({ api }: Tried, server: ServerProcess): Promise<Response> {
  for (let tries = 0; tries < 1000; tries++) {
    const answer = await api(server, '/links', link)
    if (answer.status !== 200) return answer
  }
  throw new Error('the disk is not full')
}

// Two segments of the journal have room for some 14,000 clicks of these visitors.
const pastTheReserve = 16_000

for (const [kind, make] of Object.entries(disks)) {
  describe(`a full disk (${kind})`, () => {
    test('refuses writes and stops no redirect; with room again, what was kept counts exactly once', async () => {
      const disk = await make()
      await onDisk(disk, async (tried) => {
        const { api, visit, settings, place } = tried
        const server = await tried.start()
        await visit(server, 100)
        // Once something is counted, the reserve is there.
        await expectClicks(tried, server, 100)
        disk.fill()
        const refused = await createUntilRefused(tried, server)
        expect(refused.status).toBe(503)
        expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } })
        expect(refused.headers.get('retry-after')).toBe('5')
        // A link that nobody has asked for yet is read from the database.
        await visit(server, 10, 'other')
        await visit(server, 1000)
        expect(await uncounted(server)).toBe(0)
        await visit(server, pastTheReserve)
        const command = ['user', 'create', '--email', 'bea@example.com', '--password', 'p']
        expect(onlyLine(await linnet(command, settings, place))).toContain('DATA_DIR')
        // Until the last moment the writer finds no room.
        await visit(server, 1500)
        const lost = await uncounted(server)
        expect(lost).toBeGreaterThan(0)
        expect(lost).toBeLessThan(pastTheReserve / 2)

        disk.free()
        const hasReserve = () => readdirSync(join(disk.outside, 'journal', '0')).includes('spare')
        const giveUp = Date.now() + 20_000
        while (!hasReserve()) {
          expect(Date.now()).toBeLessThan(giveUp)
          await new Promise((resolve) => setImmediate(resolve))
        }
        await visit(server, 100)
        expect(await uncounted(server)).toBe(lost)
        await expectClicks(tried, server, 2700 + pastTheReserve - lost)
        await expectClicks(tried, server, 10, 'other')
        expect((await api(server, '/links', link)).status).toBe(200)
        expect(await server.end('SIGTERM')).toBe(0)
      })
    }, 60_000)

    test('leaves nothing of a backup that does not fit', async () => {
      const disk = await make()
      await onDisk(disk, async (tried) => {
        const { settings, place } = tried
        const server = await tried.start()
        await tried.visit(server, 1)
        // Once something is counted, the server has tidied up after the one before, and makes no more room.
        await expectClicks(tried, server, 1)
        disk.fill()
        const copy = join(disk.folder, 'copy.db')
        expect(onlyLine(await linnet(['backup', copy], settings, place))).toMatch(
          /copy\.db, and nothing of it is left/,
        )
        expect(readdirSync(disk.outside).filter((name) => name.startsWith('copy'))).toEqual([])
        disk.free()
        expect((await linnet(['backup', copy], settings, place)).status).toBe(0)
      })
    }, 60_000)

    test('refuses a first start in one line, and with room again it starts', async () => {
      const disk = await make()
      try {
        const settings = { DATA_DIR: disk.folder, LOG_LEVEL: 'silent', PORT: '29998' }
        const place = { program: disk.program }
        disk.fill()
        expect(onlyLine(await linnet(['serve'], settings, place))).toContain(`DATA_DIR ${disk.folder}`)
        disk.free()
        const server = await serve({ ...settings, PORT: undefined }, place)
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      } finally {
        await endAll()
        await disk.remove()
      }
    }, 60_000)
  })
}

const { 'a small disk': smallDisk } = disks
if (smallDisk)
  test('a server that is killed on a full disk comes back there, redirects, and counts what was kept', async () => {
    const disk = await smallDisk()
    await onDisk(disk, async (tried) => {
      const first = await tried.start()
      await expectClicks(tried, first, 0)
      disk.fill()
      await createUntilRefused(tried, first)
      await tried.visit(first, pastTheReserve)
      const lost = await uncounted(first)
      await first.end('SIGKILL')

      const second = await tried.start()
      await tried.visit(second, 50)
      const lostMore = await uncounted(second)
      expect(lostMore).toBe(50)
      disk.free()
      await expectClicks(tried, second, pastTheReserve - lost)
      await tried.visit(second, 50)
      await expectClicks(tried, second, pastTheReserve - lost + 50)
    })
  }, 60_000)
