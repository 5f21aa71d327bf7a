// Reports of more clicks than are read: answered from the sums or from the newest clicks, with a note.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../test/accounts/sign-in.ts'
import { type Instance, onEachEngine } from '../../../../../test/instance.ts'
import { ask } from '../../../../../test/webhooks/webhooks.ts'

/** Makes the stored sums of a day larger than a report reads, as on a busy account. */
async function swell({ database, engine }: Instance, day: string, clicks: number): Promise<void> {
  const [number, name] = engine === 'sqlite' ? ['?1', '?2'] : ['$1', '$2']
  await ask(database, `update account_days set clicks = ${number} where day = ${name}`, [clicks, day])
}

onEachEngine('a report of very many clicks', (instance) => {
  test('reads at most a million clicks: sums cover the rest, and a filter covers the newest', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    await instance.visit(`/${short}`)
    await instance.clock.advance(86_400_000)
    await instance.visit(`/${short}`)
    const { call } = await signIn(instance, account)
    const report = async (query = '') => {
      const answer = await call(`GET /reports?start=${instance.clock.day(-3)}${query}`)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.data
    }
    expect((await report('&country=ZZ')).coverage).toMatchObject({ exact: true, notes: [] })
    await swell(instance, instance.clock.day(-1), 1_000_000)
    const filtered = await report('&country=ZZ')
    expect(filtered.totals.clicks).toBe(1)
    expect(filtered.previous).toBeNull()
    expect(filtered.coverage).toMatchObject({
      clicks_since: Date.parse(instance.clock.day()) / 1000,
      exact: false,
      notes: ['newest_only'],
    })
    // Without a filter, that day's sums by the hour are used, which `swell` doesn't change.
    expect((await report()).totals.clicks).toBe(2)
    expect((await report()).coverage.notes).toContain('newest_only')
    // If nothing is filtered out, only sums are read, however many clicks the day has.
    const all = await report('&crawlers=true')
    expect(all.totals.clicks).toBe(2)
    expect(all.breakdowns.systems).toBeNull()
    expect(all.coverage).toMatchObject({ exact: true, clicks_since: null, notes: [] })
  })

  test('reads the newest clicks of a day that alone has too many', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    await instance.visit(`/${short}`)
    const { call } = await signIn(instance, account)
    expect((await call('GET /reports')).body.data.totals.clicks).toBe(1)
    await swell(instance, instance.clock.day(), 2_000_000)
    const { data } = (await call('GET /reports?browser=Chrome')).body
    expect(data.totals.clicks).toBe(1)
    expect(data.coverage).toMatchObject({ exact: false, notes: ['newest_only'] })
    expect(data.coverage.clicks_since).toBeGreaterThan(data.until - 86_400)
  })

  // Comes last, because it deletes all individual clicks.
  test('combines daily totals, for days without individual clicks, with the individual clicks since', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    await instance.visit(`/${short}`)
    await account.call('GET /stats')
    await ask(instance.database, 'delete from click_blocks')
    await instance.clock.advance(2 * 86_400_000)
    await instance.visit(`/${short}`)
    const { call } = await signIn(instance, account)
    const { data } = (await call('GET /reports')).body
    expect(data.totals.clicks).toBe(2)
    expect(data.coverage).toMatchObject({
      clicks_since: Date.parse(instance.clock.day(-1)) / 1000,
      exact: true,
    })
    const filtered = (await call('GET /reports?browser=Chrome')).body.data
    expect(filtered.totals.clicks).toBe(1)
    expect(filtered.coverage).toMatchObject({ exact: false, notes: ['before_kept'] })
  })
})

onEachEngine(
  'a report without individual clicks',
  (instance) => {
    test('uses sums, and says that a filter finds nothing', async () => {
      const account = await instance.account()
      const { short } = await account.link()
      await instance.visit(`/${short}`)
      const { call } = await signIn(instance, account)
      const { data } = (await call('GET /reports')).body
      expect(data.totals.clicks).toBe(1)
      expect(data.breakdowns).toMatchObject({ browsers: [{ name: 'Chrome', clicks: 1 }], systems: null })
      expect(data.coverage).toMatchObject({ kept_since: null, clicks_since: null, exact: true })
      const filtered = (await call('GET /reports?browser=Chrome')).body.data
      expect(filtered.totals.clicks).toBe(0)
      expect(filtered.coverage).toMatchObject({ exact: false, notes: ['before_kept'] })
    })
  },
  { CLICK_RETENTION_DAYS: '0' },
)
