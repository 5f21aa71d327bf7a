// Many different visitors, each with an address of their own: the hashes of their addresses tell them apart.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../test/instance.ts'

const visitors = 20_000

onEachEngine(
  'the number of visitors',
  (instance) => {
    test('is about right for twenty thousand, some of whom come more than once', async () => {
      const account = await instance.account()
      const { short } = await account.link()
      const numbers = [...Array(visitors).keys(), ...Array(1000).keys()]
      const person = async () => {
        for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
          const address = `198.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
          const { status } = await instance.visit(`/${short}`, { 'x-forwarded-for': address })
          if (status !== 302) throw new Error(`visit ${number} was answered ${status}`)
        }
      }
      await Promise.all(Array.from({ length: 64 }, person))
      await instance.countClicks()
      const [today] = (await account.call(`GET /links/${short}/stats`)).body.data.slice(-1)
      expect(today.clicks).toBe(visitors + 1000)
      // many-visitors.test.ts checks the accuracy with fixed hashes; here, they depend on a random salt.
      expect(today.visitors).toBeWithin(0.95 * visitors, 1.05 * visitors)
    })
  },
  { TRUST_PROXY: '127.0.0.1' },
)
