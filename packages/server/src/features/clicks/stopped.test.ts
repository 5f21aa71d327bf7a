// A server that is told to stop in the middle of its work: every answered click counts exactly once.
import { afterEach, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { engines, type FreshDatabase, freshDatabase } from '../../../../../test/databases.ts'
import { endAll, newKey, type ServerProcess, serve } from '../../../../../test/program.ts'
import { sendCrowd } from '../../../../../test/visitors.ts'

const code = 'counted'

/** The API as its owner asks it. */
async function call(server: ServerProcess, key: string, path: string, body?: object) {
  const answer = await fetch(`${server.url}/v2${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const { data } = (await answer.json()) as { data: Record<string, unknown> }
  expect(answer.status).toBe(200)
  return data
}

const sum = (entries: unknown) =>
  (entries as { clicks: number }[]).reduce((total, { clicks }) => total + clicks, 0)

/** The lifetime count, after making sure that every other number agrees with it. */
async function countedClicks(server: ServerProcess, key: string): Promise<number> {
  const clicks = (await call(server, key, `/links/${code}/stats/lifetime`)).clicks as number
  const account = await call(server, key, '/stats?additional=true')
  const numbers = {
    record: (await call(server, key, `/links/${code}`)).clicks,
    days: sum(await call(server, key, `/links/${code}/stats`)),
    account: account.clicks,
    accountLinks: sum(account.links),
    browsers: sum(account.browsers),
    linkBrowsers: sum((await call(server, key, `/links/${code}/stats/breakdown`)).browsers),
  }
  for (const [name, number] of Object.entries(numbers)) expect([name, number]).toEqual([name, clicks])
  return clicks
}

async function startWithLink(database: FreshDatabase): Promise<{ server: ServerProcess; key: string }> {
  const server = await serve(database.env)
  const key = await newKey(database.env)
  await call(server, key, '/links', { long_url: 'https://example.com/', custom_slug: code })
  return { server, key }
}

afterEach(endAll)

describe.each([...engines])('on %s', (engine) => {
  test('told to stop under load, it ends with code 0 and has lost nothing', async () => {
    const database = await freshDatabase(engine)
    let { server, key } = await startWithLink(database)
    let answered = 0
    let sent = 0
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const crowd = sendCrowd(`${server.url}/${code}`, 16)
      await crowd.until(200)
      expect(await server.end(signal)).toBe(0)
      await crowd.over
      answered += crowd.answered
      sent += crowd.sent
      expect(await server.log).toBe('')
      server = await serve(database.env)
    }
    const counted = await countedClicks(server, key)
    expect(counted).toBeGreaterThanOrEqual(answered)
    expect(counted).toBeLessThanOrEqual(sent)
    expect(await server.end('SIGTERM')).toBe(0)
    await database.remove()
  }, 60_000)

  test('when its folder is deleted it redirects, says that it cannot count, and ends when it is told', async () => {
    const database = await freshDatabase(engine)
    const { server, key } = await startWithLink(database)
    rmSync(database.env.DATA_DIR, { recursive: true })
    const visit = await fetch(`${server.url}/${code}`, { redirect: 'manual' })
    expect(visit.status).toBe(302)
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`${server.url}/v2/links/${code}/stats/lifetime`, { headers })
    expect(answer.status).toBe(503)
    expect(await server.end('SIGTERM')).toBe(1)
    expect(await server.log).toContain('could not be counted')
    await database.remove()
  })
})
