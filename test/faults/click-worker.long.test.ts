// The click worker is terminated at random moments: no click is lost or counted twice, and nothing has to wait.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { engines } from '../databases.ts'
import { startInstance } from '../instance.ts'
import { type Threads, watchThreads } from '../machine/click-worker-threads.ts'
import { endpoint } from '../webhooks/webhooks.ts'
import { audit, auditEvents } from './audit.ts'
import { Service } from './service.ts'
import { randomOf, report, suiteMilliseconds, times } from './suite-settings.ts'
import { prepareTraffic } from './traffic.ts'

let threads: Threads
beforeAll(() => {
  threads = watchThreads()
})
afterAll(() => threads.leave())

describe.each([...engines])('on %s', (engine) => {
  test(
    'the click worker, terminated at random moments, loses no click, and counts and emits none twice',
    async () => {
      const random = randomOf(`terminated on ${engine}`)
      const instance = await startInstance(engine, { TRUST_PROXY: '127.0.0.0/8,::1' })
      const account = await instance.account()
      // A thread that dies again before it has served anything leaves requests unanswered for the moment.
      const service = new Service(account.key, true)
      service.url = instance.url
      const events = ['link.clicked', 'qr.scanned']
      const listener = await endpoint(instance.database, account.email, { events })
      const traffic = await prepareTraffic(service, random)
      const terminations = times(8, 300)
      const crowd = traffic.begin()
      for (let count = 0; count < terminations; count++) {
        const thread = threads.newest()
        await traffic.untilSomeMoment(crowd.over)
        const started = threads.started()
        thread.terminate()
        // Its successor starts under load; some are terminated as soon as they start.
        while (threads.started() === started) await service.until('visits', 1, crowd.over)
      }
      crowd.leave()
      await crowd.over
      const findings = await audit(service, traffic.record, instance.database)
      expect(findings.cut).toBe(0)
      expect(findings.counted).toBe(findings.answered)
      const received = await auditEvents(service, listener)
      await instance.stop()
      report(`click worker terminated on ${engine}`, { terminations, ...findings, events: received })
      await instance.database.remove()
    },
    suiteMilliseconds,
  )
})
