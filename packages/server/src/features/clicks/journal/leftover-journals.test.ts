// Journals that dead servers left behind: intact ones are emitted and counted at the next start, damaged ones as far as
// possible.
import { afterEach, describe, expect, test } from 'bun:test'
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { inWorkspace, newWorkspace } from '../../../../../../test/accounts/workspaces.ts'
import { oneEngine } from '../../../../../../test/command/one-engine.ts'
import { engines, migratedDatabase } from '../../../../../../test/databases.ts'
import {
  type Account,
  browser,
  type Instance,
  startInstance,
  startOn,
} from '../../../../../../test/instance.ts'
import {
  endOf,
  lastSegment,
  leavePendingClicks,
  numbersOf,
} from '../../../../../../test/machine/pending-clicks.ts'
import { endAll, newKey, type ServerProcess, serve } from '../../../../../../test/machine/program.ts'
import { lockClickCounts } from '../../../../../../test/servers/table-locks.ts'
import { endpoint } from '../../../../../../test/webhooks/webhooks.ts'
import { writtenBytes } from './folder.ts'
import { checksum, headerBytes, kinds, segmentBytes } from './format.ts'

afterEach(endAll)

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, bytes, 0, bytes.length, at)
  closeSync(descriptor)
}

/** None of its bytes is zero. */
const garbage = (length: number) => crypto.getRandomValues(new Uint8Array(length)).map((byte) => byte | 1)

/** Where a click begins, counted from the last one (1) back: it is 56 bytes long, and its last four are zero. */
const clickFromEnd = (end: number, number: number) => end + 4 - number * 56

/** Rewrites the clicks from `first` on: gives them this kind, and applies `change` to them. */
function rewriteClicks(
  file: string,
  { first = 0, kind, change }: { first?: number; kind: number; change?(bytes: Uint8Array, at: number): void },
): void {
  const bytes = new Uint8Array(readFileSync(file))
  const words = new Uint32Array(bytes.buffer)
  let clicks = 0
  for (let at = headerBytes; words[at >> 2]; at += (words[at >> 2] as number) & 0xffffff) {
    const word = at >> 2
    if ((words[word] as number) >>> 24 !== kinds.click || clicks++ < first) continue
    change?.(bytes, at)
    words[word + 1] = checksum(words, word + 2, word + 14)
    words[word] = (kind << 24) | 56
  }
  writeFileSync(file, bytes)
}

/** As the previous version wrote clicks: kind 2, with the account as a 64-bit float at offset 24. */
const inOldLayout = {
  kind: 2,
  change(bytes: Uint8Array, at: number): void {
    const view = new DataView(bytes.buffer)
    view.setFloat64(at + 24, view.getUint32(at + 24, true), true)
  },
}

const ten = 10
const flipped = new Uint8Array([0xa5])
const damages: [what: string, damage: (file: string, end: number) => void, counted: number[]][] = [
  ['nothing wrong with it', () => {}, [ten]],
  ['garbage after the last click', (file, end) => overwrite(file, (end + 7) & ~7, garbage(200)), [ten]],
  ['a flipped bit in the last click', (file, end) => overwrite(file, end - 3, flipped), [9]],
  ['garbage over the last three clicks', (file, end) => overwrite(file, end - 130, garbage(130)), [6, 7, 8]],
  [
    'a flipped bit in the fifth click',
    (file, end) => overwrite(file, clickFromEnd(end, 5) + 20, flipped),
    [9],
  ],
  ['a hole over two clicks', (file, end) => overwrite(file, clickFromEnd(end, 5), new Uint8Array(112)), [8]],
  ['a file that ends in the middle of a click', (file, end) => truncateSync(file, end - 20), [9]],
  ['a file full of garbage', (file) => writeFileSync(file, garbage(4 * 1024 * 1024)), [0]],
  ['garbage past its usual end', (file) => appendFileSync(file, garbage(100_000)), [ten]],
  ['an empty file', (file) => truncateSync(file, 0), [0]],
  ['clicks of the previous version', (file) => rewriteClicks(file, inOldLayout), [ten]],
  ['clicks of both versions', (file) => rewriteClicks(file, { ...inOldLayout, first: 6 }), [ten]],
  ['clicks that only a later version knows', (file) => rewriteClicks(file, { kind: 5, first: 6 }), [6]],
]

const clicksOf = async (server: Instance, { key }: Account, code: string): Promise<number> => {
  const headers = { authorization: `Bearer ${key}` }
  return (await server.ask(`GET /v2/links/${code}/stats/lifetime`, { headers })).body.data.clicks
}

describe('how much a dead process left', () => {
  const written = (clicks: number, damage: (file: string) => void = () => {}) => {
    const directory = mkdtempSync(join(tmpdir(), 'linnet-journal-'))
    const { folder, file, segment } = leavePendingClicks(
      directory,
      Array(clicks).fill({ linkId: 1, userId: 1 }),
    )
    damage(file)
    const bytes = writtenBytes(folder, segment)
    rmSync(directory, { recursive: true })
    return bytes
  }

  test.each([0, 1, 1000, 5000, 40_000])('after %p clicks is known to 64 KiB', (clicks) => {
    const real = headerBytes + clicks * 56
    const bytes = written(clicks)
    expect(bytes).toBeGreaterThanOrEqual(real)
    expect(bytes - real).toBeLessThan(66 * 1024)
  })

  test('is at most a segment, if that is full of garbage, and a block if it is empty', () => {
    expect(written(1, (file) => writeFileSync(file, garbage(segmentBytes + 1000)))).toBe(segmentBytes)
    expect(written(1, (file) => truncateSync(file, 0))).toBe(64 * 1024)
  })
})

describe.each([...engines])('leftover journals, on %s', (engine) => {
  test("the next start counts and emits what is readable in each, and later starts don't repeat it", async () => {
    const first = await startInstance(engine)
    const { database } = first
    const account = await first.account()
    const codes = damages.map((_, at) => `left-${at}`)
    for (const custom_slug of codes) await account.link({ custom_slug })
    const links = await Promise.all(codes.map((code) => numbersOf(database, code)))
    const listener = await endpoint(database, account.email, { events: ['link.clicked'] })
    await first.stop()
    for (const [at, link] of links.entries()) {
      const { file } = leavePendingClicks(database.env.DATA_DIR, Array(ten).fill(link), at)
      damages[at]?.[1](file, endOf(file))
    }

    const quiet = { LOG_LEVEL: 'silent' }
    let server = await startOn(database, engine, quiet)
    // Creating a link waits for all of them.
    const body = { long_url: 'https://example.com/' }
    const headers = { authorization: `Bearer ${account.key}` }
    expect((await server.ask('POST /v2/links', { body, headers })).status).toBe(200)
    const counts = () => Promise.all(codes.map((code) => clicksOf(server, account, code)))
    const before = await counts()
    for (const [at, [what, , counted]] of damages.entries())
      expect([what, counted]).toEqual([what, expect.arrayContaining([before[at] as number])])
    for (const code of codes) await server.visit(`/${code}`)
    const after = before.map((clicks) => clicks + 1)
    expect(await counts()).toEqual(after)
    // The next start counts neither the damaged part nor anything twice.
    await server.stop()
    server = await startOn(database, engine, quiet)
    expect(await counts()).toEqual(after)
    expect(await listener.deliveries()).toHaveLength(after.reduce((sum, clicks) => sum + clicks))
    await server.stop()
    await database.remove()
  })

  test('clicks of a link that was moved meanwhile count for it, and for the workspace that had it', async () => {
    const first = await startInstance(engine)
    const { database } = first
    const { workspace, owner } = await newWorkspace(first)
    const made = async (custom_slug: string) => {
      const body = { long_url: 'https://example.com/', custom_slug }
      const { id } = (await owner.session.call('POST /links', { body })).body.data
      return { id, numbers: await numbersOf(database, custom_slug) }
    }
    const [moved, twice, kept] = [await made('moved'), await made('twice'), await made('kept')]
    const ids = [moved.id, twice.id]
    await owner.session.call('POST /links/move', { body: { ids, workspace: workspace.id } })
    await first.stop()
    const gone = { ...twice.numbers, userId: 1_000_000 }
    const strange = { ...kept.numbers, userId: (await numbersOf(database, 'moved')).userId }
    leavePendingClicks(database.env.DATA_DIR, [
      ...Array(3).fill(moved.numbers),
      gone,
      kept.numbers,
      ...[strange, strange],
    ])
    const server = await startOn(database, engine)
    await server.countClicks()
    const session = await signIn(server, owner)
    const there = inWorkspace(session, workspace.id)
    const clicks = async (call: typeof there, what: string) => (await call(what)).body.data.clicks
    expect(await clicks(there, 'GET /links/moved/stats/lifetime')).toBe(3)
    expect(await clicks(session.call, 'GET /stats')).toBe(4)
    // The workspace that had it when it was clicked may no longer exist.
    expect(await clicks(there, 'GET /links/twice/stats/lifetime')).toBe(1)
    expect(await clicks(there, 'GET /stats')).toBe(1)
    // It was never moved, so these are clicks of an older link that had its number.
    expect(await clicks(session.call, 'GET /links/kept/stats/lifetime')).toBe(1)
    await server.stop()
    await database.remove()
  })

  test('a damaged click in the current segment is skipped, and those after it count', async () => {
    const instance = await startInstance(engine, { LOG_LEVEL: 'silent' })
    const { database } = instance
    const account = await instance.account()
    const { short } = await account.link()
    const visit = async () => {
      for (let time = 0; time < ten; time++) await instance.visit(`/${short}`)
    }
    const letGo = await lockClickCounts(database)
    await visit()
    const { folder, file } = lastSegment(database.env.DATA_DIR)
    overwrite(file, clickFromEnd(endOf(file), 3) + 20, flipped)
    await letGo()
    await visit()
    expect(await clicksOf(instance, account, short)).toBe(2 * ten - 1)
    expect(readdirSync(folder).filter((name) => name.endsWith('.damaged'))).toHaveLength(1)
    await instance.stop()
    await database.remove()
  })
})

describe.each(oneEngine)('the journal of a server that was killed, on %s', (engine) => {
  test('is counted, except for a damaged click: the log names the file that keeps it', async () => {
    const database = await migratedDatabase(engine)
    const killed = await serve(database.env)
    const key = await newKey(database.env)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = '{"long_url": "https://example.com/", "custom_slug": "left"}'
    expect((await fetch(`${killed.url}/v2/links`, { method: 'POST', headers, body })).status).toBe(200)
    const visit = async ({ url }: ServerProcess) => {
      for (let time = 0; time < ten; time++)
        await fetch(`${url}/left`, { redirect: 'manual', headers: { 'user-agent': browser } })
    }
    const letGo = await lockClickCounts(database)
    await visit(killed)
    await killed.end('SIGKILL')
    await letGo()
    const { folder, file } = lastSegment(database.env.DATA_DIR)
    overwrite(file, clickFromEnd(endOf(file), 5) + 20, flipped)
    const damaged = readFileSync(file)

    const next = await serve(database.env)
    await visit(next)
    const answer = await fetch(`${next.url}/v2/links/left/stats/lifetime`, { headers })
    expect(await answer.json()).toEqual({ data: { clicks: 2 * ten - 1 } })
    expect(await next.end('SIGTERM')).toBe(0)
    const [copy, ...others] = readdirSync(folder).filter((name) => name.endsWith('.damaged'))
    expect(others).toEqual([])
    expect(readFileSync(join(folder, copy as string)).equals(damaged)).toBe(true)
    expect(await next.log).toContain('damaged')
    expect(await next.log).toContain(copy as string)
    await database.remove()
  })
})

test('two servers with one DATA_DIR on postgres keep journals of their own', async () => {
  const one = await startInstance('postgres')
  const { database } = one
  const other = await startOn(database, 'postgres')
  const account = await one.account()
  const { short } = await account.link()
  for (const server of [one, other, other]) await server.visit(`/${short}`)
  const identities = ['0', '1'].map((journal) =>
    readFileSync(join(database.env.DATA_DIR, 'journal', journal, 'id'), 'utf8'),
  )
  expect(new Set(identities).size).toBe(2)
  await other.stop()
  expect(await clicksOf(one, account, short)).toBe(3)
  await one.stop()
  await database.remove()
})
