// Backup and restore: a consistent copy of a running instance, restored in place of a crashed database.
import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roomyPlans } from '../test/accounts/roomy-plans.ts'
import { linnetHere } from '../test/commands.ts'
import { freshDatabase } from '../test/databases.ts'
import { endAll, linnet, linnetJson, newKey, onlyLine, serve } from '../test/machine/program.ts'

afterEach(endAll)

async function inFolder(use: (data: string, folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-backup-'))
  try {
    await use(join(folder, 'data'), folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function codesIn(file: string): string[] {
  using connection = new Database(file, { readonly: true })
  return connection.query('SELECT code FROM codes').values().flat().map(String)
}

/** Creates links, several at a time, until it is stopped; `codes` holds those that were answered. */
function keepWriting(url: string, key: string) {
  const codes: string[] = []
  let waiting: { count: number; tell: () => void }[] = []
  let going = true
  const writers = Array.from({ length: 8 }, async () => {
    while (going) {
      codes.push(await createLink(url, key))
      waiting = waiting.filter(({ count, tell }) => codes.length < count || tell())
    }
  })
  return {
    codes,
    /** Resolves when this many links exist. */
    reached: (count: number) => new Promise<void>((tell) => waiting.push({ count, tell })),
    async stop() {
      going = false
      await Promise.all(writers)
    },
  }
}

async function createLink(url: string, key: string): Promise<string> {
  const answer = await fetch(`${url}/v2/links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"long_url": "https://example.com/"}',
  })
  const { data } = (await answer.json()) as { data: { short: string } }
  return data.short
}

test('a backup made while links are created is consistent, and has everything acknowledged before it', () =>
  inFolder(async (data, folder) => {
    const settings = { DATA_DIR: data, PLANS_FILE: roomyPlans() }
    const server = await serve(settings)
    const writing = keepWriting(server.url, await newKey(settings))
    await writing.reached(100)
    const acknowledged = [...writing.codes]
    const copy = join(folder, 'copy.db')
    expect(await linnetJson(['backup', copy], settings)).toEqual({ file: copy })
    await writing.reached(writing.codes.length + 20)
    await writing.stop()

    const connection = new Database(copy, { readonly: true })
    expect(connection.query('PRAGMA integrity_check').values()).toEqual([['ok']])
    connection.close()
    const codes = new Set(codesIn(copy))
    expect(acknowledged.filter((code) => !codes.has(code))).toEqual([])
    // Other users of this machine can't read it.
    expect(statSync(copy).mode & 0o077).toBe(0)
  }))

test('a killed server can be backed up too; a backup is restored by copying it into place, even next to a killed database’s log', () =>
  inFolder(async (data, folder) => {
    const settings = { DATA_DIR: data, PLANS_FILE: roomyPlans() }
    const copy = join(folder, 'copy.db')
    const first = await serve(settings)
    const key = await newKey(settings)
    const kept = await createLink(first.url, key)
    expect((await linnetHere(['backup', copy], settings)).status).toBe(0)
    const after = await createLink(first.url, key)
    await first.end('SIGKILL')
    // The killed server has left its write-ahead log, with all that came after the backup.
    expect(statSync(join(data, 'linnet.db-wal')).size).toBeGreaterThan(0)
    // It can be backed up in this state as well.
    const late = join(folder, 'late.db')
    expect((await linnetHere(['backup', late], settings)).status).toBe(0)
    expect(codesIn(late)).toEqual(expect.arrayContaining([kept, after]))
    copyFileSync(copy, join(data, 'linnet.db'))

    const second = await serve(settings)
    const visit = async (code: string) =>
      (await fetch(`${second.url}/${code}`, { redirect: 'manual' })).status
    expect(await visit(kept)).toBe(302)
    expect(await visit(after)).toBe(404)
    const again = await createLink(second.url, key)
    expect(await visit(again)).toBe(302)
    await second.end('SIGTERM')
    const connection = new Database(join(data, 'linnet.db'), { readonly: true })
    expect(connection.query('PRAGMA integrity_check').values()).toEqual([['ok']])
    connection.close()
  }))

test('without --json it says how to restore the copy', () =>
  inFolder(async (data, folder) => {
    const settings = { DATA_DIR: data }
    await newKey(settings)
    const { status, out } = await linnet(['backup', 'copy.db'], settings, { cwd: folder })
    expect(status).toBe(0)
    expect(out).toContain(join(folder, 'copy.db'))
    expect(out).toMatch(/restore.*stop the server.*replace.*data\/linnet\.db/)
    expect(existsSync(join(folder, 'copy.db'))).toBe(true)
  }))

test('an existing file is never overwritten', () =>
  inFolder(async (data, folder) => {
    const file = join(folder, 'precious')
    writeFileSync(file, 'precious')
    await newKey({ DATA_DIR: data })
    expect(onlyLine(await linnetHere(['backup', file], { DATA_DIR: data }))).toContain(
      `${file} already exists`,
    )
    expect(await Bun.file(file).text()).toBe('precious')
  }))

test('a folder without a database has nothing to back up, and none is created', () =>
  inFolder(async (data, folder) => {
    const copy = join(folder, 'copy.db')
    expect(onlyLine(await linnetHere(['backup', copy], { DATA_DIR: data }))).toContain('no database')
    expect(existsSync(copy)).toBe(false)
    expect(existsSync(data)).toBe(false)
  }))

test('a backup to a missing folder is refused in one line that names it', () =>
  inFolder(async (data, folder) => {
    await newKey({ DATA_DIR: data })
    const copy = join(folder, 'nowhere', 'copy.db')
    expect(onlyLine(await linnetHere(['backup', copy], { DATA_DIR: data }))).toContain(copy)
  }))

test('on PostgreSQL, backup names the tool to use instead, in one line', async () => {
  const database = await freshDatabase('postgres')
  try {
    const copy = join(database.env.DATA_DIR, 'copy.db')
    expect(onlyLine(await linnetHere(['backup', copy], database.env))).toContain('pg_dump')
    expect(existsSync(copy)).toBe(false)
  } finally {
    await database.remove()
  }
})
