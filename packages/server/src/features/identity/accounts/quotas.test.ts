// Quotas: never exceeded, however many requests arrive at once, and given back if a change fails.
import { expect, test } from 'bun:test'
import { type Account, type Answer, onEachEngine } from '../../../../../../test/instance.ts'

const long_url = 'https://example.com/'

async function quota(account: Account) {
  return (await account.call('GET /quota')).body.data
}

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const succeeded = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length

onEachEngine('quotas', (instance) => {
  const tiny = () => instance.account({ plan: 'tiny' })

  test("a link beyond the plan's limit is 403 plan_limit with a message, and nothing is created", async () => {
    const account = await tiny()
    for (let count = 0; count < 3; count++) await account.link()
    const answer = await account.call('POST /links', { body: { long_url, custom_slug: 'past-limit' } })
    expect([answer.status, answer.body.error.code]).toStrictEqual([403, 'plan_limit'])
    expect(answer.body.error.message).toContain('links (3)')
    expect((await account.call('GET /links')).body.total).toBe(3)
    expect((await account.call('GET /links/past-limit')).status).toBe(404)
    expect((await quota(account)).links).toStrictEqual({ limit: 3, used: 3 })
  })

  test('of 30 concurrent requests, a plan of 3 links allows exactly 3', async () => {
    const account = await tiny()
    const answers = await times(30, () => account.call('POST /links', { body: { long_url } }))
    expect(succeeded(answers)).toBe(3)
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.error.code]).toStrictEqual([403, 'plan_limit'])
    expect((await account.call('GET /links?status=all')).body.total).toBe(3)
    expect((await quota(account)).links.used).toBe(3)
  })

  test('of concurrent single and bulk requests, a plan of 3 links allows exactly 3 links', async () => {
    const account = await tiny()
    const made = await times(20, async (index) => {
      if (index % 2 === 0) return succeeded([await account.call('POST /links', { body: { long_url } })])
      const links = [{ long_url }, { long_url: 'bad' }, { long_url }]
      return (await account.call('POST /links/bulk', { body: { links } })).body.data.success as number
    })
    expect(made.reduce((sum, count) => sum + count)).toBe(3)
    expect((await account.call('GET /links?status=all')).body.total).toBe(3)
    expect((await quota(account)).links.used).toBe(3)
  })

  test('several keys of one account share its quota', async () => {
    const account = await tiny()
    const keys = await times(5, () => account.newKey('links:write'))
    const answers = await times(30, (index) =>
      account.call('POST /links', {
        body: { long_url },
        headers: { authorization: `Bearer ${keys[index % keys.length]}` },
      }),
    )
    expect(succeeded(answers)).toBe(3)
  })

  test('a failed creation gives its unit back', async () => {
    const [account, other] = [await tiny(), await instance.account()]
    await other.link({ custom_slug: 'refund' })
    const failing = [
      { long_url, custom_slug: 'refund' },
      { long_url, custom_slug: 'v2' },
      { long_url: 'nonsense' },
      { long_url, expired_at: 1 },
      { long_url, domain_alias: 'not-mine.example.com' },
    ]
    const answers = await times(25, (index) =>
      account.call('POST /links', { body: failing[index % failing.length] }),
    )
    expect(answers.map(({ status }) => status)).toStrictEqual(Array(25).fill(422))
    expect((await quota(account)).links.used).toBe(0)
    for (let count = 0; count < 3; count++) await account.link()
  })

  test("archiving doesn't give a unit back", async () => {
    const account = await tiny()
    for (let count = 0; count < 3; count++) {
      const { short } = await account.link()
      await account.call(`DELETE /links/${short}`)
    }
    const answer = await account.call('POST /links', { body: { long_url } })
    expect([answer.status, answer.body.error.code]).toStrictEqual([403, 'plan_limit'])
  })

  test('a repeated request with its Idempotency-Key costs one unit', async () => {
    const account = await tiny()
    const answers = await times(10, () =>
      account.call('POST /links', { body: { long_url }, headers: { 'idempotency-key': 'once' } }),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await quota(account)).links.used).toBe(1)
  })

  test('a repeated request returns the first result even when the plan has no units left', async () => {
    const account = await tiny()
    const ask = () =>
      account.call('POST /links', { body: { long_url }, headers: { 'idempotency-key': 'before-the-limit' } })
    const first = await ask()
    for (let count = 0; count < 2; count++) await account.link()
    const again = await ask()
    expect([again.status, again.text]).toStrictEqual([200, first.text])
  })

  test('set-plan takes effect at once on a running server', async () => {
    const account = await tiny()
    const setPlan = (plan: string) =>
      instance.command('user', 'set-plan', '--email', account.email, '--plan', plan)
    for (let count = 0; count < 3; count++) await account.link()
    expect((await account.call('POST /links', { body: { long_url } })).status).toBe(403)
    await setPlan('free')
    expect((await account.call('POST /links', { body: { long_url } })).status).toBe(200)
    expect(await quota(account)).toMatchObject({ plan: 'free', links: { limit: 100, used: 4 } })
    expect((await account.call('GET /user')).body.data.plan).toBe('free')
    const links = [{ long_url }]
    expect((await account.call('POST /links/bulk', { body: { links } })).status).toBe(402)
    await setPlan('tiny')
    expect((await account.call('POST /links', { body: { long_url } })).status).toBe(403)
    await setPlan('roomy')
    expect((await account.call('POST /links/bulk', { body: { links } })).status).toBe(200)
  })
})

onEachEngine('a month', (instance) => {
  test('ends at resets_at, not earlier: the counters of links and renames start again', async () => {
    const account = await instance.account({ plan: 'tiny' })
    for (let count = 0; count < 3; count++) await account.link()
    const { short } = (await account.call('GET /links')).body.data[0]
    await account.call(`PUT /links/${short}`, { body: { custom_slug: 'month-one' } })
    const before = await quota(account)
    expect(before).toMatchObject({ links: { used: 3 }, custom_slug_renames: { used: 1 } })
    expect(new Date(before.resets_at * 1000).toISOString()).toEndWith('-01T00:00:00.000Z')

    await instance.clock.advance(before.resets_at * 1000 - instance.clock.now() - 60_000)
    expect((await account.call('POST /links', { body: { long_url } })).status).toBe(403)
    await instance.clock.advance(60_000)
    const after = await quota(account)
    expect(after).toMatchObject({ links: { limit: 3, used: 0 }, custom_slug_renames: { used: 0 } })
    expect(after.resets_at).toBeGreaterThan(before.resets_at)
    await account.link()
    const renamed = await account.call('PUT /links/month-one', { body: { custom_slug: 'month-two' } })
    expect(renamed.status).toBe(200)
    expect(await quota(account)).toMatchObject({ links: { used: 1 }, custom_slug_renames: { used: 1 } })
  })

  test('includes its last day: resets_at in December is the first of January', async () => {
    const account = await instance.account()
    const year = new Date(instance.clock.now()).getUTCFullYear() + 1
    await instance.clock.advanceTo(`${year}-12-31T23:58:00Z`)
    expect((await quota(account)).resets_at).toBe(Date.UTC(year + 1, 0, 1) / 1000)
  })
})
