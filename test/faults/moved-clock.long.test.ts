// The machine's clock is set an hour forward and back under load, around midnight: every click still counts once.
import { describe, expect, test } from 'bun:test'
import { engines } from '../databases.ts'
import { startInstance } from '../instance.ts'
import { audit } from './audit.ts'
import { Service } from './service.ts'
import { randomOf, report, suiteMilliseconds, times } from './suite-settings.ts'
import { prepareTraffic } from './traffic.ts'

const hour = 3_600_000

describe.each([...engines])('on %s', (engine) => {
  test(
    'setting the clock an hour forward or back loses no click, no change and no unit',
    async () => {
      const random = randomOf(`moved on ${engine}`)
      const instance = await startInstance(engine, { TRUST_PROXY: '127.0.0.0/8,::1' })
      const { clock } = instance
      // Far from the end of a month, when quotas reset.
      await clock.advanceTo(`${clock.day(31).slice(0, 7)}-15T23:30:00Z`)
      const service = new Service((await instance.account()).key)
      service.url = instance.url
      const traffic = await prepareTraffic(service, random)
      const moves = times(12, 300)
      const crowd = traffic.begin()
      for (let move = 0; move < moves; move++) {
        await traffic.untilSomeMoment(crowd.over)
        // Forward and back, back and forward, in turn.
        clock.move([hour, -hour, -hour, hour][move % 4] as number)
        // Scheduled jobs keep their pace, whatever the time: salts are renewed and limits pruned.
        if (random.below(4) === 0) await clock.advance(60_000)
      }
      crowd.leave()
      await crowd.over
      const findings = await audit(service, traffic.record, instance.database, clock.day())
      expect(findings.cut).toBe(0)
      expect(findings.counted).toBe(findings.answered)
      await instance.stop()
      report(`clock moved on ${engine}`, { moves, ...findings })
      await instance.database.remove()
    },
    suiteMilliseconds,
  )
})
