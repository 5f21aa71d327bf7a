// Servers that are killed at random moments under load: nothing that was answered is lost, and nothing is counted twice.
import { afterEach, describe, expect, test } from 'bun:test'
import { roomyPlans } from '../accounts/roomy-plans.ts'
import { engines, freshDatabase } from '../databases.ts'
import { endAll, newKey, type ServerProcess, serve } from '../machine/program.ts'
import { endpoint } from '../webhooks/webhooks.ts'
import { audit, auditEvents } from './audit.ts'
import { killAtRandom } from './killing.ts'
import { Service } from './service.ts'
import { randomOf, report, suiteMilliseconds, times } from './suite-settings.ts'
import { prepareTraffic } from './traffic.ts'

afterEach(endAll)

/** The log contains no errors: a kill is not an error within the server. */
async function expectQuietLog(server: ServerProcess): Promise<void> {
  expect((await server.log).split('\n').filter((line) => line.includes('"level":"error"'))).toEqual([])
}

describe.each([...engines])('on %s', (engine) => {
  test(
    'killed at random moments, it loses nothing that was answered, and counts and emits nothing twice',
    async () => {
      const random = randomOf(`killed on ${engine}`)
      const database = await freshDatabase(engine)
      const settings = { ...database.env, PLANS_FILE: roomyPlans(), TRUST_PROXY: '127.0.0.0/8,::1' }
      const service = new Service(await newKey(database.env))
      const first = await serve(settings)
      service.url = first.url
      const listener = await endpoint(database, 'ana@example.com', { events: ['link.clicked', 'qr.scanned'] })
      const traffic = await prepareTraffic(service, random, { withUndo: true })
      const kills = times(6, 100)
      const server = await killAtRandom(first, {
        settings,
        service,
        traffic,
        random,
        kills,
        briefMilliseconds: 400,
        lookAt: expectQuietLog,
      })
      const findings = await audit(service, traffic.record, database)
      expect(findings.answered).toBeGreaterThan(0)
      const events = await auditEvents(service, listener)
      expect(await server.end('SIGTERM')).toBe(0)
      await expectQuietLog(server)
      report(`killed on ${engine}`, { kills, ...findings, events })
      await database.remove()
    },
    suiteMilliseconds,
  )
})
