// Guessing passwords from many addresses: a site has few tries, a link has an overall limit, and neither locks out visitors
// who know the password.
import { expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../../../test/microsites.ts'

onEachEngine(
  'passwords that are guessed from many addresses',
  (instance) => {
    const send = async (path: string, from: string, password = 'wrong') => {
      const headers = { 'x-forwarded-for': from }
      const body = new URLSearchParams({ password })
      return (await instance.ask(`POST ${path}`, { body, headers })).status
    }
    const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length
    const locked = async () => `/${(await (await instance.account()).link({ password: 'sesame' })).short}`
    async function lockedComponent() {
      const account: Account = await instance.account()
      const { slug } = await microsite(account)
      const components = componentsOf(account, slug)
      const { id } = await components.add('LINK')
      const data = { value: 'Hidden', href: 'https://example.com/hidden', password: 'sesame' }
      expect((await components.update(id, 'LINK', data)).status).toBe(200)
      return `/${slug}/${id}`
    }

    test.each([
      ['a link', '/48', locked, (host: number) => `2001:db8:5:${host.toString(16)}::1`],
      ['a link', '/24', locked, (host: number) => `203.0.113.${host}`],
      ['a component', '/48', lockedComponent, (host: number) => `2001:db8:6:${host.toString(16)}::1`],
      ['a component', '/24', lockedComponent, (host: number) => `198.51.100.${host}`],
    ])(
      'at %s, a whole %s has 30 wrong tries a minute, even with 120 at once',
      async (_what, _site, lock, address) => {
        const path = await lock()
        const guesses = Array.from({ length: 120 }, (_, host) => send(path, address(host + 1)))
        const statuses = await Promise.all(guesses)
        expect([count(statuses, 401), count(statuses, 429)]).toEqual([30, 90])
        // Visitors from elsewhere aren't affected.
        expect(await send(path, '192.0.2.1', 'sesame')).toBeOneOf([200, 303])
      },
    )

    test('a link has 100 a minute in total, and every site still has three', async () => {
      const path = await locked()
      const sites = Array.from({ length: 12 }, (_, site) => `2001:db8:${(site + 16).toString(16)}::1`)
      const statuses = await Promise.all(
        sites.flatMap((from) => Array.from({ length: 10 }, () => send(path, from))),
      )
      expect([count(statuses, 401), count(statuses, 429)]).toEqual([100, 20])
      const newcomer = '192.0.2.77'
      expect(await send(path, newcomer, 'wrong')).toBe(401)
      expect(await send(path, newcomer, 'wrong')).toBe(401)
      expect(await send(path, newcomer, 'sesame')).toBe(303)
      expect(await send(path, newcomer, 'wrong')).toBe(401)
      await instance.clock.advance(61_000)
      expect(await send(path, sites[0] as string, 'sesame')).toBe(303)
    })

    test('a visitor who gave the right password is not limited by wrong ones of their site or of others', async () => {
      const path = await locked()
      const known = '203.0.113.5'
      expect(await send(path, known, 'sesame')).toBe(303)
      const neighbours = await Promise.all(
        Array.from({ length: 40 }, (_, host) => send(path, `203.0.113.${host + 100}`)),
      )
      expect(count(neighbours, 401)).toBe(30)
      const world = Array.from({ length: 12 }, (_, site) => `2001:db8:${(site + 64).toString(16)}::1`)
      await Promise.all(world.flatMap((from) => Array.from({ length: 10 }, () => send(path, from))))
      expect(await send(path, '203.0.113.6', 'sesame')).toBe(429)
      for (let visit = 0; visit < 5; visit++) expect(await send(path, known, 'sesame')).toBe(303)
      // They have ten wrong tries, like everyone.
      const own = await Promise.all(Array.from({ length: 15 }, () => send(path, known)))
      expect([count(own, 401), count(own, 429)]).toEqual([10, 5])
    })

    test('a new password resets visitors who knew the old one', async () => {
      const account = await instance.account()
      const { short } = await account.link({ password: 'sesame' })
      expect(await send(`/${short}`, '203.0.113.5', 'sesame')).toBe(303)
      await account.call(`PUT /links/${short}`, { body: { password: 'another' } })
      await Promise.all(Array.from({ length: 40 }, (_, host) => send(`/${short}`, `203.0.113.${host + 100}`)))
      expect(await send(`/${short}`, '203.0.113.5', 'another')).toBe(429)
    })

    test('many right ones at once from one site are all accepted', async () => {
      const path = await locked()
      const statuses = await Promise.all(
        Array.from({ length: 60 }, (_, host) => send(path, `203.0.113.${host + 1}`, 'sesame')),
      )
      expect(count(statuses, 303)).toBe(60)
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)
