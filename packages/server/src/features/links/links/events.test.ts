// The events of links: each change once, in order, and nothing else.
import { beforeEach, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { type Endpoint, endpoint } from '../../../../../../test/webhooks/webhooks.ts'

const long_url = 'https://example.com/'

onEachEngine('the events of links', (instance) => {
  let account: Account
  let listener: Endpoint
  beforeEach(async () => {
    account = await instance.account()
    listener = await endpoint(instance.database, account.email, {
      events: ['link.created', 'link.updated', 'link.archived'],
    })
  })
  const told = async () =>
    (await listener.deliveries()).map(({ event_type, body }) => [
      event_type,
      (body.data as { id: string }).id,
    ])

  test('a new link emits an event with its record, and no second one if the request is repeated', async () => {
    const once = { body: { long_url }, headers: { 'idempotency-key': crypto.randomUUID() } }
    const { data } = (await account.call('POST /links', once)).body
    await account.call('POST /links', once)
    const [delivery, ...more] = await listener.deliveries()
    expect([delivery?.body.data, more]).toEqual([data, []])
    expect(delivery?.body).toMatchObject({ type: 'link.created', id: delivery?.event_id ?? '' })
  })

  test('a bulk request emits an event for each created link, in order, and for no other', async () => {
    const links = [{ long_url }, { long_url: 'nonsense' }, { long_url, short: 'told-bulk' }]
    links.push({ long_url, short: 'told-bulk' }, { long_url })
    const { items } = (await account.call('POST /links/bulk', { body: { links } })).body.data
    const made = items.filter(({ success }: { success: boolean }) => success)
    expect(made).toHaveLength(3)
    expect(await told()).toEqual(made.map((item: { data: { id: string } }) => ['link.created', item.data.id]))
  })

  test("a new destination or title emits an event; an unchanged or private field doesn't", async () => {
    const { id } = await account.link({ title: 'One' })
    for (const body of [
      { title: 'One' },
      { long_url },
      { password: 'sesame' },
      { disposable: true },
      { archive_at: instance.clock.day(3) },
    ])
      expect((await account.call(`PUT /links/${id}`, { body })).status).toBe(200)
    expect(await told()).toEqual([['link.created', id]])
    await account.call(`PUT /links/${id}`, { body: { title: 'Two' } })
    await account.call(`PUT /links/${id}`, { body: { long_url: 'https://example.com/two', title: 'Three' } })
    expect((await told()).slice(1)).toEqual(Array(2).fill(['link.updated', id]))
  })

  test('so do new rules, a new ended_url or card, which is in the record; and not what is only for the owner', async () => {
    const { id } = await account.link()
    const rules = [{ when: { os: ['ios'] }, to: [{ long_url: 'https://example.com/ios' }] }]
    const changes = [
      { rules },
      { ended_url: 'https://example.com/ended' },
      { preview: { title: 'Card' } },
      { tags: ['told'] },
    ]
    for (const body of changes) {
      await account.call(`PUT /links/${id}`, { body })
      // The same again changes nothing.
      await account.call(`PUT /links/${id}`, { body })
    }
    for (const body of [{ note: 'Mine' }, { max_clicks: 5 }, { starts_at: 1 }, { forward_query: true }])
      await account.call(`PUT /links/${id}`, { body })
    const written = (await listener.deliveries()).slice(1)
    expect(written.map(({ event_type }) => event_type)).toEqual(Array(4).fill('link.updated'))
    expect(written.at(-1)?.body.data).toMatchObject({
      rules: [{ id: 'rul_1', when: { os: ['ios'] }, to: [{ long_url: 'https://example.com/ios' }] }],
      ended_url: 'https://example.com/ended',
      preview: { title: 'Card', description: null, image: null },
      tags: ['told'],
      max_clicks: null,
      note: null,
    })
  })

  test('so does a new short code or domain, because receivers know the short URL', async () => {
    const host = `${crypto.randomUUID()}.example`
    await account.domain(host)
    const { id, short } = await account.link()
    const renamed = { custom_slug: `new-${short}` }
    await account.call(`PUT /links/${id}`, { body: renamed })
    await account.call(`PUT /links/${id}`, { body: renamed })
    await account.call(`PUT /links/${id}`, { body: { domain_alias: host } })
    await account.call(`PUT /links/${id}`, { body: { domain_alias: host } })
    const written = (await listener.deliveries()).slice(1)
    expect(written.map(({ event_type }) => event_type)).toEqual(['link.updated', 'link.updated'])
    expect(written.map(({ body }) => (body.data as { short_url: string }).short_url)).toEqual([
      expect.stringContaining(`/new-${short}`),
      expect.stringContaining(`${host}/new-${short}`),
    ])
  })

  test('archiving emits one event, however often it is requested; restoring emits none', async () => {
    const { id } = await account.link()
    await Promise.all(Array.from({ length: 20 }, () => account.call(`DELETE /links/${id}`)))
    await account.call(`DELETE /links/${id}`)
    expect((await told()).slice(1)).toEqual([['link.archived', id]])
    await account.call(`POST /links/${id}/unarchive`)
    expect(await told()).toHaveLength(2)
    const last = (await listener.deliveries()).at(-1)
    expect(last?.body.data).toMatchObject({ id, status: 'archived', archived_at: expect.any(Number) })
  })

  test('archiving today emits its event with the change, and archiving later when the scheduled job runs', async () => {
    const [today, later] = [await account.link(), await account.link()]
    const body = { title: 'The end', archive_at: instance.clock.day() }
    await account.call(`PUT /links/${today.id}`, { body })
    await account.call(`PUT /links/${later.id}`, { body: { archive_at: instance.clock.day(1) } })
    expect((await told()).slice(2)).toEqual([
      ['link.updated', today.id],
      ['link.archived', today.id],
    ])
    await instance.clock.advanceTo(`${instance.clock.day(1)}T00:01:00Z`)
    await instance.clock.advance(60_000)
    expect((await told()).slice(4)).toEqual([['link.archived', later.id]])
  })

  test('a refused request emits nothing', async () => {
    const { id, short } = await account.link()
    const other = await account.link()
    for (const [call, body] of [
      ['POST /links', { long_url, custom_slug: short }],
      ['POST /links', { long_url: 'nonsense' }],
      [`PUT /links/${other.id}`, { title: 'Another', custom_slug: short }],
      [`PUT /links/${id}`, { title: 'Another', archive_at: '2001-01-01' }],
    ] as const)
      expect((await account.call(call, { body })).status).toBe(422)
    expect(await told()).toHaveLength(2)
  })
})
