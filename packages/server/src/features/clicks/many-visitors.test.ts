// Many different visitors: their number stays within two percent, however they come and however often.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../test/instance.ts'

onEachEngine(
  'the number of visitors',
  (instance) => {
    test('is within two percent for five thousand and for twenty thousand, each coming more than once', async () => {
      const account = await instance.account()
      const { short } = await account.link()
      const visit = async (number: number) => {
        const address = `198.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
        const answer = await instance.visit(`/${short}`, { 'x-forwarded-for': address })
        if (answer.status !== 302) throw new Error(`visit ${number} was answered ${answer.status}`)
      }
      async function visitAll(from: number, to: number): Promise<void> {
        let next = from
        await Promise.all(
          Array.from({ length: 64 }, async () => {
            while (next < to) await visit(next++)
          }),
        )
      }
      const visitors = async (): Promise<number> =>
        (await account.call(`GET /links/${short}/stats`)).body.data.at(-1).visitors

      await visitAll(0, 5_000)
      await visitAll(0, 1_000)
      const few = await visitors()
      expect(few).toBeGreaterThanOrEqual(4_900)
      expect(few).toBeLessThanOrEqual(5_100)
      await visitAll(5_000, 20_000)
      await visitAll(0, 1_000)
      const many = await visitors()
      expect(many).toBeGreaterThanOrEqual(19_600)
      expect(many).toBeLessThanOrEqual(20_400)
      // The account's number is the sum over its links.
      const { body } = await account.call('GET /stats')
      expect(body.data.timeline.at(-1)).toMatchObject({ clicks: 22_000, visitors: many })
    })
  },
  { TRUST_PROXY: '127.0.0.1' },
)
