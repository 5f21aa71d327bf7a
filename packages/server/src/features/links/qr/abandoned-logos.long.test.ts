// Logos whose process is killed or stopped while it works on them: they are not claimed forever, and a shutdown releases them.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { engines, type FreshDatabase, migratedDatabase } from '../../../../../../test/databases.ts'
import { startOn } from '../../../../../../test/instance.ts'
import { endAll, newKey, type ServerProcess, serve } from '../../../../../../test/machine/program.ts'
import {
  expectGivenUp,
  expectReady,
  expireClaims,
  jobOf,
  silentPath,
} from '../../../../../../test/pictures/lost-logos.ts'
import { plainPng } from '../../../../../../test/pictures/pictures-of-modules.ts'
import { type LogoServer, startLogoServer } from '../../../../../../test/pictures/qr.ts'
import { until } from '../../../../../../test/timeouts.ts'

const env = { ALLOW_PRIVATE_TARGETS: 'true' }
const red = plainPng(40, [255, 0, 0])

async function setLogo(server: ServerProcess, key: string, logo: string) {
  const answer = await fetch(`${server.url}/v2/qr`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ logo }),
  })
  expect(answer.status).toBe(200)
}

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

  test('is abandoned after three claims, and its owner is notified once', async () => {
    const settings = { ...database.env, ...env }
    const [key, others] = [await newKey(settings, ana), await newKey(settings, ben)]
    const silent = silentPath(logos, '/silent?token=secret')
    for (let claim = 1; claim <= 3; claim++) {
      const server = await serve(settings)
      // A change makes a process check for due logos; a change of another logo doesn't start this one again.
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
      // On PostgreSQL, a killed node's lease of the shared jobs has to expire first.
      await until('the owner is notified', async () => {
        await instance.clock.advance(10_000)
        return messages().length > 0
      })
      await expectGivenUp(instance, ana, logos)

      for (let minutes = 0; minutes < 20; minutes++) await instance.clock.advance(60_000)
      expect([silent.count(), messages().length]).toEqual([3, 1])

      await expectReady(instance, key, logos.put('/good', red))
    } finally {
      await instance.stop()
    }
  })

  test('is released, as if never claimed, by a process that shuts down', async () => {
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
