// Claiming custom domains in the dashboard: what can be claimed, and the required DNS record.
import { describe, expect, test } from 'bun:test'
import { type DashboardCall, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('claiming a domain', (instance) => {
  async function dashboard() {
    const account = await instance.account()
    return { account, call: (await signIn(instance, account)).call }
  }

  test('POST /api/domains returns the claim with the TXT record that verifies it', async () => {
    const { call } = await dashboard()
    const before = instance.clock.unix()
    const { status, body } = await call('POST /domains', { body: { domain: 'go.example.com' } })
    expect(status).toBe(200)
    expect(body).toStrictEqual({
      data: {
        id: expect.stringMatching(/^dom_[0-9a-z]{26}$/),
        domain: 'go.example.com',
        verified: false,
        verified_at: null,
        unproved_at: null,
        record: {
          type: 'TXT',
          name: '_linnet.go.example.com',
          value: expect.stringMatching(/^linnet-verification=[A-Za-z0-9]{32,}$/),
        },
        created_at: expect.any(Number),
      },
    })
    expect(body.data.created_at).toBeGreaterThanOrEqual(before)
    expect((await call('GET /domains')).body).toStrictEqual({ data: [body.data], next_cursor: null })
  })

  test('claiming the same name again returns the same claim', async () => {
    const { call } = await dashboard()
    const first = await call('POST /domains', { body: { domain: 'again.example.com' } })
    const second = await call('POST /domains', { body: { domain: 'AGAIN.example.com.' } })
    expect([second.status, second.body]).toStrictEqual([200, first.body])
    expect((await call('GET /domains')).body.data).toHaveLength(1)
  })

  describe('with 50 domains in an account', () => {
    const claims = async (call: DashboardCall, from: number, to: number) => {
      for (let number = from; number <= to; number++)
        expect((await call('POST /domains', { body: { domain: `n${number}.example.com` } })).status).toBe(200)
    }

    test('one more is 403 plan_limit, an existing one is returned again, and the command line has no limit', async () => {
      const { account, call } = await dashboard()
      await claims(call, 1, 50)
      const { status, body } = await call('POST /domains', { body: { domain: 'n51.example.com' } })
      expect([status, body.error.code]).toStrictEqual([403, 'plan_limit'])
      expect(body.error.message).toContain('50 custom domains')
      await claims(call, 7, 7)
      await account.domain('n52.example.com')
      expect((await call('GET /domains?limit=100')).body.data).toHaveLength(51)
      expect((await account.link({ domain_alias: 'n52.example.com' })).domain).toBe('n52.example.com')
      const [{ id }] = (await call('GET /domains')).body.data
      await call(`DELETE /domains/${id}`)
      expect((await call('POST /domains', { body: { domain: 'n53.example.com' } })).status).toBe(403)
    })

    test('only one of two concurrent requests at 49 succeeds', async () => {
      const { call } = await dashboard()
      await claims(call, 1, 49)
      const answers = await Promise.all(
        ['one', 'two', 'three', 'four'].map((word) =>
          call('POST /domains', { body: { domain: `${word}.example.com` } }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 403, 403, 403])
      expect((await call('GET /domains?limit=100')).body.data).toHaveLength(50)
    })

    test('they are listed in pages', async () => {
      const { call } = await dashboard()
      await claims(call, 1, 7)
      const names: string[] = []
      let after: string | null = ''
      for (let page = 0; page < 9 && after !== null; page++) {
        const { body } = await call(`GET /domains?limit=3${after && `&after=${after}`}`)
        expect(body.data.length).toBeLessThanOrEqual(3)
        names.push(...body.data.map(({ domain }: { domain: string }) => domain))
        after = body.next_cursor
      }
      // Domains of the same millisecond may be in any order, but each appears once.
      expect(names.sort()).toStrictEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `n${number}.example.com`))
      for (const query of ['limit=0', 'limit=101', 'limit=x', `after=${'x'.repeat(201)}`])
        expect((await call(`GET /domains?${query}`)).status).toBe(400)
      expect((await call('GET /domains?after=nothing')).status).toBe(200)
    })
  })

  test('10 concurrent claims of one name are one claim', async () => {
    const { call } = await dashboard()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('POST /domains', { body: { domain: 'rush.example.com' } })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })

  test('a name is stored in lower case, without a final dot, in its ASCII form', async () => {
    const { call } = await dashboard()
    const names = [
      ['GO.Example.COM', 'go.example.com'],
      ['dotted.example.com.', 'dotted.example.com'],
      ['  spaced.example.com ', 'spaced.example.com'],
      ['bücher.example.com', 'xn--bcher-kva.example.com'],
      ['example.co.uk', 'example.co.uk'],
    ]
    for (const [given, kept] of names) {
      const { body } = await call('POST /domains', { body: { domain: given } })
      expect(body.data.domain).toBe(kept)
    }
  })

  test('a name that nobody can own is 422 and names the field', async () => {
    const { call } = await dashboard()
    const wrong = ['', ' ', 'localhost', 'com', 'co.uk', '127.0.0.1', '1.2.3', '[::1]', '2130706433']
    const dressed = ['https://go.example.com', 'go.example.com/', 'go.example.com:8080', 'me@example.com']
    const broken = ['-a.example.com', 'a-.example.com', 'a..example.com', '*.example.com', 'a b.example.com']
    const strange = [
      `${'a'.repeat(64)}.example.com`,
      'go.example.com?x',
      'under_score.example.com',
      'a%2eexample.com',
    ]
    for (const domain of [...wrong, ...dressed, ...broken, ...strange, 'x'.repeat(254), 7, null, undefined]) {
      const { status, body } = await call('POST /domains', { body: { domain } })
      expect([domain, status, body.error?.details[0].path]).toStrictEqual([domain, 422, 'domain'])
    }
    expect((await call('GET /domains')).body.data).toBeEmpty()
  })

  test('anyone can claim a name, each with a record of their own', async () => {
    const [one, two] = [await dashboard(), await dashboard()]
    const claims = await Promise.all(
      [one, two].map(({ call }) => call('POST /domains', { body: { domain: 'disputed.example.com' } })),
    )
    const values = claims.map(({ body }) => body.data.record.value)
    expect(claims.map(({ status }) => status)).toStrictEqual([200, 200])
    expect(values[0]).not.toBe(values[1])
  })

  test("an unverified claim can't have links: domain_alias is 422 until it is verified", async () => {
    const { account, call } = await dashboard()
    await call('POST /domains', { body: { domain: 'unproved.example.com' } })
    const { short } = await account.link()
    const body = { long_url: 'https://example.com/', domain_alias: 'unproved.example.com' }
    for (const answer of [
      await account.call('POST /links', { body }),
      await account.call(`PUT /links/${short}`, { body }),
      await account.call('POST /links/available', { body: { short: 'free', ...body } }),
    ]) {
      expect([answer.status, answer.body.error.code]).toStrictEqual([422, 'validation_failed'])
      expect(answer.body.error.details[0].path).toBe('domain_alias')
    }
  })

  test('another account’s verified domain is 422 as a domain_alias', async () => {
    const [owner, stranger] = [await instance.account(), await instance.account()]
    await owner.domain('owned.example.com')
    const answer = await stranger.call('POST /links', {
      body: { long_url: 'https://example.com/', domain_alias: 'owned.example.com' },
    })
    expect([answer.status, answer.body.error.details[0].path]).toStrictEqual([422, 'domain_alias'])
  })

  test('another account’s claim is in no list, and 404 to verify or to remove', async () => {
    const [owner, stranger] = [await dashboard(), await dashboard()]
    const { id } = (await owner.call('POST /domains', { body: { domain: 'private.example.com' } })).body.data
    expect((await stranger.call('GET /domains')).body.data).toBeEmpty()
    for (const operation of [
      `POST /domains/${id}/verify`,
      `DELETE /domains/${id}`,
      'DELETE /domains/dom_none',
    ]) {
      const { status, body } = await stranger.call(operation)
      expect([operation, status, body.error.code]).toStrictEqual([operation, 404, 'not_found'])
    }
    expect((await owner.call('GET /domains')).body.data).toHaveLength(1)
  })

  test('an API key is not a session: the dashboard’s operations refuse it', async () => {
    const account = await instance.account()
    const headers = { authorization: `Bearer ${account.key}` }
    expect((await instance.ask('GET /api/domains', { headers })).status).toBe(401)
    const claim = { body: { domain: 'go.example.com' }, headers }
    expect((await instance.ask('POST /api/domains', claim)).status).toBe(401)
    expect((await account.call('GET /domains')).status).toBe(404)
  })
})
