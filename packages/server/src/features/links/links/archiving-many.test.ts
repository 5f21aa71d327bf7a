// Archiving and restoring many links at once, as the dashboard does for selected links.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { endpoint } from '../../../../../../test/webhooks/webhooks.ts'

onEachEngine('POST /api/links/archive and /api/links/unarchive', (instance) => {
  async function withLinks(count: number) {
    const account = await instance.account()
    const links = Array.from({ length: count }, (_, index) => ({ long_url: `https://example.com/${index}` }))
    const { body } = await account.call('POST /links/bulk', { body: { links } })
    const made = body.data.items.map(({ data }: { data: { id: string; short: string } }) => data)
    const { call } = await signIn(instance, account)
    return { account, call, made, ids: made.map(({ id }: { id: string }) => id) as string[] }
  }

  test('archive all given links, so that none redirects, and return which were not archived before', async () => {
    const { account, call, made, ids } = await withLinks(3)
    expect((await instance.visit(`/${made[1].short}`)).status).toBe(302)
    await account.call(`DELETE /links/${ids[0]}`)
    const answer = await call('POST /links/archive', { body: { ids } })
    expect(answer.body).toStrictEqual({
      data: { success: 3, failed: [], changed: expect.arrayContaining(ids.slice(1)) },
    })
    expect(answer.body.data.changed).toHaveLength(2)
    for (const { short } of made) expect((await instance.visit(`/${short}`)).status).toBe(404)
    const back = await call('POST /links/unarchive', { body: { ids: answer.body.data.changed } })
    expect(back.body.data.success).toBe(2)
    expect((await instance.visit(`/${made[1].short}`)).status).toBe(302)
    expect((await account.call('GET /links?status=archived')).body.total).toBe(1)
  })

  test('emit an event for each link that changed, and for no other', async () => {
    const { account, call, ids } = await withLinks(2)
    const listener = await endpoint(instance.database, account.email, { events: ['link.archived'] })
    await call('POST /links/archive', { body: { ids: ids.slice(0, 1) } })
    await call('POST /links/archive', { body: { ids } })
    await call('POST /links/unarchive', { body: { ids } })
    const told = (await listener.deliveries()).map(({ body }) => (body.data as { id: string }).id)
    expect(told).toStrictEqual(ids)
  })

  test("don't affect links of other accounts", async () => {
    const { call } = await withLinks(1)
    const other = await withLinks(1)
    const answer = await call('POST /links/archive', {
      body: { ids: [...other.ids, 'lnk_nothing', "' or 1=1 --"] },
    })
    expect(answer.body.data).toStrictEqual({
      success: 0,
      failed: [...other.ids, 'lnk_nothing', "' or 1=1 --"],
      changed: [],
    })
    expect((await other.account.call(`GET /links/${other.ids[0]}`)).body.data.status).toBe('active')
  })

  test('accept 1 to 1,000 identifiers, from sessions only', async () => {
    const { account, call, ids } = await withLinks(1)
    const many = Array.from({ length: 1000 }, (_, index) => ids[0] ?? String(index))
    expect((await call('POST /links/archive', { body: { ids: many } })).body.data.success).toBe(1)
    for (const wrong of [[], [...many, 'lnk_x'], 'lnk_x', [1], undefined])
      expect((await call('POST /links/archive', { body: { ids: wrong } })).status).toBe(422)
    expect((await account.call('POST /links/archive', { body: { ids } })).status).toBe(405)
    expect((await instance.ask('POST /api/links/archive', { body: { ids } })).status).toBe(401)
  })

  test("don't deadlock if several requests archive the same links in different orders", async () => {
    const { call, ids } = await withLinks(50)
    const answers = await Promise.all(
      [ids, ids.toReversed(), ids].map((some) => call('POST /links/archive', { body: { ids: some } })),
    )
    const changed = answers.flatMap(({ body }) => body.data.changed)
    expect(changed.toSorted()).toStrictEqual(ids.toSorted())
  })
})
