// No span of 60 seconds admits more than 38 requests of a credential, with bursts at random moments and servers killed.
import { afterEach, describe, expect, test } from 'bun:test'
import { engines, freshDatabase } from '../databases.ts'
import { endAll, newKey, serve } from '../machine/program.ts'
import { type Admission, limit, mostInASpan, span } from './admissions.ts'
import { randomOf, report, suiteMilliseconds, times } from './suite-settings.ts'

afterEach(endAll)

const duration = times(4000, 300_000)

describe.each([...engines])('on %s', (engine) => {
  test(
    'no span of 60 seconds admits more than 38, whichever servers are killed meanwhile',
    async () => {
      const random = randomOf(`limit on ${engine}`)
      const { env, remove } = await freshDatabase(engine)
      const key = await newKey(env)
      const admissions: Admission[] = []
      let server = await serve(env)
      let kills = 0
      let requests = 0

      async function ask(): Promise<void> {
        requests++
        const sent = performance.now()
        const headers = { authorization: `Bearer ${key}` }
        // A request that was cut off may have been admitted or not, so it doesn't count as admitted.
        const answer = await fetch(`${server.url}/v2/user`, { headers }).catch(() => null)
        if (answer?.status === 200) admissions.push({ sent, answered: performance.now() })
        else if (answer) expect(answer.status).toBe(429)
      }

      const end = performance.now() + duration
      while (performance.now() < end) {
        const burst = Array.from({ length: 1 + random.below(30) }, ask)
        if (random.below(6) === 0 || kills === 0) {
          await Promise.race(burst)
          await server.end('SIGKILL')
          kills++
          await Promise.all(burst)
          server = await serve(env)
        }
        await Promise.all(burst)
        await Bun.sleep(random.below(times(300, 3000)))
      }
      expect(admissions.length).toBeGreaterThan(0)
      expect(mostInASpan(admissions)).toBeLessThanOrEqual(limit)
      // It doesn't refuse forever: nearly every minute is used up.
      expect(admissions.length).toBeGreaterThanOrEqual(Math.floor(duration / span) * (limit / 2))
      const figures = { kills, requests, admitted: admissions.length }
      report(`request limit on ${engine}`, { ...figures, 'at most in a span': mostInASpan(admissions) })
      await server.end('SIGTERM')
      await remove()
    },
    suiteMilliseconds,
  )
})
