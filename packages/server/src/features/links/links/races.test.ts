// Concurrent requests for one code: one gets it, and the others use no unit.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'

const long_url = 'https://example.com/'

onEachEngine('races for one code', (instance) => {
  test('of 30 concurrent requests for one code, exactly one gets it', async () => {
    const account = await instance.account()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        account.call('POST /links', { body: { long_url, custom_slug: 'wanted', title: `${index}` } }),
      ),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.error.code]).toStrictEqual([422, 'slug_taken'])
    expect((await account.call('GET /links?status=all')).body).toStrictEqual({
      data: [won[0]?.body.data],
      total: 1,
    })
    expect((await account.call('GET /quota')).body.data.links.used).toBe(1)
  })

  test('of 10 accounts, with single and bulk requests and renames, exactly one gets the code', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, () => instance.account()))
    const outcomes = await Promise.all(
      accounts.map(async (account, index) => {
        const { id } = await account.link()
        if (index % 3 === 0)
          return (
            (await account.call('POST /links', { body: { long_url, custom_slug: 'contested' } })).status ===
            200
          )
        if (index % 3 === 1)
          return (
            (await account.call(`PUT /links/${id}`, { body: { custom_slug: 'contested' } })).status === 200
          )
        const bulk = await account.call('POST /links/bulk', {
          body: { links: [{ long_url, short: 'contested' }] },
        })
        return bulk.body.data.success === 1
      }),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    const owners = await Promise.all(accounts.map((account) => account.call('GET /links/contested')))
    expect(owners.map(({ status }) => status === 200)).toStrictEqual(outcomes)
  })
})
