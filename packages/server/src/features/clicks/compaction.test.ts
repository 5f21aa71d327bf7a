// Past days lose their sets of visitors, without any visible number changing.
import { expect, test } from 'bun:test'
import { onEachEngine, startOn } from '../../../../../test/instance.ts'
import { ask } from '../../../../../test/webhooks/webhooks.ts'

const day = 86_400_000

interface Row {
  day: string
  link_id: number
  visitors: number
  bytes: number
}

onEachEngine(
  'past days',
  (instance) => {
    const rows = async () =>
      (
        await ask<Row>(
          instance.database,
          'select day, link_id, visitors, length(visitor_sketch) as bytes from link_days order by day, link_id',
        )
      ).map((row) => ({ ...row, bytes: Number(row.bytes), visitors: Number(row.visitors) }))
    const visit = (short: string, address: string) =>
      instance.visit(`/${short}`, { 'x-forwarded-for': address })
    const visitors = async (
      call: (what: string) => Promise<{ body: { data: { timeline: { date: string; visitors: number }[] } } }>,
      date: string,
    ) =>
      (await call(`GET /stats?start=${date}`)).body.data.timeline.find((entry) => entry.date === date)
        ?.visitors

    test('keep the number of visitors and lose their hashes; visitors that are counted later are added', async () => {
      const account = await instance.account()
      const links = await Promise.all(Array.from({ length: 120 }, () => account.link()))
      const [first, second] = links as [(typeof links)[number], (typeof links)[number]]
      for (const { short } of links) await visit(short, '198.51.100.1')
      await visit(first.short, '198.51.100.2')
      await visit(first.short, '198.51.100.2')
      await account.call('GET /stats')
      const old = instance.clock.day()
      const before = await rows()
      expect(before).toHaveLength(120)
      expect(before.every(({ bytes }) => bytes >= 5)).toBe(true)

      await instance.clock.advance(7 * day)
      expect(await rows()).toStrictEqual(before)
      await instance.clock.advance(day)
      await visit(first.short, '198.51.100.1')
      expect(await visitors(account.call, old)).toBe(121)
      expect((await rows()).filter((row) => row.day === old)).toStrictEqual(
        before.map((row) => ({ ...row, bytes: 0 })),
      )
      // Today's set is complete.
      expect((await rows()).filter((row) => row.day !== old).map(({ bytes }) => bytes)).toStrictEqual([5])

      // As if these clicks came from a journal that was found later.
      instance.clock.move(-8 * day)
      expect(instance.clock.day()).toBe(old)
      for (const address of ['198.51.100.3', '198.51.100.3', '198.51.100.4'])
        await visit(second.short, address)
      const late = await account.link()
      await visit(late.short, '198.51.100.1')
      await account.call('GET /stats')
      instance.clock.move(8 * day)
      expect(await visitors(account.call, old)).toBe(124)
      const added = (await rows()).filter((row) => row.day === old && row.visitors === 3)
      expect(added.map(({ bytes }) => bytes)).toStrictEqual([0])
    })

    test('are compacted once, by one node or several concurrent ones', async () => {
      const account = await instance.account()
      const { short } = await account.link()
      await visit(short, '198.51.100.1')
      await account.call('GET /stats')
      const old = instance.clock.day()
      const others =
        instance.engine === 'postgres' ? [await startOn(instance.database, 'postgres', {}, undefined)] : []
      const later = new Date(instance.clock.now() + 9 * day).toISOString()
      await Promise.all([instance, ...others].map(({ clock }) => clock.advanceTo(later)))
      expect((await rows()).filter((row) => row.day === old && row.bytes > 0)).toStrictEqual([])
      // A set that is put back by hand stays: that day isn't looked at again.
      const sketch = instance.engine === 'sqlite' ? "x'0001020304'" : "'\\x0001020304'"
      await ask(instance.database, `update link_days set visitor_sketch = ${sketch} where day = '${old}'`)
      await instance.clock.advance(10_000)
      expect((await rows()).some((row) => row.day === old && row.bytes > 0)).toBe(true)
      for (const other of others) await other.stop()
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)
