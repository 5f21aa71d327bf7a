// Strangers make up placements: every click is still counted once, and a link keeps at most two hundred names.
import { describe, expect, test } from 'bun:test'
import type { LinkPlacements } from '@linnet/contract'
import { engines } from '../../../../../../test/databases.ts'
import { type Account, type Instance, startInstance, startOn } from '../../../../../../test/instance.ts'
import { leavePendingClicks, numbersOf } from '../../../../../../test/machine/pending-clicks.ts'
import { until } from '../../../../../../test/timeouts.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

const mostNames = 200
type Counted = { name: string; clicks: number }

async function breakdownOf(server: Instance, account: Account, short: string): Promise<Counted[]> {
  const headers = { authorization: `Bearer ${account.key}` }
  return (await server.ask(`GET /v2/links/${short}/stats/breakdown`, { headers })).body.data.placements
}
const sumOf = (counted: readonly Counted[]) => counted.reduce((sum, { clicks }) => sum + clicks, 0)

describe.each([...engines])('a link with thousands of made-up placements, on %s', (engine) => {
  test('counts each click once while visitors come and its owner reads, and keeps the frequent and the planned names', async () => {
    const instance = await startInstance(engine)
    const account = await instance.account()
    const { short } = await account.link()
    await account.call(`PUT /links/${short}/placements`, { body: { names: ['Planned', 'Never clicked'] } })
    await instance.visit(`/${short}?via=planned`)
    const visits = 10_000
    let next = 0
    let isOver = false
    const visitors = Array.from({ length: 32 }, async () => {
      for (let visit = next++; visit < visits; visit = next++) {
        const name = visit % 50 === 0 ? 'Frequent' : `made-up-${visit}`
        await instance.visit(`/${short}?via=${name}`)
      }
    })
    const reader = (async () => {
      while (!isOver) {
        const shown = await breakdownOf(instance, account, short)
        expect(shown.length).toBeLessThanOrEqual(mostNames + 1)
        await Bun.sleep(50)
      }
    })()
    await Promise.all(visitors)
    isOver = true
    await reader
    await instance.visit(`/${short}?via=PLANNED`)
    await instance.countClicks()
    const counted = await breakdownOf(instance, account, short)
    expect(sumOf(counted)).toBe(visits + 2)
    expect(counted.length).toBeLessThanOrEqual(mostNames + 1)
    const clicks = new Map(counted.map((one) => [one.name, one.clicks]))
    expect([clicks.get('Planned'), clicks.get('Frequent')]).toEqual([2, visits / 50])
    const { data } = (await account.call(`GET /links/${short}/placements`)).body as { data: LinkPlacements }
    expect(data.placements).toHaveLength(mostNames)
    expect(data.placements.slice(0, 2).map(({ name, clicks }) => [name, clicks])).toEqual([
      ['Planned', 2],
      ['Never clicked', 0],
    ])
    expect(sumOf(data.placements) + data.other).toBe(visits + 2)
    const days = await ask<{ counts: string }>(instance.database, 'select counts from placement_days')
    for (const { counts } of days) expect(JSON.parse(counts).length).toBeLessThanOrEqual(mostNames + 1)
    await instance.stop()
    await instance.database.remove()
  }, 120_000)

  test('counts the clicks that a killed server left under their names, in single clicks too, and keeps its rows small', async () => {
    const first = await startInstance(engine)
    const { database } = first
    const account = await first.account()
    const { short } = await account.link({ custom_slug: 'killed' })
    await first.visit('/killed?via=before')
    await first.stop()
    const numbers = await numbersOf(database, 'killed')
    const left = Array.from({ length: 50_000 }, (_, click) => ({
      ...numbers,
      placement: click % 100 === 0 ? 'frequent' : `${'🪧'.repeat(59)}${click}`,
    }))
    leavePendingClicks(database.env.DATA_DIR, left)
    const server = await startOn(database, engine)
    let counted: Counted[] = []
    // With so many pending clicks, a query doesn't wait for all of them.
    await until(
      () => `only ${sumOf(counted)} clicks were counted`,
      async () => {
        counted = await breakdownOf(server, account, short)
        return sumOf(counted) >= 50_001
      },
    )
    expect(sumOf(counted)).toBe(50_001)
    expect(counted[0]).toEqual({ name: 'frequent', clicks: 500 })
    expect(counted).toHaveLength(mostNames + 1)
    const sizes = await ask<{ bytes: number }>(
      database,
      `select length(counted) as bytes from link_placements union all select length(counts) from placement_days
       union all select length(planned) from link_placements`,
    )
    for (const { bytes } of sizes) expect(Number(bytes)).toBeLessThan(40_000)
    const blocks = await ask<{ content: string }>(database, 'select content from click_blocks')
    const placed = blocks.flatMap(({ content }) => {
      const { placements } = JSON.parse(content) as { placements?: { names: string[]; clicks: number[] } }
      expect(placements?.names.length ?? 0).toBeLessThanOrEqual(mostNames + 1)
      return placements?.clicks ?? []
    })
    expect(placed).toHaveLength(2 * 50_001)
    await server.stop()
    await database.remove()
  }, 120_000)
})
