// A node is stopped under load while another keeps running: no client of either notices.
import { afterEach, describe, expect, test } from 'bun:test'
import { oneEngine } from '../../../../test/command/one-engine.ts'
import { migratedDatabase } from '../../../../test/databases.ts'
import { onEachEngine, startOn } from '../../../../test/instance.ts'
import { endAll, newKey, type ServerProcess, serve } from '../../../../test/machine/program.ts'
import { openRaw } from '../../../../test/servers/raw-http.ts'
import { severable } from '../../../../test/servers/severable-postgres.ts'
import { until } from '../../../../test/timeouts.ts'

afterEach(endAll)

const request = 'GET /visited HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** A client with keep-alive connections, which connects to another ready node when the server closes one. */
function beginVisits(nodes: () => ServerProcess[]) {
  const load = { answered: 0, closed: 0, faults: [] as string[], stopping: false }
  async function visitor(): Promise<void> {
    while (!load.stopping) {
      const [node] = nodes()
      if (!node) return void load.faults.push('no node is ready')
      const connection = await openRaw(node.port)
      for (let sent = 1; !load.stopping; sent++) {
        await connection.send(request)
        const answers = (await connection.answers(sent)).split(/(?=HTTP\/1\.1 )/)
        const last = answers[sent - 1] ?? ''
        if (!/^HTTP\/1\.1 302 [\s\S]*\r\n\r\n$/.test(last)) load.faults.push(`no whole answer: ${last}`)
        else load.answered++
        if (/^connection: close\r$/im.test(last)) {
          load.closed++
          break
        }
        if (load.faults.length > 0) return
      }
      connection.end()
    }
  }
  return { load, ended: Promise.all(Array.from({ length: 8 }, visitor)) }
}

const ready = async (node: ServerProcess) => {
  const answer = await fetch(`${node.url}/readyz`, { headers: { connection: 'close' } })
  return { status: answer.status, body: (await answer.json()) as { status: string } }
}

test('a stopping node reports it, answers every request it received, and the other takes over: no request or click is lost', async () => {
  const database = await migratedDatabase('postgres')
  const key = await newKey(database.env)
  const settings = { ...database.env, STOP_DELAY_SECONDS: '1' }
  const [first, second] = (await Promise.all([serve(settings), serve(settings)])) as [
    ServerProcess,
    ServerProcess,
  ]
  await fetch(`${first.url}/v2/links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"long_url": "https://example.com/", "custom_slug": "visited"}',
  })
  let nodes = [first]
  const { load, ended } = beginVisits(() => nodes)
  await until('the first has answered many', () => load.answered > 300)
  expect((await ready(first)).status).toBe(200)
  const over = first.end('SIGTERM')
  // Polls as a load balancer does.
  for (;;) {
    const { status, body } = await ready(first)
    if (status === 200) continue
    expect([status, body.status]).toEqual([503, 'stopping'])
    break
  }
  nodes = [second]
  expect(await over).toBe(0)
  const before = load.answered
  await until('the second has answered many', () => load.answered > before + 300 || load.faults.length > 0)
  load.stopping = true
  await ended
  expect(load.faults).toEqual([])
  expect(load.closed).toBeGreaterThanOrEqual(8)
  const counted = await fetch(`${second.url}/v2/links/visited/stats/lifetime`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(((await counted.json()) as { data: { clicks: number } }).data.clicks).toBe(load.answered)
  await endAll()
  await database.remove()
})

// It stops the same way on both engines, and closes the database last.
describe.each(oneEngine)('on %s', (engine) => {
  test('a stopping node refuses queued requests even if their senders have disconnected: none runs on a closed database', async () => {
    const database = await migratedDatabase(engine)
    const key = await newKey(database.env)
    const node = await serve(database.env)
    const links = Array.from({ length: 100 }, () => ({ long_url: 'https://example.com/' }))
    const body = JSON.stringify({ links })
    const large = [
      'POST /v2/links/bulk HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    const senders = await Promise.all(Array.from({ length: 50 }, () => openRaw(node.port)))
    await Promise.all(senders.map(({ send }) => send(`${large.join('\r\n')}\r\n\r\n${body}`)))
    await Promise.any(senders.map(({ answers }) => answers(1)))
    for (const sender of senders) sender.end()
    expect(await node.end('SIGTERM')).toBe(0)
    expect(await node.log).toBe('')
    await database.remove()
  })
})

onEachEngine('/readyz', (instance) => {
  test('says whether to send requests, and the state of the database', async () => {
    const { status, body, headers } = await instance.ask('GET /readyz')
    expect([status, body]).toEqual([200, { status: 'ready', database: 'ok', listening: true }])
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await instance.ask('GET /readyz?database')).status).toBe(200)
    expect((await instance.ask('POST /readyz')).status).toBe(405)
    expect((await instance.ask('GET /readyz/more')).status).toBe(404)
  })
})

describe('/readyz while the database is unavailable', () => {
  test('still reports ready, because the node redirects from memory; with ?database it does not', async () => {
    const database = await severable(await migratedDatabase('postgres'))
    const instance = await startOn(database, 'postgres')
    const { link } = await instance.account()
    await link({ custom_slug: 'visited' })
    expect((await instance.visit('/visited')).status).toBe(302)
    await database.sever()
    const look = async (path: string) => {
      const { status, body } = await instance.ask(path)
      return [status, body.status, body.database]
    }
    while ((await look('GET /readyz'))[2] === 'ok');
    expect(await look('GET /readyz')).toEqual([200, 'ready', 'away'])
    expect(await look('GET /readyz?database')).toEqual([503, 'database away', 'away'])
    expect((await instance.visit('/visited')).status).toBe(302)
    await database.mend()
    while ((await look('GET /readyz?database'))[0] !== 200);
    instance.errors.length = 0
    await instance.stop()
    await database.remove()
  })
})
