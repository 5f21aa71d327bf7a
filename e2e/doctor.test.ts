// `linnet doctor`: its report for a healthy installation, and for each fault, which is real.
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { oneEngine } from '../test/command/one-engine.ts'
import { commandsOn } from '../test/commands.ts'
import { engines, freshDatabase, migratedDatabase } from '../test/databases.ts'
import { doctor, onlyProblem, states } from '../test/doctor.ts'
import { type Instance, startInstance } from '../test/instance.ts'
import { freePort } from '../test/machine/free-port.ts'
import { linnet, type Settings } from '../test/machine/program.ts'
import { startBucket } from '../test/servers/bucket.ts'
import { startMailServer } from '../test/servers/mail-server.ts'
import { startNameServer } from '../test/servers/name-server.ts'

/** A proxy in front of a server, which adds these headers. */
function startProxy(target: string, headers: Record<string, string>) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) =>
      fetch(target + new URL(request.url).pathname, {
        headers: { ...Object.fromEntries(request.headers), ...headers },
      }),
  })
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

for (const engine of engines)
  describe(`a healthy installation on ${engine}`, () => {
    let instance: Instance
    let settings: Settings
    const mail = startMailServer({ server: { authOptional: true, disabledCommands: ['STARTTLS'] } })
    const bucket = startBucket()
    beforeAll(async () => {
      instance = await startInstance(engine)
      const smtp = `smtp://127.0.0.1:${(await mail).port}`
      settings = {
        ...instance.database.env,
        ...{ PORT: new URL(instance.url).port, SMTP_URL: smtp, ASSETS_URL: bucket.url() },
      }
    })
    afterAll(async () => {
      await instance.stop()
      await instance.database.remove()
      await (await mail).stop()
      await bucket.stop()
    })

    test('has no problems, and gets recommendations', async () => {
      const diagnosis = await doctor(settings)
      const { mail, ...others } = states(diagnosis)
      expect(Object.entries(others).filter(([, state]) => state !== 'ok')).toEqual([])
      expect(mail).toBe('warning')
      expect(diagnosis.findings.mail?.says).toContain('without TLS')
      expect(diagnosis.status).toBe(0)
      expect(diagnosis.text).toEndWith('\n\n0 problems, 1 warning.')
      expect(Object.keys(others)).toContain(engine === 'postgres' ? 'notifications' : 'journals')
      expect(diagnosis.findings.address?.says).toStartWith('this instance answers')
    })

    test('is not changed by it', async () => {
      // The server itself prepares its journal's next file.
      const files = () =>
        readdirSync(settings.DATA_DIR as string, { recursive: true })
          .filter((name) => !String(name).includes('spare'))
          .sort()
      const before = files()
      await doctor(settings)
      expect(files()).toEqual(before)
    })

    test('a wrong key, a bucket that refuses access, an unreachable mail server, and no secrets in the output', async () => {
      await instance.account()
      const port = await freePort()
      const diagnosis = await doctor({
        ...settings,
        SECRET_KEY: 'another-key-of-thirty-two-characters',
        ASSETS_URL: bucket.url('a-wrong-secret'),
        SMTP_URL: `smtp://somebody:mail-secret@127.0.0.1:${port}`,
        GEOIP_DB: join(settings.DATA_DIR as string, 'linnet.none'),
      })
      expect(states(diagnosis)).toMatchObject({
        'secret key': 'problem',
        address: 'problem',
        bucket: 'problem',
        mail: 'problem',
        countries: 'problem',
      })
      expect(diagnosis.status).toBe(1)
      for (const secret of ['another-key', 'a-wrong-secret', 'mail-secret'])
        expect(diagnosis.text).not.toContain(secret)
    })

    // These don't depend on the database.
    if (oneEngine.includes(engine)) {
      test("doesn't reveal to others which parts of a request arrive", async () => {
        for (const probe of ['', '1.2', `${Math.floor(Date.now() / 1000)}.${'a'.repeat(43)}`])
          expect(
            (await instance.ask('GET /readyz', { headers: { 'x-linnet-probe': probe } })).text,
          ).not.toContain('seen')
      })

      test('a proxy that hides the host, is not trusted, or sends no address', async () => {
        const hiding = startProxy(instance.url, { host: 'inner.example.com' })
        const saying = startProxy(instance.url, { 'x-forwarded-for': '203.0.113.9' })
        try {
          const hidden = await doctor({ ...settings, PUBLIC_URL: hiding.url })
          expect(onlyProblem(hidden)).toMatchObject({ what: 'host' })
          expect(hidden.findings.host?.says).toContain('inner.example.com')
          const disbelieved = await doctor({ ...settings, PUBLIC_URL: saying.url })
          expect(disbelieved.findings.proxy).toMatchObject({ state: 'problem' })
          expect(disbelieved.findings.proxy?.todo).toMatch(
            /^trust the proxy: TRUST_PROXY=(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/,
          )
          const silent = await doctor({ ...settings, TRUST_PROXY: '127.0.0.1' })
          expect(silent.findings.proxy).toMatchObject({ state: 'warning' })
        } finally {
          await hiding.stop()
          await saying.stop()
        }
      })

      test('a missing PUBLIC_URL if others can reach the server, and hosts that point elsewhere', async () => {
        const { PUBLIC_URL: _, ...unnamed } = settings
        expect((await doctor({ ...unnamed, HOST: '127.0.0.1' })).findings.names).toBeUndefined()
        expect((await doctor({ ...unnamed, HOST: '0.0.0.0' })).findings.names).toMatchObject({
          state: 'warning',
          todo: expect.stringContaining('PUBLIC_URL'),
        })
        const stranger = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('hello') })
        const hiding = startProxy(instance.url, { host: 'inner.example.com' })
        try {
          const diagnosis = await doctor({
            ...settings,
            PUBLIC_URL: instance.url,
            HOST: '0.0.0.0',
            SHORT_URL: `http://127.0.0.1:${stranger.port}`,
            API_URL: hiding.url,
          })
          expect(diagnosis.findings.names).toBeUndefined()
          expect(diagnosis.findings.SHORT_URL).toMatchObject({ state: 'problem' })
          expect(diagnosis.findings.API_URL?.says).toContain('inner.example.com, and get 421')
          expect(diagnosis.findings.MCP_URL).toBeUndefined()
        } finally {
          await stranger.stop(true)
          await hiding.stop()
        }
      })
    }

    test('another server at the URL, and custom domains that don’t resolve to this one', async () => {
      const names = await startNameServer()
      const stranger = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('hello') })
      names.publishAddresses('links.example.com', '127.0.0.1')
      await (await instance.account()).domain('go.example.com')
      const diagnosis = await doctor({
        ...settings,
        DNS_SERVERS: names.address,
        PUBLIC_URL: `http://links.example.com:${stranger.port}`,
      })
      await stranger.stop(true)
      names.stop()
      expect(diagnosis.findings.address).toMatchObject({ state: 'problem' })
      expect(diagnosis.findings.address?.says).toContain('something other')
      expect(diagnosis.findings['domain go.example.com']).toMatchObject({ state: 'problem' })
    })
  })

describe('the database on SQLite', () => {
  async function inFolder(use: (settings: Settings) => Promise<void>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'linnet-doctor-'))
    const settings = { DATA_DIR: folder, PORT: String(await freePort()) }
    try {
      await commandsOn(settings, ['user', 'create', '--email', 'ana@example.com', '--password', 'p'])
      await use(settings)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const change = ({ DATA_DIR }: Settings, statement: string) => {
    const connection = new Database(join(DATA_DIR as string, 'linnet.db'))
    connection.run(statement)
    connection.close()
  }

  test('that is damaged', () =>
    inFolder(async (settings) => {
      change(settings, 'PRAGMA wal_checkpoint(TRUNCATE)')
      const file = openSync(join(settings.DATA_DIR as string, 'linnet.db'), 'r+')
      writeSync(file, Buffer.alloc(256 * 1024, 7), 0, 256 * 1024, 16 * 1024)
      closeSync(file)
      expect(onlyProblem(await doctor(settings)).todo).toContain('backup')
    }))

  test('that a newer version has changed, and that this version will change', () =>
    inFolder(async (settings) => {
      change(settings, "insert into kysely_migration values ('9999-tomorrow', '2099-01-01')")
      expect(onlyProblem(await doctor(settings)).says).toContain('9999-tomorrow')
      change(settings, "delete from kysely_migration where name = '9999-tomorrow'")
      change(settings, 'delete from kysely_migration where name = (select max(name) from kysely_migration)')
      expect((await doctor(settings)).findings.tables).toMatchObject({ state: 'warning' })
    }))

  test('whose key is missing', () =>
    inFolder(async (settings) => {
      change(settings, "insert or replace into instance_facts (name, value) values ('sealing_key', 'abc')")
      rmSync(join(settings.DATA_DIR as string, 'secret.key'), { force: true })
      expect(onlyProblem(await doctor(settings))).toMatchObject({ what: 'secret key' })
    }))

  test('in a folder that is a file: the program exits with status 1', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linnet-doctor-'))
    const file = join(folder, 'data')
    writeFileSync(file, '')
    const { status, out } = await linnet(['doctor'], { DATA_DIR: file, PORT: String(await freePort()) })
    rmSync(folder, { recursive: true })
    expect(out).toContain(`PROBLEM  data: DATA_DIR ${file} can't be used: it is not a folder`)
    expect(out).toContain('1 problem')
    expect(status).toBe(1)
  })
})

describe('a separate host for published pages', () => {
  const finding = async (settings: Settings) =>
    (await doctor({ PORT: String(await freePort()), DATA_DIR: '/nowhere', ...settings })).findings[
      'short links'
    ]

  test('is recommended, with the reason, if short links share the host of the dashboard or of consent', async () => {
    const PUBLIC_URL = 'https://go.example.test'
    for (const settings of [
      { PUBLIC_URL },
      { PUBLIC_URL, SHORT_URL: `${PUBLIC_URL}:8443` },
      {
        PUBLIC_URL,
        AUTH_URL: 'https://a.example.test',
        SHORT_URL: 'https://a.example.test',
        COOKIE_DOMAIN: 'example.test',
      },
    ]) {
      const found = await finding(settings)
      expect(found).toMatchObject({ state: 'warning', says: expect.stringContaining('sign-in') })
      expect(found?.todo).toContain('SHORT_URL')
    }
  })

  test('is useless if the session cookie is sent there as well', async () => {
    const found = await finding({
      PUBLIC_URL: 'https://links.example.test',
      SHORT_URL: 'https://go.example.test',
      COOKIE_DOMAIN: 'example.test',
    })
    expect(found).toMatchObject({ state: 'warning', says: expect.stringContaining('COOKIE_DOMAIN') })
  })

  test('is enough under another name, and not needed on the local machine', async () => {
    const apart = { PUBLIC_URL: 'https://links.example.test', SHORT_URL: 'https://ex.test' }
    expect(await finding(apart)).toMatchObject({ state: 'ok', says: 'have a host of their own, ex.test' })
    expect(await finding({})).toMatchObject({ state: 'ok', says: expect.stringContaining('SHORT_URL') })
  })
})

describe('the database on PostgreSQL', () => {
  test('whose notifications don’t arrive, such as behind a pooler', async () => {
    const { env, remove } = await migratedDatabase('postgres')
    const settings = { ...env, PORT: String(await freePort()) }
    expect((await doctor(settings)).findings.notifications?.state).toBe('ok')
    // Notifications sent in one database do not arrive in another.
    const elsewhere = new URL(env.DATABASE_URL as string)
    elsewhere.pathname = '/postgres'
    const astray = onlyProblem(await doctor({ ...settings, DATABASE_LISTEN_URL: elsewhere.href }))
    expect([astray.what, astray.todo]).toEqual([
      'notifications',
      expect.stringContaining('DATABASE_LISTEN_URL'),
    ])
    await remove()
  })

  test('that is unreachable, or refuses the user: without showing the password', async () => {
    const { env, remove } = await freshDatabase('postgres')
    const url = new URL(env.DATABASE_URL as string)
    url.password = 'database-secret'
    const settings = { ...env, PORT: String(await freePort()) }
    for (const [advice, part] of [
      ['start PostgreSQL', { host: '/nowhere' }],
      ['correct the user', { user: 'nobody-is-called-so' }],
    ] as const) {
      const wrong = new URL(url)
      if ('host' in part) wrong.searchParams.set('host', part.host)
      else wrong.username = part.user
      const diagnosis = await doctor({ ...settings, DATABASE_URL: wrong.href })
      expect(onlyProblem(diagnosis).todo).toContain(advice)
      expect(diagnosis.text).not.toContain('database-secret')
    }
    await remove()
  })

  test('with another encoding, and fewer connections than the node needs', async () => {
    const { env, remove } = await migratedDatabase('postgres')
    const administrator = new pg.Client({ connectionString: env.DATABASE_URL as string })
    await administrator.connect()
    const name = `linnet_latin_${Date.now()}`
    await administrator.query(`create database ${name} encoding LATIN1 locale 'C' template template0`)
    const url = new URL(env.DATABASE_URL as string)
    url.pathname = `/${name}`
    const diagnosis = await doctor({
      ...env,
      ...{ DATABASE_URL: url.href, DATABASE_POOL: '1000', PORT: String(await freePort()) },
      // Not a replica, but the primary itself.
      DATABASE_REPLICA_URL: url.href,
    })
    expect(states(diagnosis)).toMatchObject({
      encoding: 'problem',
      connections: 'problem',
      replica: 'warning',
    })
    await administrator.query(`drop database ${name}`)
    await administrator.end()
    await remove()
  })
})
