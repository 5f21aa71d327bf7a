// The address of a visitor: X-Forwarded-For counts only from proxies that TRUST_PROXY names, and can't be forged past them.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Account, type Instance, onEachEngine } from '../../../../../../test/instance.ts'

interface Seen {
  visitors: number
  countries: string[]
}

/** Visits a new link once for each value of X-Forwarded-For, and returns what the statistics show of them. */
async function seen(instance: Instance, account: Account, forwarded: string[]): Promise<Seen> {
  const { short } = await account.link()
  for (const value of forwarded)
    expect((await instance.visit(`/${short}`, { 'x-forwarded-for': value })).status).toBe(302)
  const days = await account.call(`GET /links/${short}/stats`)
  const breakdown = await account.call(`GET /links/${short}/stats/breakdown`)
  return {
    visitors: days.body.data.at(-1).visitors,
    countries: breakdown.body.data.locations.map(({ code }: { code: string }) => code).sort(),
  }
}

async function wrongTry(instance: Instance, short: string, forwarded: string): Promise<number> {
  const answer = await instance.ask(`POST /${short}`, {
    body: new URLSearchParams({ password: 'no' }),
    headers: { 'x-forwarded-for': forwarded },
  })
  return answer.status
}

onEachEngine('without trusted proxies', (instance) => {
  test('X-Forwarded-For is ignored: whatever it contains, the visitor is the address that connected', async () => {
    const account = await instance.account()
    const forwarded = ['8.8.8.8', '1.1.1.1', '202.134.0.155, 8.8.8.8', 'garbage', '']
    expect(await seen(instance, account, forwarded)).toEqual({ visitors: 1, countries: ['ZZ'] })
  })

  test('it gives no extra tries at a password', async () => {
    const account = await instance.account()
    const { short } = await account.link({ password: 'sesame' })
    for (let attempt = 0; attempt < 10; attempt++)
      expect(await wrongTry(instance, short, `203.0.113.${attempt}`)).toBe(401)
    expect(await wrongTry(instance, short, '203.0.113.99')).toBe(429)
  })
})

onEachEngine(
  'behind a trusted proxy',
  (instance) => {
    let account: Account
    beforeAll(async () => {
      account = await instance.account()
    })

    test("the address that the proxy appended is the visitor's, with its country", async () => {
      const forwarded = ['8.8.8.8', '202.134.0.155', '2001:4860:4860::8888']
      expect(await seen(instance, account, forwarded)).toEqual({ visitors: 3, countries: ['ID', 'US'] })
    })

    test("addresses to its left, which visitors can forge, don't count", async () => {
      const forwarded = [
        '1.1.1.1, 8.8.8.8',
        '202.134.0.155,8.8.8.8',
        'garbage, 8.8.8.8',
        '127.0.0.1, 8.8.8.8',
      ]
      expect(await seen(instance, account, forwarded)).toEqual({ visitors: 1, countries: ['US'] })
    })

    test('trusted proxies in a chain are skipped from the right', async () => {
      const forwarded = ['8.8.8.8, 127.0.0.9', '8.8.8.8, 127.1.2.3, ::1', '8.8.8.8,127.0.0.1 , 127.0.0.2']
      expect(await seen(instance, account, forwarded)).toEqual({ visitors: 1, countries: ['US'] })
    })

    test('one address in several notations is one visitor', async () => {
      const v4 = [
        '8.8.8.8',
        ' 8.8.8.8 ',
        '8.8.8.8:51234',
        '::ffff:8.8.8.8',
        '::ffff:808:808',
        '[::ffff:8.8.8.8]:80',
      ]
      expect(await seen(instance, account, v4)).toEqual({ visitors: 1, countries: ['US'] })
      const v6 = [
        '2001:4860:4860::8888',
        '[2001:4860:4860::8888]',
        '[2001:4860:4860::8888]:443',
        '2001:4860:4860:0:0:0:0:8888',
        '2001:4860:4860:0000:0000:0000:0000:8888',
      ]
      expect(await seen(instance, account, v6)).toEqual({ visitors: 1, countries: ['US'] })
    })

    test('garbage instead of an address makes the proxy itself the visitor', async () => {
      const forwarded = [
        'garbage',
        '',
        'unknown',
        '8.8.8.8, _hidden',
        '999.1.1.1',
        '<script>',
        ',',
        '8.8.8.8,',
      ]
      expect(await seen(instance, account, forwarded)).toEqual({ visitors: 1, countries: ['ZZ'] })
    })

    test('password tries count for the address that the proxy saw', async () => {
      const { short } = await account.link({ password: 'sesame' })
      for (let attempt = 0; attempt < 10; attempt++)
        expect(await wrongTry(instance, short, `10.0.0.${attempt}, 8.8.8.8`)).toBe(401)
      expect(await wrongTry(instance, short, '8.8.8.8')).toBe(429)
      expect(await wrongTry(instance, short, '::ffff:8.8.8.8')).toBe(429)
      expect(await wrongTry(instance, short, '8.8.4.4')).toBe(401)
    })

    describe('the addresses of one IPv6 customer', () => {
      test('share the password tries, because a customer has too many to count individually', async () => {
        const { short } = await account.link({ password: 'sesame' })
        for (let attempt = 1; attempt <= 10; attempt++)
          expect(await wrongTry(instance, short, `2001:db8:1:1::${attempt}`)).toBe(401)
        expect(await wrongTry(instance, short, '2001:db8:1:1:ffff::1')).toBe(429)
        expect(await wrongTry(instance, short, '2001:db8:1:2::1')).toBe(401)
      })
    })
  },
  { TRUST_PROXY: '127.0.0.1/8,::1' },
)
