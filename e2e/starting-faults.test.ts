// A server that can't start: one clear line that names what to fix, and nothing left running.
import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { commandsOn, linnetHere } from '../test/commands.ts'
import { engines, migratedDatabase } from '../test/databases.ts'
import { freePort } from '../test/machine/free-port.ts'
import { endAll, linnet, onlyLine, type Settings, serve } from '../test/machine/program.ts'

afterEach(endAll)

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-faults-'))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The output of a server that fails to start; `start` runs it in this process or in its own. */
async function refusal(settings: Settings, start = linnetHere): Promise<string> {
  return onlyLine(await start(['serve'], { PORT: String(await freePort()), ...settings }))
}

describe('an invalid setting is named in one line', () => {
  const cases: [Settings, RegExp][] = [
    [{ PORT: 'http' }, /PORT .*"http"/],
    [{ PORT: '0' }, /PORT/],
    [{ PORT: '70000' }, /PORT .*"70000"/],
    [{ HOST: 'not-a-host.invalid' }, /HOST not-a-host\.invalid/],
    [{ TRUST_PROXY: '10.0.0.0/8,nginx' }, /TRUST_PROXY .*nginx/],
    [{ PUBLIC_URL: 'https://example.com/links' }, /PUBLIC_URL .*without a path/],
    [{ AUTH_URL: 'https://auth.example.com' }, /AUTH_URL .*COOKIE_DOMAIN/],
    [{ DATABASE_URL: 'mysql://localhost/linnet' }, /DATABASE_URL .*postgres:/],
    [{ DATABASE_URL: 'postgres://ana:secret@[host/linnet' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'postgres://ana:secret@localhost:1/linnet' }, /DATABASE_URL .*ECONNREFUSED/],
    [{ DATABASE_URL_FILE: '/nowhere/url' }, /DATABASE_URL_FILE .*\/nowhere\/url/],
    [{ GEOIP_DB: '/nowhere/countries.mmdb' }, /GEOIP_DB \/nowhere\/countries\.mmdb/],
    [{ PLANS_FILE: '/nowhere/plans.json' }, /PLANS_FILE \/nowhere\/plans\.json/],
    [{ DEFAULT_PLAN: 'gold' }, /DEFAULT_PLAN "gold".*unlimited/],
    [{ DNS_SERVERS: 'dns.example.com' }, /DNS_SERVERS .*dns\.example\.com/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL .*"loud"/],
  ]
  for (const [settings, told] of cases) {
    test(JSON.stringify(settings), () =>
      withFolder(async (folder) => {
        const line = await refusal({ DATA_DIR: folder, ...settings })
        expect(line).toMatch(told)
        expect(line).not.toContain('secret')
      }),
    )
  }

  test('a plans file is read before a database is created, by a server and by a command', () =>
    withFolder(async (folder) => {
      const settings = { DATA_DIR: folder, PLANS_FILE: '/nowhere/plans.json' }
      const line = await refusal(settings)
      const createUser = ['user', 'create', '--email', 'new@example.com', '--password', 'a long password']
      expect(onlyLine(await linnetHere(createUser, settings))).toBe(line)
      expect(readdirSync(folder)).not.toContain('linnet.db')
    }))

  test("a command works without the server's country database", () =>
    withFolder(async (folder) => {
      const settings = { DATA_DIR: folder, GEOIP_DB: '/nowhere/countries.mmdb' }
      const createUser = ['user', 'create', '--email', 'new@example.com', '--password', 'a long password']
      expect((await linnetHere(createUser, settings)).status).toBe(0)
    }))

  test('the process prints it to standard error and exits with code 1', () =>
    withFolder(async (folder) => {
      for (const [settings, told] of [
        [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL .*"loud"/],
        [{ HOST: 'not-a-host.invalid' }, /HOST not-a-host\.invalid/],
      ] as const)
        expect(await refusal({ DATA_DIR: folder, ...settings }, linnet)).toMatch(told)
    }))

  test("GEOIP_DB that isn't a country database", () =>
    withFolder(async (folder) => {
      const file = join(folder, 'countries.mmdb')
      writeFileSync(file, 'not a database')
      expect(await refusal({ DATA_DIR: folder, GEOIP_DB: file })).toContain(`GEOIP_DB ${file}`)
    }))

  for (const [what, content] of [
    ['is not JSON', '{'],
    ['has an unknown field', '{"gold": {"linkz": 1}}'],
    ['has a wrong value', '{"gold": {"links": "many"}}'],
    ['has no plan', '{}'],
  ] as const) {
    test(`PLANS_FILE that ${what}, also for a command`, () =>
      withFolder(async (folder) => {
        const file = join(folder, 'plans.json')
        writeFileSync(file, content)
        const settings = { DATA_DIR: folder, PLANS_FILE: file }
        expect(await refusal(settings)).toContain(`PLANS_FILE ${file}`)
        const command = ['user', 'create', '--email', 'ana@example.com', '--password', 'p']
        expect(onlyLine(await linnetHere(command, settings))).toContain(`PLANS_FILE ${file}`)
      }))
  }

  test('DATA_DIR that is a file', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'data')
      writeFileSync(file, '')
      expect(await refusal({ DATA_DIR: file })).toContain(`DATA_DIR ${file}`)
    }))

  test('DATA_DIR that is not writable', () =>
    withFolder(async (folder) => {
      // Permissions don't bind root, but not even root can create a folder in /proc.
      const closed = process.getuid?.() === 0 ? '/proc/linnet' : join(folder, 'closed')
      if (process.getuid?.() !== 0) mkdirSync(closed)
      if (process.getuid?.() !== 0) chmodSync(closed, 0o500)
      expect(await refusal({ DATA_DIR: closed })).toContain(`DATA_DIR ${closed}`)
    }))

  test('a port that is in use', () =>
    withFolder(async (folder) => {
      const other = createServer()
      const { promise: listening, resolve } = Promise.withResolvers<void>()
      other.listen(0, '127.0.0.1', resolve)
      await listening
      const { port } = other.address() as { port: number }
      expect(await refusal({ DATA_DIR: folder, PORT: String(port) })).toMatch(
        new RegExp(`PORT ${port} is in use`),
      )
      other.close()
    }))
})

describe('a port serves one instance, and a folder one SQLite server at a time', () => {
  test('a second server on either is refused and the first continues; the next one starts once the first has stopped', () =>
    withFolder((folder) =>
      withFolder(async (other) => {
        for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
          const first = await serve({ DATA_DIR: folder })
          const healthy = async () => (await fetch(`${first.url}/healthz`)).status
          const said = await refusal({ DATA_DIR: other, PORT: String(first.port) })
          expect(said).toMatch(new RegExp(`PORT ${first.port} is in use`))
          expect(await refusal({ DATA_DIR: folder })).toMatch(/another server is using DATA_DIR/)
          expect(await healthy()).toBe(200)
          await first.end(signal)
        }
        expect(
          (await linnetHere(['serve'], { DATA_DIR: folder, PORT: String(await freePort()) })).status,
        ).toBe(0)
      }),
    ))
})

describe('a database written by a newer version', () => {
  for (const engine of engines) {
    test(`is refused in one line, by the server and by commands, on ${engine}`, async () => {
      const database = await migratedDatabase(engine)
      try {
        const create = ['user', 'create', '--email', 'ana@example.com', '--password', 'p']
        await commandsOn(database.env, create)
        const { DATABASE_URL, DATA_DIR } = database.env
        const mark = "insert into kysely_migration (name, timestamp) values ('9999-future', '2099-01-01')"
        if (DATABASE_URL) {
          const client = new pg.Client({ connectionString: DATABASE_URL })
          await client.connect()
          await client.query(mark)
          await client.end()
        } else {
          const connection = new Database(join(DATA_DIR, 'linnet.db'))
          connection.run(mark)
          connection.close()
        }
        expect(await refusal(database.env)).toMatch(/newer version of Linnet.*9999-future/)
        expect(onlyLine(await linnetHere(create, database.env))).toMatch(/newer version/)
      } finally {
        await database.remove()
      }
    })
  }
})
