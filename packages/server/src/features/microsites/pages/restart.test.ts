// Views and taps are as durable as clicks: each counts once, even after a restart.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { engines, migratedDatabase } from '../../../../../../test/databases.ts'
import { startOn } from '../../../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../../../test/microsites.ts'

test.each(engines)(
  'views and taps that were answered before a restart each count once after it, on %s',
  async (engine) => {
    const database = await migratedDatabase(engine)
    const first = await startOn(database, engine)
    const account = await first.account()
    const { slug } = await microsite(account)
    const { id } = await componentsOf(account, slug).add('LINK', { href: 'https://example.com/' })
    for (let visit = 0; visit < 30; visit++) await first.visit(`/${slug}`)
    for (let tap = 0; tap < 20; tap++) await first.visit(`/${slug}/${id}`)
    await first.stop()
    const second = await startOn(database, engine, {}, first.clock)
    for (let visit = 0; visit < 3; visit++) await second.visit(`/${slug}`)
    const { call } = await signIn(second, account)
    const { views, components } = (await call(`GET /microsites/${slug}/statistics`)).body.data
    const sum = views.reduce((all: number, { clicks }: { clicks: number }) => all + clicks, 0)
    expect(sum).toBe(33)
    expect(components).toMatchObject([{ id, taps: 20 }])
    await second.stop()
    await database.remove()
  },
)
