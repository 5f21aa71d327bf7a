// Journals that dead servers left behind: whole ones are told and counted by the next start, damaged ones as far as
// they go.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  appendFileSync,
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { engines, type FreshDatabase, freshDatabase } from '../../../../../test/databases.ts'
import { holdCounting } from '../../../../../test/hold-table.ts'
import { browser } from '../../../../../test/instance.ts'
import { endAll, newKey, type ServerProcess, serve } from '../../../../../test/program.ts'
import { roomyPlans } from '../../../../../test/roomy-plans.ts'
import { endpoint } from '../../../../../test/webhooks.ts'

async function createLink(server: ServerProcess, key: string): Promise<void> {
  const answer = await fetch(`${server.url}/v2/links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ long_url: 'https://example.com/', custom_slug: 'left' }),
  })
  expect(answer.status).toBe(200)
}

async function visit(server: ServerProcess, times: number): Promise<void> {
  for (let number = 0; number < times; number++) {
    const headers = { 'user-agent': browser }
    const answer = await fetch(`${server.url}/left`, { redirect: 'manual', headers })
    expect(answer.status).toBe(302)
  }
}

async function clicks(server: ServerProcess, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${server.url}/v2/links/left/stats/lifetime`, { headers })
  return ((await answer.json()) as { data: { clicks: number } }).data.clicks
}

/** Clicks that nobody has counted when their server is killed. */
async function leaveUncounted(server: ServerProcess, database: FreshDatabase, times: number): Promise<void> {
  const letGo = await holdCounting(database)
  await visit(server, times)
  await server.end('SIGKILL')
  await letGo()
}

/** The newest segment file of a journal, and where what is written in it ends. */
function lastSegment(database: FreshDatabase, journal = '0'): { folder: string; file: string; end: number } {
  const folder = join(database.env.DATA_DIR, 'journal', journal)
  const name = readdirSync(folder)
    .filter((name) => name.endsWith('.clicks'))
    .sort()
    .at(-1)
  const file = join(folder, name as string)
  const end = readFileSync(file).findLastIndex((byte) => byte !== 0) + 1
  return { folder, file, end }
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, bytes, 0, bytes.length, at)
  closeSync(descriptor)
}

/** No byte of it is zero. */
const garbage = (length: number) => crypto.getRandomValues(new Uint8Array(length)).map((byte) => byte | 1)

/** Where a click begins, counted from the last one (1) back: it is 56 bytes long, of which the last four are zero. */
const clickFromEnd = (end: number, number: number) => end + 4 - number * 56

const ten = 10
const flipped = new Uint8Array([0xa5])
const damages: [what: string, damage: (file: string, end: number) => void, counted: number[]][] = [
  ['garbage behind the last click', (file, end) => overwrite(file, (end + 7) & ~7, garbage(200)), [ten]],
  ['a flipped bit in the last click', (file, end) => overwrite(file, end - 3, flipped), [9]],
  ['garbage over the last three clicks', (file, end) => overwrite(file, end - 130, garbage(130)), [6, 7, 8]],
  [
    'a flipped bit in the fifth click',
    (file, end) => overwrite(file, clickFromEnd(end, 5) + 20, flipped),
    [9],
  ],
  ['a hole over two clicks', (file, end) => overwrite(file, clickFromEnd(end, 5), new Uint8Array(112)), [8]],
  ['an end in the middle of a click', (file, end) => truncateSync(file, end - 20), [9]],
  ['garbage from end to end', (file) => writeFileSync(file, garbage(4 * 1024 * 1024)), [0]],
  ['garbage past its usual end', (file) => appendFileSync(file, garbage(100_000)), [ten]],
  ['nothing in it at all', (file) => truncateSync(file, 0), [0]],
]

describe.each([...engines])('on %s', (engine) => {
  let database: FreshDatabase
  let server: ServerProcess
  let key: string
  beforeAll(async () => {
    database = await freshDatabase(engine)
    database.env = { ...database.env, PLANS_FILE: roomyPlans() }
    server = await serve(database.env)
    key = await newKey(database.env)
    await createLink(server, key)
  })
  afterAll(async () => {
    await endAll()
    await database.remove()
  })

  test('clicks that a killed server had not counted yet are counted when it starts again', async () => {
    const before = await clicks(server, key)
    await leaveUncounted(server, database, ten)
    server = await serve(database.env)
    expect(await clicks(server, key)).toBe(before + ten)
  })

  test.each(damages)(
    'a journal with %s: the server starts, counts what can be read, and goes on',
    async (_what, damage, counted) => {
      await visit(server, 1)
      const before = await clicks(server, key)
      await leaveUncounted(server, database, ten)
      const { file, end } = lastSegment(database)
      damage(file, end)
      server = await serve({ ...database.env, LOG_LEVEL: 'silent' })
      const after = await clicks(server, key)
      expect(counted).toContain(after - before)
      await visit(server, 3)
      expect(await clicks(server, key)).toBe(after + 3)
      // The next start counts neither what was set aside nor anything twice.
      await server.end('SIGKILL')
      server = await serve({ ...database.env, LOG_LEVEL: 'silent' })
      expect(await clicks(server, key)).toBe(after + 3)
    },
  )

  test('the damaged part is kept in a file of its own, and the log says so', async () => {
    await leaveUncounted(server, database, ten)
    const { folder, file, end } = lastSegment(database)
    const before = readdirSync(folder)
    overwrite(file, end - 3, flipped)
    const damaged = readFileSync(file)
    server = await serve(database.env)
    await clicks(server, key)
    expect(await server.end('SIGTERM')).toBe(0)
    const aside = readdirSync(folder).filter((name) => name.endsWith('.damaged') && !before.includes(name))
    expect(aside).toHaveLength(1)
    expect(readFileSync(join(folder, aside[0] as string)).equals(damaged)).toBe(true)
    expect(await server.log).toContain('damaged')
    expect(await server.log).toContain(aside[0] as string)
  })
})

describe.each([...engines])('in the segment that is being written, on %s', (engine) => {
  test('a click that was damaged is passed over, those after it count, and the log says so', async () => {
    const database = await freshDatabase(engine)
    const server = await serve(database.env)
    const key = await newKey(database.env)
    await createLink(server, key)
    await visit(server, 1)
    expect(await clicks(server, key)).toBe(1)
    const letGo = await holdCounting(database)
    await visit(server, ten)
    const { folder, file, end } = lastSegment(database)
    overwrite(file, clickFromEnd(end, 3) + 20, flipped)
    await letGo()
    await visit(server, ten)
    expect(await clicks(server, key)).toBe(1 + 2 * ten - 1)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await server.log).toContain('damaged')
    expect(readdirSync(folder).filter((name) => name.endsWith('.damaged'))).toHaveLength(1)
    await database.remove()
  })
})

test('two servers with one DATA_DIR on postgres keep journals of their own; one start tells and counts what both left', async () => {
  const database = await freshDatabase('postgres')
  const [one, other] = [await serve(database.env), await serve(database.env)]
  const key = await newKey(database.env)
  await createLink(one, key)
  const listener = await endpoint(database, 'ana@example.com', { events: ['link.clicked'] })
  await visit(one, 1)
  await visit(other, 1)
  const letGo = await holdCounting(database)
  await visit(one, 10)
  await visit(other, 20)
  await Promise.all([one.end('SIGKILL'), other.end('SIGKILL')])
  await letGo()
  const identities = ['0', '1'].map((journal) =>
    readFileSync(join(database.env.DATA_DIR, 'journal', journal, 'id'), 'utf8'),
  )
  expect(new Set(identities).size).toBe(2)
  const server = await serve(database.env)
  expect(await clicks(server, key)).toBe(32)
  await server.end('SIGKILL')
  const next = await serve(database.env)
  await visit(next, 1)
  expect(await clicks(next, key)).toBe(33)
  expect(await listener.deliveries()).toHaveLength(33)
  expect(await next.end('SIGTERM')).toBe(0)
  await database.remove()
})
