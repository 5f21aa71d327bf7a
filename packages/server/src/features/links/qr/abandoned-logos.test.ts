// Logos whose jobs never finish: a server that stops meanwhile loses nothing, and they are not claimed forever.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { engines } from '../../../../../../test/databases.ts'
import { type Instance, startInstance, startOn } from '../../../../../../test/instance.ts'
import { renderWorkers } from '../../../../../../test/machine/render-workers.ts'
import {
  expectGivenUp,
  expectReady,
  expireClaims,
  jobOf,
  silentPath,
} from '../../../../../../test/pictures/lost-logos.ts'
import { plainPng } from '../../../../../../test/pictures/pictures-of-modules.ts'
import { type LogoServer, startLogoServer, withLogo } from '../../../../../../test/pictures/qr.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

const env = { ALLOW_PRIVATE_TARGETS: 'true' }
const red = plainPng(40, [255, 0, 0])

// abandoned-logos.long.test.ts kills the processes.
describe.each(engines)('a logo whose server ends (%s)', (engine) => {
  let logos: LogoServer
  beforeAll(async () => {
    logos = await startLogoServer()
  })
  afterAll(() => logos.stop())

  test('is released as if never claimed; after three lost claims it is abandoned, and its owner is notified once', async () => {
    const first = await startInstance(engine, env)
    const { database } = first
    const { email, key, call } = await first.account()
    const silent = silentPath(logos, '/silent?token=secret')
    await call('PUT /qr', { body: { logo: silent.url } })
    await silent.once()
    expect(await jobOf(database, email)).toEqual({ status: 'pending', tries: 1, claims: 1 })
    await first.stop()
    expect(await jobOf(database, email)).toEqual({ status: 'pending', tries: 0, claims: 0 })

    await expireClaims(database, 3)
    const instance = await startOn(database, engine, env)
    try {
      await instance.clock.advance(10_000)
      await instance.clock.advance(10_000)
      await expectGivenUp(instance, email, logos)
      for (let hours = 0; hours < 3; hours++) await instance.clock.advance(3_600_000)
      await expectGivenUp(instance, email, logos)
      expect(silent.count()).toBe(1)

      await expectReady(instance, key, logos.put('/good', red))
    } finally {
      await instance.stop()
      await database.remove()
    }
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
    for (const id of renderWorkers()) process.kill(id, 'SIGSTOP')
    const { promise: answered, resolve: tell } = Promise.withResolvers<void>()
    logos.files.set('/drawn', (response) => response.end(red, tell))
    const logo = `${logos.url}/drawn`
    await account.call(`PUT /links/${short}/qr`, { body: { logo } })
    await answered
    // By then the server has read it and waits for its picture.
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
