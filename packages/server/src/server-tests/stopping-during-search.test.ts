// A server that is stopped while searches of several minutes are waiting: it exits in time, and nothing is lost.
import { afterEach, expect, test } from 'bun:test'
import { roomyPlans } from '../../../../test/accounts/roomy-plans.ts'
import { migratedDatabase } from '../../../../test/databases.ts'
import { startOn } from '../../../../test/instance.ts'
import { endAll, newKey, serve } from '../../../../test/machine/program.ts'

afterEach(endAll)

const links = 600

test('a server that is stopped while it searches exits with code 0 and has all links', async () => {
  const database = await migratedDatabase('sqlite')
  const settings = { ...database.env, PLANS_FILE: roomyPlans() }
  const server = await serve(settings)
  const key = await newKey(settings)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const search = ({ url }: { url: string }, term: string) =>
    fetch(`${url}/v2/links?search=${term}`, { headers }).then((answer) => answer.json())
  for (let bulk = 0; bulk < links / 100; bulk++) {
    const long = Array.from({ length: 100 }, (_, at) => ({
      long_url: `https://example.com/${bulk * 100 + at}/${'a'.repeat(8000)}`,
    }))
    const body = JSON.stringify({ links: long })
    const answer = await fetch(`${server.url}/v2/links/bulk`, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
  }
  const crowd = Array.from({ length: 200 }, (_, at) => search(server, 'a'.repeat(300 + at)))
  const cut = Promise.allSettled(crowd)
  await Promise.any(crowd)
  expect(await server.end('SIGTERM')).toBe(0)
  await cut
  expect(await server.log).toBe('')
  const next = await startOn(database, 'sqlite', settings)
  expect(await search(next, 'a'.repeat(50))).toMatchObject({ total: links })
  await next.stop()
  await database.remove()
})
