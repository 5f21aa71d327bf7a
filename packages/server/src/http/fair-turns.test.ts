// Fair scheduling: many requests of one account, with many keys, don't delay those of others. All are passed to the
// application at once, so that they queue there and not for sockets.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { password } from '../../../../test/accounts/sign-in.ts'
import { atFullCost } from '../../../../test/cheap-hashes.ts'
import { TestClock } from '../../../../test/clock.ts'
import { commandJson } from '../../../../test/commands.ts'
import { engines, type FreshDatabase, migratedDatabase } from '../../../../test/databases.ts'
import { readConfig } from '../config/config.ts'
import { createLog } from '../platform/observability/log.ts'
import { openServerProcess, type ServerProcess } from '../server-process.ts'

const keysOfCrowd = 20
const requestsOfEach = 12
// Hashed at full cost: more than twenty times as many as are hashed at once.
const passwordsOfCrowd = 48
const strangersOfCrowd = 600
const crowdSize = keysOfCrowd * requestsOfEach
// Without fair scheduling, a request would be answered after the whole burst. On a busy machine, the database may answer it
// slowly while the burst continues, hence the margin.
const mostOf = (crowd: number) => 0.8 * crowd

describe.each(engines)('while one account sends a burst of requests with many keys, on %s', (engine) => {
  let database: FreshDatabase
  let application: ServerProcess
  beforeAll(async () => {
    database = await migratedDatabase(engine)
    const config = readConfig({ LOG_LEVEL: 'error', ...database.env })
    application = await openServerProcess({ config, clock: new TestClock(), log: createLog('error') })
  })
  afterAll(async () => {
    await application.stop()
    await database.remove()
  })

  const send = async (path: string, headers: Record<string, string>, address: string, body?: object) =>
    await application.fetch(
      new Request(`http://localhost:3000${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body: body && JSON.stringify(body),
      }),
      { requestIP: () => ({ address }) },
    )
  const command = (...words: string[]) => commandJson(application.commands, words)
  const newKey = async (email: string) =>
    (await command('key', 'create', '--email', email, '--name', 'k', '--scopes', 'all')).key as string

  let people = 0
  async function person(): Promise<string> {
    const email = `person${++people}@example.com`
    await command('user', 'create', '--email', email, '--password', password)
    return email
  }

  /** How many requests of a burst have been answered when a later request of another caller is. */
  async function answeredBefore(ask: () => Promise<Response>, crowdAddress = '192.0.2.1'): Promise<number> {
    const email = await person()
    const keys: string[] = []
    while (keys.length < keysOfCrowd) keys.push(await newKey(email))
    const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
    // From then on, the accounts of both are known.
    for (const key of keys) expect((await send('/v2/links', bearer(key), crowdAddress)).status).toBe(200)
    await ask()
    let answered = 0
    const crowd = Array.from({ length: crowdSize }, async (_, number) => {
      const key = keys[number % keysOfCrowd] as string
      const { status } = await send('/v2/links', bearer(key), crowdAddress)
      answered++
      return status
    })
    await ask()
    const before = answered
    expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]))
    return before
  }

  test("another account's request to /v2 is answered before most of them", async () => {
    const headers = { authorization: `Bearer ${await newKey(await person())}` }
    expect(await answeredBefore(() => send('/v2/links', headers, '192.0.2.1'))).toBeLessThan(
      mostOf(crowdSize),
    )
  })

  test("another account's request to /api is answered before most of them", async () => {
    const email = await person()
    const session = await send('/api/session', {}, '192.0.2.1', { email, password })
    const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await answeredBefore(() => send('/api/me', { cookie }, '192.0.2.1'))).toBeLessThan(
      mostOf(crowdSize),
    )
  })

  test("another account's tool call is answered before most of them", async () => {
    const headers = {
      authorization: `Bearer ${await newKey(await person())}`,
      'mcp-protocol-version': '2025-11-25',
    }
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_links', arguments: {} },
    }
    const call = async () => {
      const answer = await send('/mcp', headers, '192.0.2.1', message)
      expect(await answer.json()).toMatchObject({ result: { content: [{ type: 'text' }] } })
      return answer
    }
    expect(await answeredBefore(call)).toBeLessThan(mostOf(crowdSize))
  })

  test('a request without a credential is answered before most of them', async () => {
    expect(await answeredBefore(() => send('/v2/user', {}, '198.51.100.1'))).toBeLessThan(mostOf(crowdSize))
  })

  test("another account's password is hashed before most of theirs", async () => {
    const email = await person()
    const keys: string[] = []
    while (keys.length < keysOfCrowd) keys.push(await newKey(email))
    const own = { authorization: `Bearer ${await newKey(await person())}` }
    const link = { long_url: 'https://example.com/', password: 'sesame' }
    let answered = 0
    const { promise: underWay, resolve } = Promise.withResolvers<void>()
    await atFullCost(async () => {
      const crowd = Array.from({ length: passwordsOfCrowd }, async (_, number) => {
        await send('/v2/links', { authorization: `Bearer ${keys[number % keysOfCrowd]}` }, '192.0.2.1', link)
        // By then, the queue for password hashing is full.
        if (++answered === 10) resolve()
      })
      await underWay
      const before = answered
      expect((await send('/v2/links', own, '192.0.2.1', link)).status).toBe(200)
      expect(answered - before).toBeLessThan(mostOf(passwordsOfCrowd - before))
      await Promise.all(crowd)
    })
  })

  test('and anonymous callers of one site, with however many addresses, delay no one else', async () => {
    const headers = { authorization: `Bearer ${await newKey(await person())}` }
    // Refused after the turn and the key's check, because the strangers wait for no database. If this request did, they would
    // be answered meanwhile.
    const ask = () => send('/v2/links?limit=none', headers, '192.0.2.1')
    await ask()
    let answered = 0
    const crowd = Array.from({ length: strangersOfCrowd }, async (_, host) => {
      await send(
        '/v2/user',
        { authorization: `Bearer sk_live_${host}` },
        `2001:db8:1:${host.toString(16)}::1`,
      )
      answered++
    })
    expect((await ask()).status).toBe(400)
    expect(answered).toBeLessThan(mostOf(strangersOfCrowd))
    await Promise.all(crowd)
  })
})
