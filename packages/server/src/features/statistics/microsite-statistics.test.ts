// Views of a microsite per day, and the taps on each of its components.
import { beforeAll, expect, test } from 'bun:test'
import { type DashboardCall, signIn } from '../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../test/instance.ts'
import { componentsOf, microsite, outcome } from '../../../../../test/microsites.ts'

const day = 86_400_000

onEachEngine('the statistics of a microsite', (instance) => {
  let account: Account
  let call: DashboardCall
  beforeAll(async () => {
    account = await instance.account()
    call = (await signIn(instance, account)).call
  })
  const statistics = async (slug: string, query = '') =>
    (await call(`GET /microsites/${slug}/statistics${query}`)).body.data

  test('have one point for each of the last 30 days, and its components in order, even without views', async () => {
    const { slug, id } = await microsite(account)
    const { add, order } = componentsOf(account, slug)
    const [one, two] = [await add('LINK'), await add('TEXT')]
    await order([two.id, one.id])
    const data = await statistics(slug)
    expect(data).toStrictEqual({
      start: instance.clock.day(-29),
      end: instance.clock.day(),
      views: Array.from({ length: 30 }, (_, index) => ({
        date: instance.clock.day(index - 29),
        clicks: 0,
        bots: 0,
        visitors: 0,
      })),
      previous: {
        start: instance.clock.day(-59),
        end: instance.clock.day(-30),
        clicks: 0,
        bots: 0,
        visitors: 0,
        taps: 0,
      },
      components: [
        { id: two.id, kind: 'TEXT', taps: 0 },
        { id: one.id, kind: 'LINK', taps: 0 },
      ],
    })
    expect(await statistics(id)).toStrictEqual(data)
    const empty = await microsite(account)
    expect((await statistics(empty.slug)).components).toStrictEqual([])
  })

  test('count views and taps on the requested days, and none of them for the account’s links', async () => {
    const { slug } = await microsite(account)
    const { add } = componentsOf(account, slug)
    const { id } = await add('LINK', { value: 'Shop', href: 'https://example.com/' })
    const other = await add('LINK', { value: 'Blog', href: 'https://example.org/' })
    for (const path of [`/${slug}`, `/${slug}/${id}`]) await instance.visit(path)
    await instance.clock.advance(2 * day)
    for (const path of [`/${slug}`, `/${slug}`, `/${slug}/${id}`, `/${slug}/${id}`, `/${slug}/${other.id}`])
      await instance.visit(path)
    const all = await statistics(slug)
    expect(all.views.at(-1)).toStrictEqual({ date: instance.clock.day(), clicks: 2, bots: 0, visitors: 1 })
    expect(all.views.at(-3)).toMatchObject({ clicks: 1, visitors: 1 })
    expect(all.components).toStrictEqual([
      { id, kind: 'LINK', taps: 3 },
      { id: other.id, kind: 'LINK', taps: 1 },
    ])
    const today = await statistics(slug, `?start=${instance.clock.day()}`)
    expect(today.views).toHaveLength(1)
    expect(today.components.map(({ taps }: { taps: number }) => taps)).toStrictEqual([2, 1])
    const twoDays = await statistics(slug, `?start=${instance.clock.day(-1)}`)
    expect(twoDays.previous).toStrictEqual({
      start: instance.clock.day(-3),
      end: instance.clock.day(-2),
      clicks: 1,
      bots: 0,
      visitors: 1,
      taps: 1,
    })
    expect((await account.call(`GET /microsites/${slug}`)).body.data.views).toBe(3)
    const [listed] = (await account.call('GET /microsites?limit=1')).body.data
    expect([listed.slug, listed.views]).toStrictEqual([slug, 3])
    expect((await account.call('GET /stats')).body.data.clicks).toBe(0)
  })

  test('of an invalid range are 400, as for links', async () => {
    const { slug } = await microsite(account)
    for (const query of [
      '?start=2026-02-30',
      '?end=x',
      '?start=2026-02-02&end=2026-02-01',
      '?start=0001-01-01',
    ])
      expect((await call(`GET /microsites/${slug}/statistics${query}`)).status).toBe(400)
  })

  test('go back as far as the plan shows, and further is 403 plan_limit', async () => {
    const free = await instance.account({ plan: 'free' })
    const { slug } = await microsite(free)
    const { call } = await signIn(instance, free)
    const from = (days: number) =>
      call(`GET /microsites/${slug}/statistics?start=${instance.clock.day(-days)}`)
    const within = await from(30)
    expect([within.status, within.body.data.previous]).toStrictEqual([200, null])
    expect(outcome(await from(31))).toStrictEqual([403, 'plan_limit'])
  })

  test("of another account's microsite are 404", async () => {
    const { slug } = await microsite(await instance.account())
    for (const path of [slug, 'nothing', '%00'])
      expect(outcome(await call(`GET /microsites/${path}/statistics`))).toStrictEqual([404, 'not_found'])
  })
})
