// A database that can't be used when the program starts: one line that says what to do, and not a byte changes.
import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { linnetHere } from '../test/commands.ts'
import { type FreshDatabase, freshDatabase } from '../test/databases.ts'
import { freePort } from '../test/machine/free-port.ts'
import {
  endAll,
  linnet,
  newKey,
  onlyLine,
  program as own,
  type Settings,
  serve,
} from '../test/machine/program.ts'

afterEach(endAll)

const createUser = ['user', 'create', '--email', 'new@example.com', '--password', 'p']

/** The server and a command print the same line. If a program is given, they are processes of it. */
async function refusal(settings: Settings, program?: string): Promise<string> {
  const all = { PORT: String(await freePort()), ...settings }
  const say = (words: string[]) => (program ? linnet(words, all, { program }) : linnetHere(words, all))
  const [server, command] = [onlyLine(await say(['serve'])), onlyLine(await say(createUser))]
  expect(command).toBe(server as string)
  return server as string
}

async function withFolder(use: (folder: string, file: string) => Promise<void>): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'linnet-broken-'))
  const folder = join(place, 'data')
  mkdirSync(folder)
  try {
    await use(folder, join(folder, 'linnet.db'))
  } finally {
    await endAll()
    rmSync(place, { recursive: true, force: true })
  }
}

const asSqlite = (file: string, statements: string[]) => {
  const connection = new Database(file)
  connection.run('PRAGMA busy_timeout = 5000')
  for (const statement of statements) connection.run(statement)
  connection.close()
}

const newerMark = "insert into kysely_migration (name, timestamp) values ('9999-future', '2099-01-01')"

interface Case {
  what: string
  told: RegExp
  /** Whether the file is based on one that Linnet has written. */
  ours: boolean
  /** Whether to start the program in separate processes, to check their exit codes. */
  started?: true
  spoil(file: string): void
}

const cases: Case[] = [
  {
    what: "a file that isn't a database",
    told: /linnet\.db in DATA_DIR .* is not an SQLite database; move it away/,
    ours: false,
    spoil: (file) => writeFileSync(file, crypto.getRandomValues(new Uint8Array(50_000))),
  },
  {
    what: 'a short text',
    told: /is not an SQLite database/,
    ours: false,
    started: true,
    spoil: (file) => writeFileSync(file, 'my notes\n'),
  },
  {
    what: "another program's database",
    told: /linnet\.db holds the tables of another program; move it away/,
    ours: false,
    spoil: (file) => asSqlite(file, ['create table users (name)', "insert into users values ('ana')"]),
  },
  {
    what: 'a truncated database',
    told: /is damaged; restore a backup/,
    ours: true,
    spoil: (file) => truncateSync(file, 50_000),
  },
  {
    what: 'a database whose first page was overwritten',
    told: /is damaged; restore a backup/,
    ours: true,
    spoil: (file) => void writeSync(openSync(file, 'r+'), new Uint8Array(300).fill(0x5a), 0, 300, 100),
  },
  {
    what: 'a database written by a newer version',
    told: /newer version of Linnet \(it has 9999-future\); run that version/,
    ours: true,
    spoil: (file) => asSqlite(file, [newerMark]),
  },
  {
    what: 'a backup of one written by a newer version',
    told: /newer version of Linnet/,
    ours: true,
    spoil(file) {
      asSqlite(file, [newerMark, `vacuum into '${file}.copy'`])
      copyFileSync(`${file}.copy`, file)
    },
  },
]

describe('of SQLite', () => {
  for (const { what, told, ours, started, spoil } of cases)
    test(`${what} is refused in one line and stays as it is`, () =>
      withFolder(async (folder, file) => {
        if (ours) await newKey({ DATA_DIR: folder })
        spoil(file)
        const before = readFileSync(file)
        expect(await refusal({ DATA_DIR: folder }, started && own)).toMatch(told)
        expect(readFileSync(file).equals(before)).toBe(true)
        expect(existsSync(join(folder, 'journal'))).toBe(false)
      }))

  test('a newer one that was killed keeps the contents of its log', () =>
    withFolder(async (folder, file) => {
      const server = await serve({ DATA_DIR: folder })
      // Into the log only, as long as another connection is open.
      asSqlite(file, [newerMark])
      await server.end('SIGKILL')
      const before = [file, `${file}-wal`].map((name) => readFileSync(name))
      expect(await refusal({ DATA_DIR: folder })).toMatch(/newer version of Linnet/)
      for (const [at, name] of [file, `${file}-wal`].entries())
        expect(readFileSync(name).equals(before[at] as Buffer), name).toBe(true)
    }))

  test('a folder with that name is reported', () =>
    withFolder(async (folder, file) => {
      mkdirSync(file)
      expect(await refusal({ DATA_DIR: folder })).toMatch(/files in DATA_DIR .* can't be read or written/)
    }))

  test('if another process has locked it, the server says so after a while, and serves once it is unlocked', () =>
    withFolder(async (folder, file) => {
      await newKey({ DATA_DIR: folder })
      const other = new Database(file)
      expect(other.query('PRAGMA journal_mode = DELETE').values()).toEqual([['delete']])
      // Read before it is locked: a process that closes a file loses its locks on it.
      const before = readFileSync(file)
      other.run('BEGIN EXCLUSIVE')
      // This takes seconds. The other cases check that commands print the same as the server.
      const settings = { DATA_DIR: folder, PORT: String(await freePort()) }
      expect(onlyLine(await linnetHere(['serve'], settings))).toMatch(
        /DATA_DIR .* is locked by another process/,
      )
      other.run('ROLLBACK')
      other.close()
      expect(readFileSync(file).equals(before)).toBe(true)
      expect((await fetch(`${(await serve({ DATA_DIR: folder })).url}/healthz`)).status).toBe(200)
    }))

  for (const [what, mode, told] of [
    ['file', 0o400, /the database in DATA_DIR .* can't be written to/],
    ['folder', 0o500, /DATA_DIR .* can't be used: EACCES/],
  ] as const)
    test(`a ${what} that is read-only is reported, and stays as it is`, () =>
      withFolder(async (folder, file) => {
        await newKey({ DATA_DIR: folder })
        const before = readFileSync(file)
        chmodSync(what === 'file' ? file : folder, mode)
        expect(await refusal({ DATA_DIR: folder }, boundByPermissions(folder))).toMatch(told)
        chmodSync(folder, 0o700)
        expect(readFileSync(file).equals(before)).toBe(true)
      }))
})

/** Root can write everywhere, unless it drops that privilege. */
function boundByPermissions(folder: string): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const program = join(folder, '..', 'bound')
  writeFileSync(program, `#!/bin/sh\nexec setpriv --bounding-set=-all --inh-caps=-all "${own}" "$@"\n`)
  chmodSync(program, 0o755)
  return program
}

describe('of PostgreSQL', () => {
  async function withDatabase(use: (database: FreshDatabase, url: string) => Promise<void>): Promise<void> {
    const database = await freshDatabase('postgres')
    try {
      await use(database, database.env.DATABASE_URL ?? '')
    } finally {
      await database.remove()
    }
  }

  async function run(url: string, statement: string) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  const tables = "select tablename from pg_tables where schemaname = 'public'"

  test('a server older than version 15 is refused, and nothing is created in it', () =>
    withDatabase(async ({ env }, url) => {
      const old = await pretending(url, /1[5-9]\d{4}|[2-9]\d{5}/, '140012')
      try {
        expect(await refusal({ ...env, DATABASE_URL: old.url })).toMatch(
          /PostgreSQL at DATABASE_URL can't be used: it is version 14; 15 or later is needed/,
        )
        expect(await run(url, tables)).toEqual([])
      } finally {
        old.close()
      }
    }))

  test('a missing database is refused', () =>
    withDatabase(async ({ env }, url) => {
      const other = new URL(url)
      other.pathname = '/not_there'
      expect(await refusal({ ...env, DATABASE_URL: other.href })).toMatch(
        /DATABASE_URL .*"not_there" does not exist/,
      )
    }))

  test('an empty read-only database is refused', () =>
    withDatabase(async ({ env }, url) => {
      const [{ current_database }] = await run(url, 'select current_database()')
      await run(url, `alter database ${current_database} set default_transaction_read_only = on`)
      expect(await refusal(env)).toMatch(/read-only/)
    }))
})

/** A proxy to PostgreSQL that replaces `pattern` in its answers, by something of the same length. */
async function pretending(url: string, pattern: RegExp, instead: string) {
  const target = new URL(url)
  const name = `.s.PGSQL.${target.port || '5432'}`
  const real = join(target.searchParams.get('host') ?? '', name)
  const folder = mkdtempSync(join(tmpdir(), 'linnet-old-'))
  const server = createServer((near) => {
    const far = connect(real)
    near.pipe(far)
    far.on('data', (bytes) =>
      near.write(Buffer.from(bytes.toString('latin1').replace(pattern, instead), 'latin1')),
    )
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy())
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(join(folder, name), resolve))
  target.searchParams.set('host', folder)
  return {
    url: target.href,
    close() {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
