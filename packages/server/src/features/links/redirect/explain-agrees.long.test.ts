// What `explain` says and what the redirect then does never disagree: thousands of random links and visitors.
import { expect, test } from 'bun:test'
import { compare, generatedVisit, seeded } from '../../../../../../test/generated/explained-visits.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

const seed = Number(process.env.SEED ?? 25)
const atOnce = 20

onEachEngine(
  'explain',
  (instance) => {
    test(`agrees with the redirect for 2,000 links and visitors (SEED=${seed})`, async () => {
      const account = await instance.account()
      const random = seeded(seed)
      let redirected = 0
      for (let round = 0; round < 2000 / atOnce; round++) {
        const visits = Array.from({ length: atOnce }, () => generatedVisit(random, instance.clock.unix()))
        await Promise.all(
          visits.map(async (visit) => {
            const { explained, did } = await compare(instance, account, visit)
            expect(explained.locations, JSON.stringify(visit)).toContain(did.location)
            expect(did.counted, JSON.stringify(visit)).toBe(explained.counted)
            if (!explained.asksSome) expect(did.asks, JSON.stringify(visit)).toBe(explained.asks)
            if (did.location !== null) redirected++
          }),
        )
      }
      // Otherwise the links would be of one kind only.
      expect(redirected).toBeWithin(1000, 1900)
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)
