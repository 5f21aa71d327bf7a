// Stops servers under load, and compares the answered visits with the counted ones.
import { expect } from 'bun:test'
import { type Engine, type FreshDatabase, migratedDatabase } from '../databases.ts'
import { sendCrowd } from '../visitors.ts'
import { newKey, type ServerProcess, serve } from './program.ts'

/** The code of the link that is visited. */
export const code = 'counted'

/** Calls the API as the owner of the link. */
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

/** Starts a server that has the link with that code. */
export async function startWithLink(
  database: FreshDatabase,
): Promise<{ server: ServerProcess; key: string }> {
  const server = await serve(database.env)
  const key = await newKey(database.env)
  await call(server, key, '/links', { long_url: 'https://example.com/', custom_slug: code })
  return { server, key }
}

/** Stops a server under load with each signal in turn, and compares the answered visits with the counted ones. */
export async function stoppedUnderLoad(engine: Engine, signals: NodeJS.Signals[]): Promise<void> {
  const database = await migratedDatabase(engine)
  let { server, key } = await startWithLink(database)
  let answered = 0
  let sent = 0
  for (const signal of signals) {
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
}
