// POST /links with `reuse`: the account's own link, where a new one would be the same.
import { expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../../test/instance.ts'
import { endpoint } from '../../../../../../../test/webhooks/webhooks.ts'

onEachEngine('reusing a link', (instance) => {
  const wanted = (account: Account, body: Record<string, unknown>) =>
    account.call('POST /links', { body: { long_url: 'https://example.com/a?b=C#d', reuse: true, ...body } })

  /** The code of the link that the request gives back or creates. */
  const codeFor = async (account: Account, body: Record<string, unknown> = {}): Promise<string> => {
    const answer = await wanted(account, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.short
  }

  test('gives back the link with its clicks, as if it had been created', async () => {
    const account = await instance.account()
    const link = await account.link({ long_url: 'https://example.com/a?b=C#d', title: 'Mine' })
    await instance.visit(`/${link.short}`)
    const answer = await wanted(account, {})
    expect(answer.body).toStrictEqual({ data: { ...link, clicks: 1 } })
  })

  test('creates a link where there is none, and gives that back from then on, the newest of several', async () => {
    const account = await instance.account()
    const first = await codeFor(account)
    expect(await codeFor(account)).toBe(first)
    const second = await account.link({ long_url: 'https://example.com/a?b=C#d' })
    expect(await codeFor(account)).toBe(second.short)
    expect((await account.call('GET /links')).body.total).toBe(2)
  })

  test('needs exactly the same destination', async () => {
    const account = await instance.account()
    for (const long_url of [
      'https://example.com/a?b=c#d',
      'https://example.com/a?b=C#de',
      'https://example.com/a?b=C',
    ])
      await account.link({ long_url, title: 'https://example.com/a?b=C#d' })
    const made = await codeFor(account)
    expect((await account.call('GET /links')).body.total).toBe(4)
    expect(await codeFor(account)).toBe(made)
  })

  test('needs the same settings, and the same title if one is given', async () => {
    const account = await instance.account()
    const soon = instance.clock.unix() + 3600
    const rule = { when: { os: ['ios'] }, to: [{ long_url: 'https://example.com/ios', weight: 2 }] }
    const variants: Record<string, unknown>[] = [
      { note: 'For me' },
      { forward_query: true },
      { forward_query: false },
      { max_clicks: 5 },
      { ended_url: 'https://example.com/ended' },
      { expired_at: soon },
      { rules: [rule] },
      { rules: [{ ...rule, to: [{ long_url: 'https://example.com/ios', weight: 3 }] }] },
      { preview: { title: 'Card' } },
      { title: 'Named' },
      { tags: ['One', 'two'] },
      { tags: ['one'] },
    ]
    const codes: string[] = []
    for (const variant of variants) codes.push(await codeFor(account, variant))
    expect(new Set(codes).size).toBe(variants.length)
    for (const [index, variant] of variants.entries())
      expect(await codeFor(account, variant)).toBe(codes[index] as string)
    expect(await codeFor(account, { tags: ['TWO', 'one'] })).toBe(codes.at(-2) as string)
    // Without a title or tags, any will do.
    expect(await codeFor(account)).toBe(codes.at(-1) as string)
  })

  test('leaves aside links of others, ended and blocked ones, those with a password, and on other domains', async () => {
    const [account, other] = [await instance.account(), await instance.account()]
    const long_url = 'https://example.com/a?b=C#d'
    const make = (fields: Record<string, unknown> = {}) => account.link({ long_url, ...fields })
    await other.link({ long_url })
    const archived = await make()
    await account.call(`DELETE /links/${archived.short}`)
    await make({ password: 'open sesame' })
    await account.domain('reuse.example.com')
    const elsewhere = await make({ domain_alias: 'reuse.example.com' })
    const used = await make()
    await account.call(`PUT /links/${used.short}`, { body: { disposable: true } })
    await instance.visit(`/${used.short}`)
    const known = [archived, elsewhere, used].map(({ short }) => short)
    expect(known).not.toContain(await codeFor(account))
    expect(await codeFor(account, { domain_alias: 'reuse.example.com' })).toBe(elsewhere.short)
  })

  test('finds a link whose destination was changed to the wanted one, and not one that leads elsewhere now', async () => {
    const account = await instance.account()
    const link = await account.link({ long_url: 'https://example.com/before' })
    await account.call(`PUT /links/${link.short}`, { body: { long_url: 'https://example.com/a?b=C#d' } })
    expect(await codeFor(account)).toBe(link.short)
    expect(await codeFor(account, { long_url: 'https://example.com/before' })).not.toBe(link.short)
  })

  test('creates as usual for a request with a code or a password', async () => {
    const account = await instance.account()
    const first = await codeFor(account)
    expect(await codeFor(account, { custom_slug: 'reuse-own' })).toBe('reuse-own')
    expect(await codeFor(account, { password: 'open sesame' })).not.toBe(first)
    const taken = await wanted(account, { custom_slug: 'reuse-own' })
    expect([taken.status, taken.body.error.code]).toEqual([422, 'slug_taken'])
  })

  test('creates one link for twenty requests at once', async () => {
    const account = await instance.account()
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeFor(account)))
    expect(new Set(codes).size).toBe(1)
    expect((await account.call('GET /links')).body.total).toBe(1)
  })

  test('costs no quota and fires no event', async () => {
    const account = await instance.account({ plan: 'tiny' })
    const listener = await endpoint(instance.database, account.email, { events: ['link.created'] })
    const first = await codeFor(account)
    for (let times = 0; times < 5; times++) expect(await codeFor(account)).toBe(first)
    expect((await account.call('GET /quota')).body.data.links.used).toBe(1)
    expect(await listener.deliveries()).toHaveLength(1)
  })

  test('needs the scope links:read besides', async () => {
    const account = await instance.account({ scopes: 'links:write' })
    const { status, body } = await wanted(account, {})
    expect([status, body.error.code, body.error.message]).toEqual([
      403,
      'insufficient_scope',
      expect.stringContaining('links:read'),
    ])
    expect((await wanted(account, { reuse: false })).status).toBe(200)
  })

  test('gives the same answer to a request that is repeated with its Idempotency-Key', async () => {
    const account = await instance.account()
    const repeat = () =>
      account.call('POST /links', {
        body: { long_url: 'https://example.com/once', reuse: true },
        headers: { 'Idempotency-Key': 'reuse-1' },
      })
    const first = await repeat()
    await account.call(`DELETE /links/${first.body.data.short}`)
    expect((await repeat()).body).toStrictEqual(first.body)
  })

  test('refuses what creating refuses', async () => {
    const account = await instance.account()
    for (const body of [{ long_url: `${instance.url}/x` }, { expired_at: 1 }, { domain_alias: 'x.example' }])
      expect((await wanted(account, body)).status).toBe(422)
  })
})
