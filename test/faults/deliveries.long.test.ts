// Servers that are killed at random moments while links change and events are sent: every event of every change arrives, and
// no other.
import { afterEach, describe, expect, test } from 'bun:test'
import { roomyPlans } from '../accounts/roomy-plans.ts'
import { engines, freshDatabase } from '../databases.ts'
import { endAll, linnetJson, newKey, serve } from '../machine/program.ts'
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts'
import { audit, auditArrivals } from './audit.ts'
import { killAtRandom } from './killing.ts'
import { Service } from './service.ts'
import { randomOf, report, suiteMilliseconds, times } from './suite-settings.ts'
import { prepareTraffic } from './traffic.ts'

afterEach(endAll)

describe.each([...engines])('on %s', (engine) => {
  test(
    'killed at random moments, it sends every event of every change at least once, and no other',
    async () => {
      const random = randomOf(`deliveries on ${engine}`)
      const database = await freshDatabase(engine)
      const settings = {
        ...database.env,
        PLANS_FILE: roomyPlans(),
        TRUST_PROXY: '127.0.0.0/8,::1',
        ALLOW_PRIVATE_TARGETS: 'true',
      }
      const service = new Service(await newKey(settings))
      // Some events are late, some arrive twice because the response is lost, and some must be sent again: once, because
      // after two failures the next attempt waits for a minute.
      const receiver = await startWebhookReceiver(({ id }) => {
        const luck = random.below(100)
        const isFirst = receiver.counts.get(id) === 1
        if (isFirst && luck === 0) return 500
        if (isFirst && luck === 1) return (socket) => socket.destroy()
        return luck < 20 ? Bun.sleep(random.below(30)).then(() => 200) : 200
      })
      await linnetJson(
        ['webhook', 'create', '--email', 'ana@example.com', '--url', receiver.url, '--events', 'all'],
        settings,
      )
      const first = await serve(settings)
      service.url = first.url
      const traffic = await prepareTraffic(service, random, { withEvents: true })
      const kills = times(3, 100)
      const server = await killAtRandom(first, {
        settings,
        service,
        traffic,
        random,
        kills,
        briefMilliseconds: 1500,
      })
      await audit(service, traffic.record, database)
      receiver.answer = () => 200
      const { events, deliveries } = await auditArrivals(service, traffic.record, receiver, database)
      expect(await server.end('SIGTERM')).toBe(0)
      await receiver.stop()
      report(`deliveries on ${engine}`, { kills, events, deliveries })
      await database.remove()
    },
    suiteMilliseconds,
  )
})
