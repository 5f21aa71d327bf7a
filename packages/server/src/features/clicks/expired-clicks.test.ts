// Individual clicks past their retention are shown to no one, even before they are deleted.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../test/accounts/sign-in.ts'
import { listen } from '../../../../../test/browser/event-source.ts'
import { onEachEngine } from '../../../../../test/instance.ts'
import { ask } from '../../../../../test/webhooks/webhooks.ts'

const day = 86_400_000

onEachEngine(
  'expired individual clicks',
  (instance) => {
    const kept = async () =>
      (await ask<{ day: string }>(instance.database, 'select day from click_blocks order by day')).map(
        (row) => row.day,
      )

    test('are in no export and no report before they are deleted, and deleted soon', async () => {
      const account = await instance.account()
      const { short } = await account.link()
      await instance.visit(`/${short}`)
      await account.call('GET /stats')
      const old = instance.clock.day()
      // No scheduled job runs, so expired rows are still there.
      instance.clock.move(4 * day)
      await instance.visit(`/${short}`)
      const { call } = await signIn(instance, account)
      const { text } = await call('GET /export')
      const clicks = text.split('\n').filter((line) => line.startsWith('{"type":"click"'))
      expect(await kept()).toStrictEqual([old, instance.clock.day()])
      expect(clicks).toHaveLength(1)
      // The sums are kept forever.
      expect(text).toContain(`"day":"${old}"`)
      const report = (await call(`GET /reports?start=${old}&browser=Chrome`)).body.data
      expect(report.totals.clicks).toBe(1)
      await instance.clock.advance(600_000)
      expect(await kept()).toStrictEqual([instance.clock.day()])
      expect((await account.call(`GET /links/${short}/stats/lifetime`)).body.data).toEqual({ clicks: 2 })
    })

    test('are not shown in the live view as if they were new', async () => {
      const account = await instance.account()
      const [old, fresh] = [await account.link(), await account.link()]
      const { cookie } = await signIn(instance, account)
      const source = await listen(`${instance.url}/api/live`, { cookie })
      instance.clock.move(-4 * day)
      await instance.visit(`/${old.short}`)
      await account.call('GET /stats')
      instance.clock.move(4 * day)
      await instance.visit(`/${fresh.short}`)
      await instance.clock.advance(1000)
      expect((await source.next())?.data.link.short).toBe(fresh.short)
      source.close()
    })
  },
  { CLICK_RETENTION_DAYS: '3' },
)
