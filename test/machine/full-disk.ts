// The program on a disk that fills up: steps and expectations shared by tests.
import { expect } from 'bun:test'
import { roomyPlans } from '../accounts/roomy-plans.ts'
import { browser } from '../instance.ts'
import { until } from '../timeouts.ts'
import { endAll, newKey, type ServerProcess, serve } from './program.ts'
import type { SmallDisk } from './small-disk.ts'

export interface FullDiskClient {
  settings: Record<string, string>
  place: { program: string }
  start(): Promise<ServerProcess>
  /** Visits a link this often with 32 visitors and long user agents, which fill the journal; expects redirects. */
  visit(server: ServerProcess, times: number, code?: string): Promise<void>
  api(server: ServerProcess, path: string, body?: object): Promise<Response>
}

export async function onDisk(disk: SmallDisk, use: (client: FullDiskClient) => Promise<void>): Promise<void> {
  const settings = { DATA_DIR: disk.folder, PLANS_FILE: roomyPlans(), LOG_LEVEL: 'silent' }
  const place = { program: disk.program }
  let key = ''
  let sent = 0
  const api: FullDiskClient['api'] = (server, path, body) =>
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

export async function uncounted(server: ServerProcess): Promise<number> {
  const health = (await (await fetch(`${server.url}/healthz`)).json()) as { uncounted_clicks: number }
  return health.uncounted_clicks
}

/**
 * Expects exactly this many clicks of the link, once clicks can be counted again. It polls, because with more than ten
 * thousand pending clicks an answer does not wait for the last of them.
 */
export async function expectClicks(
  { api }: FullDiskClient,
  server: ServerProcess,
  clicks: number,
  code = 'full',
): Promise<void> {
  let counted: number | undefined
  await until(
    () => `${clicks} clicks are counted, not ${counted}`,
    async () => {
      const answer = await api(server, `/links/${code}/stats/lifetime`)
      const { data } = (await answer.json()) as { data?: { clicks: number } }
      expect(answer.status).toBe(data ? 200 : 503)
      counted = data?.clicks
      return counted !== undefined && counted >= clicks
    },
  )
  expect(counted).toBe(clicks)
}

export const link = { long_url: `https://example.com/${'a'.repeat(2000)}` }

/** Creates links until the disk is full; the space already allocated to SQLite's log is used up first. */
export async function createUntilRefused({ api }: FullDiskClient, server: ServerProcess): Promise<Response> {
  for (let tries = 0; tries < 1000; tries++) {
    const answer = await api(server, '/links', link)
    if (answer.status !== 200) return answer
  }
  throw new Error('the disk is not full')
}

/**
 * Fills the disk after 100 clicks: a write is refused, saying when to try again, while 10 clicks on another link and 1000
 * more on this one are all kept.
 */
export async function fillAndVisit(
  client: FullDiskClient,
  server: ServerProcess,
  disk: SmallDisk,
): Promise<void> {
  const { visit } = client
  await visit(server, 100)
  // Once something is counted, the reserved space exists.
  await expectClicks(client, server, 100)
  disk.fill()
  const refused = await createUntilRefused(client, server)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } })
  expect(refused.headers.get('retry-after')).toBe('5')
  // A link that is not cached yet is read from the database.
  await visit(server, 10, 'other')
  await visit(server, 1000)
  expect(await uncounted(server)).toBe(0)
}
