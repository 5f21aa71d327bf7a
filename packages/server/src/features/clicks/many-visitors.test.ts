// Many different visitors: the count stays within two percent, however and however often they come.
import { describe, expect, test } from 'bun:test'
import { engines } from '../../../../../test/databases.ts'
import { startInstance, startOn } from '../../../../../test/instance.ts'
import { leavePendingClicks, numbersOf } from '../../../../../test/machine/pending-clicks.ts'

describe.each([...engines])('the number of visitors, on %s', (engine) => {
  test('is within two percent for five thousand and for twenty thousand, each coming more than once', async () => {
    let instance = await startInstance(engine)
    const { database } = instance
    const { key, link } = await instance.account()
    const { short } = await link()
    const numbers = await numbersOf(database, short)
    const ask = async (path: string) => {
      const headers = { authorization: `Bearer ${key}` }
      return (await instance.ask(`GET /v2${path}`, { headers })).body.data
    }
    /** Sends the visitors with these numbers to a server, which counts them when it starts again. */
    async function visitAll(...ranges: [from: number, to: number][]): Promise<void> {
      await instance.stop()
      const visitors = ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at))
      leavePendingClicks(
        database.env.DATA_DIR,
        visitors.map((visitor) => ({ ...numbers, visitor })),
      )
      instance = await startOn(database, engine)
    }
    const visitors = async (): Promise<number> => (await ask(`/links/${short}/stats`)).at(-1).visitors

    await visitAll([0, 5_000], [0, 1_000])
    const few = await visitors()
    expect(few).toBeGreaterThanOrEqual(4_900)
    expect(few).toBeLessThanOrEqual(5_100)
    await visitAll([5_000, 20_000], [0, 1_000])
    const many = await visitors()
    expect(many).toBeGreaterThanOrEqual(19_600)
    expect(many).toBeLessThanOrEqual(20_400)
    // The account's number is the sum over its links.
    expect((await ask('/stats')).timeline.at(-1)).toMatchObject({ clicks: 22_000, visitors: many })
    await instance.stop()
    await database.remove()
  })
})
