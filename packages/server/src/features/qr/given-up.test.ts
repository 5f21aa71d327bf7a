// Logos whose jobs never come back: a process that is killed or stopped over one loses nothing, and no start claims it for ever.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { engines, type FreshDatabase, migratedDatabase } from '../../../../../test/databases.ts'
import { type Instance, startInstance, startOn } from '../../../../../test/instance.ts'
import { until } from '../../../../../test/patience.ts'
import { plainPng } from '../../../../../test/pictures-of-modules.ts'
import { endAll, newKey, type ServerProcess, serve } from '../../../../../test/program.ts'
import { type LogoServer, startLogoServer, withLogo } from '../../../../../test/qr.ts'
import { renderProcesses } from '../../../../../test/render-processes.ts'
import { signIn } from '../../../../../test/sign-in.ts'
import { ask } from '../../../../../test/webhooks.ts'

const env = { ALLOW_PRIVATE_TARGETS: 'true' }
const red = plainPng(40, [255, 0, 0])

/** A path of the logo server that never answers; resolves each time that it is asked for. */
function silentPath(logos: LogoServer, path: string) {
  let asked = Promise.withResolvers<void>()
  logos.files.set(path, () => asked.resolve())
  return {
    url: logos.url + path,
    async once() {
      await asked.promise
      asked = Promise.withResolvers()
    },
    count: () => logos.asked.filter((one) => one === path).length,
  }
}

async function setLogo(server: ServerProcess, key: string, logo: string) {
  const answer = await fetch(`${server.url}/v2/qr`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ logo }),
  })
  expect(answer.status).toBe(200)
}

/** What the database has of an account's logo. */
async function jobOf(database: FreshDatabase, email: string) {
  const [row] = await ask<Record<string, string | number | null>>(
    database,
    `select logo_status, logo_tries, logo_claims from qr_settings
      join users on users.id = user_id where email = ?`,
    [email],
  )
  return { status: row?.logo_status, tries: Number(row?.logo_tries), claims: Number(row?.logo_claims) }
}

/** As if the lease of a claim had run out. */
const expireClaims = (database: FreshDatabase) =>
  ask(database, 'update qr_settings set logo_due_at = 1 where logo_due_at is not null')

describe.each(engines)('a logo whose process dies (%s)', (engine) => {
  let database: FreshDatabase
  let logos: LogoServer
  const [ana, ben] = ['ana@example.com', 'ben@example.com']
  beforeAll(async () => {
    database = await migratedDatabase(engine)
    logos = await startLogoServer()
  })
  afterEach(endAll)
  afterAll(async () => {
    logos.stop()
    await database.remove()
  })

  test('is given up after three claims, and its owner notified once', async () => {
    const settings = { ...database.env, ...env }
    const [key, others] = [await newKey(settings, ana), await newKey(settings, ben)]
    const silent = silentPath(logos, '/silent?token=secret')
    for (let claim = 1; claim <= 3; claim++) {
      const server = await serve(settings)
      // A change has a process look for what is due; of others, it is no new start for this one.
      if (claim === 1) await setLogo(server, key, silent.url)
      else await setLogo(server, others, logos.put(`/${claim}`, red))
      await silent.once()
      await server.end('SIGKILL')
      expect(await jobOf(database, ana)).toEqual({ status: 'pending', tries: claim, claims: claim })
      await expireClaims(database)
    }

    const instance = await startOn(database, engine, env)
    try {
      const messages = () => instance.messages.filter(({ to }) => to === ana)
      // On PostgreSQL a killed node's lease of what one node does for all has to run out first.
      await until('the owner is told', async () => {
        await instance.clock.advance(10_000)
        return messages().length > 0
      })
      expect((await jobOf(database, ana)).status).toBe('failed')
      const [message] = messages()
      expect(message?.subject).toBe('A QR code logo could not be processed')
      expect(message?.text).toContain(new URL(logos.url).host)
      expect(message?.text).toContain(`${instance.url}/dashboard/qr`)
      // The rest of the address may be a secret.
      expect(message?.text).not.toContain('secret')
      const { call } = await signIn(instance, { email: ana })
      const lines = (await call('GET /audit?limit=10')).body.data
      expect(lines.filter(({ action }: { action: string }) => action === 'logo_given_up')).toEqual([
        expect.objectContaining({ detail: { host: new URL(logos.url).host } }),
      ])

      for (let minutes = 0; minutes < 20; minutes++) await instance.clock.advance(60_000)
      expect([silent.count(), messages().length]).toEqual([3, 1])

      const headers = { authorization: `Bearer ${key}` }
      const put = { headers, body: { logo: logos.put('/good', red) } }
      expect((await instance.ask('PUT /v2/qr', put)).status).toBe(200)
      await instance.clock.advance(6_000)
      expect((await instance.ask('GET /v2/qr', { headers })).body.data.logo_status).toBe('ready')
    } finally {
      await instance.stop()
    }
  })

  test('is handed back, as if never claimed, by a process that shuts down', async () => {
    const settings = { ...database.env, ...env }
    const email = `cem@example.com`
    const key = await newKey(settings, email)
    const silent = silentPath(logos, '/stopped')
    const server = await serve(settings)
    await setLogo(server, key, silent.url)
    await silent.once()
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await jobOf(database, email)).toEqual({ status: 'pending', tries: 0, claims: 0 })
  })
})

describe('a server that shuts down', () => {
  let instance: Instance
  let logos: LogoServer
  beforeAll(async () => {
    instance = await startInstance('sqlite', env)
    logos = await startLogoServer()
  })
  afterAll(() => logos.stop())

  test('does not wait for a logo whose rendering hangs', async () => {
    const account = await instance.account()
    await withLogo(account, '/qr', { logo: logos.put('/quick', red) })
    const { short } = await account.link()
    for (const id of renderProcesses()) process.kill(id, 'SIGSTOP')
    const { promise: answered, resolve: tell } = Promise.withResolvers<void>()
    logos.files.set('/drawn', (response) => response.end(red, tell))
    const logo = `${logos.url}/drawn`
    await account.call(`PUT /links/${short}/qr`, { body: { logo } })
    await answered
    // By then the server has read it, too, and waits for its picture.
    for (let round = 0; round < 5; round++) await instance.ask('GET /healthz')
    await instance.stop()
    const [row] = await ask<{ logo_status: string }>(
      instance.database,
      `select logo_status from qr_settings where logo = '${logo}'`,
    )
    expect(row?.logo_status).toBe('pending')
    await instance.database.remove()
  })
})
