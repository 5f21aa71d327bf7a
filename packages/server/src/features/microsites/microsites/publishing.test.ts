// Drafts, publishing, and its events.
import { expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { microsite, outcome } from '../../../../../../test/microsites.ts'
import { endpoint } from '../../../../../../test/webhooks/webhooks.ts'

onEachEngine('publishing', (instance) => {
  const listening = async () => {
    const account = await instance.account()
    const hook = await endpoint(instance.database, account.email, {
      events: ['microsite.published', 'link.created'],
    })
    return { account, told: async () => (await hook.deliveries()).map(({ body }) => body) }
  }
  const publish = (account: Account, slug: string) => account.call(`POST /microsites/${slug}/publish`)

  test('a microsite is published when it is created, and its event has the returned record', async () => {
    const { account, told } = await listening()
    const record = await microsite(account)
    expect(record.status).toBe('published')
    expect(await told()).toStrictEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'microsite.published',
        created_at: record.published_at,
        data: record,
      },
    ])
  })

  test('publishing a draft emits one event, however often it is requested', async () => {
    const { account, told } = await listening()
    const draft = await microsite(account, { draft: true })
    expect(draft).toMatchObject({ status: 'draft', published_at: null })
    await account.call(`PUT /microsites/${draft.slug}`, { body: { title: 'Ready' } })
    expect(await told()).toBeEmpty()
    await instance.clock.advance(60_000)
    const first = await publish(account, draft.slug)
    const { published_at: now } = first.body.data
    expect(now).toBeWithin(draft.created_at + 60, instance.clock.unix() + 1)
    const published = { ...draft, title: 'Ready', status: 'published', published_at: now, updated_at: now }
    expect(first.body).toStrictEqual({ data: published })
    await instance.clock.advance(60_000)
    const again = await publish(account, draft.id)
    expect([again.status, again.body]).toStrictEqual([200, first.body])
    expect((await told()).map(({ data }) => data)).toStrictEqual([published])
  })

  test('ten concurrent requests to publish all succeed, and emit one event', async () => {
    const { account, told } = await listening()
    const { slug } = await microsite(account, { draft: true })
    const answers = await Promise.all(Array.from({ length: 10 }, () => publish(account, slug)))
    expect(answers.map(({ status }) => status)).toStrictEqual(Array(10).fill(200))
    expect(await told()).toHaveLength(1)
  })

  test('neither changing, hiding, showing nor deleting emits an event, nor does a refusal', async () => {
    const { account, told } = await listening()
    const { slug } = await microsite(account, { slug: `told-${instance.engine}` })
    for (const body of [{ title: 'Two' }, { hide: true }, { hide: false }, { theme: 'dark' }])
      expect((await account.call(`PUT /microsites/${slug}`, { body })).status).toBe(200)
    const body = { slug, title: 'Ana', kind: 'other' }
    expect(outcome(await account.call('POST /microsites', { body }))).toStrictEqual([400, 'slug_taken'])
    await account.call(`DELETE /microsites/${slug}`)
    expect(await told()).toHaveLength(1)
  })

  test('a request repeated with its Idempotency-Key emits one event', async () => {
    const { account, told } = await listening()
    const options = {
      body: { slug: `once-told-${instance.engine}`, title: 'Ana', kind: 'other' },
      headers: { 'idempotency-key': 'k' },
    }
    for (let time = 0; time < 2; time++)
      expect((await account.call('POST /microsites', options)).status).toBe(200)
    expect(await told()).toHaveLength(1)
  })

  test("another account's microsite can't be published, nor a deleted one", async () => {
    const { account, told } = await listening()
    const { slug } = await microsite(account, { draft: true })
    expect(outcome(await publish(await instance.account(), slug))).toStrictEqual([404, 'not_found'])
    await account.call(`DELETE /microsites/${slug}`)
    expect(outcome(await publish(account, slug))).toStrictEqual([404, 'not_found'])
    expect(await told()).toBeEmpty()
  })

  test('if publishing and deleting race, both are answered, and it is gone', async () => {
    const account = await instance.account()
    for (let round = 0; round < 5; round++) {
      const { slug } = await microsite(account, { draft: true })
      const [published, deleted] = await Promise.all([
        publish(account, slug),
        account.call(`DELETE /microsites/${slug}`),
      ])
      expect(published.status).toBeOneOf([200, 404])
      expect(deleted.status).toBe(200)
      expect((await account.call(`GET /microsites/${slug}`)).status).toBe(404)
    }
  })
})
