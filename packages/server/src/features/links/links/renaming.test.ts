// Renaming a link's code: what it costs, what it frees, and what happens in a race.
import { expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('renaming a link', (instance) => {
  const rename = (account: Account, from: string, custom_slug: string) =>
    account.call(`PUT /links/${from}`, { body: { custom_slug } })

  async function renames(account: Account): Promise<number> {
    return (await account.call('GET /quota')).body.data.custom_slug_renames.used
  }

  test('moves the link with its statistics, works at the new code and frees the old one', async () => {
    const account = await instance.account()
    const link = await account.link({ custom_slug: 'name-one' })
    await instance.visit('/name-one')
    const { body } = await rename(account, 'name-one', 'name-two')
    expect(body.data).toMatchObject({ id: link.id, short: 'name-two', clicks: 1 })
    expect(body.data.short_url).toBe(`${instance.url}/name-two`)
    expect((await instance.visit('/name-one')).status).toBe(404)
    expect((await instance.visit('/name-two')).status).toBe(302)
    expect((await account.call('GET /links/name-one')).status).toBe(404)
    expect((await (await instance.account()).link({ custom_slug: 'name-one' })).short).toBe('name-one')
    expect((await instance.visit('/name-one')).status).toBe(302)
  })

  test('uses one rename, whatever else changes with it', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'cost-one' })
    await account.call('PUT /links/cost-one', { body: { custom_slug: 'cost-two', title: 'Moved' } })
    expect(await renames(account)).toBe(1)
    await account.call('PUT /links/cost-two', { body: { title: 'Not moved' } })
    expect(await renames(account)).toBe(1)
  })

  test('to its own code changes nothing and uses no unit', async () => {
    const account = await instance.account({ plan: 'tiny' })
    const link = await account.link({ custom_slug: 'itself' })
    for (let time = 0; time < 3; time++) {
      const answer = await rename(account, 'itself', 'itself')
      expect([answer.status, { ...answer.body.data, updated_at: 0 }]).toStrictEqual([
        200,
        { ...link, updated_at: 0 },
      ])
    }
    expect(await renames(account)).toBe(0)
  })

  test('to different case is a rename', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'cased' })
    expect((await rename(account, 'cased', 'Cased')).body.data.short).toBe('Cased')
    expect(await renames(account)).toBe(1)
    expect((await instance.visit('/cased')).status).toBe(404)
  })

  test('to a taken code is 422 slug_taken, changes nothing and gives the unit back', async () => {
    const account = await instance.account({ plan: 'tiny' })
    await account.link({ custom_slug: 'wants', title: 'Before' })
    await (await instance.account()).link({ custom_slug: 'occupied' })
    const answer = await account.call('PUT /links/wants', {
      body: { custom_slug: 'occupied', title: 'After' },
    })
    expect([answer.status, answer.body.error.code]).toStrictEqual([422, 'slug_taken'])
    expect((await account.call('GET /links/wants')).body.data.title).toBe('Before')
    expect(await renames(account)).toBe(0)
    expect((await rename(account, 'wants', 'settled')).status).toBe(200)
  })

  test('to an invalid code is 422 slug_invalid and uses no unit', async () => {
    const account = await instance.account({ plan: 'tiny' })
    await account.link({ custom_slug: 'proper' })
    for (const code of ['', 'a b', 'oauth', 'x'.repeat(49), 'ü']) {
      const answer = await rename(account, 'proper', code)
      expect([code, answer.status, answer.body.error?.code]).toStrictEqual([code, 422, 'slug_invalid'])
    }
    expect(await renames(account)).toBe(0)
  })

  test('past the plan is 403 plan_limit and changes nothing', async () => {
    const account = await instance.account({ plan: 'tiny' })
    await account.link({ custom_slug: 'limit-one' })
    expect((await rename(account, 'limit-one', 'limit-two')).status).toBe(200)
    const answer = await account.call('PUT /links/limit-two', {
      body: { custom_slug: 'limit-three', title: 'After' },
    })
    expect([answer.status, answer.body.error.code]).toStrictEqual([403, 'plan_limit'])
    expect((await account.call('GET /links/limit-two')).body.data.title).toBe('')
    const other = await account.call('PUT /links/limit-two', { body: { title: 'Still allowed' } })
    expect(other.status).toBe(200)
  })

  test('an archived link can be renamed and keeps the new code taken', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'shelf-one' })
    await account.call('DELETE /links/shelf-one')
    expect((await rename(account, 'shelf-one', 'shelf-two')).body.data.status).toBe('archived')
    expect((await account.call('POST /links/available', { body: { short: 'shelf-one' } })).status).toBe(200)
    expect((await account.call('POST /links/available', { body: { short: 'shelf-two' } })).status).toBe(422)
  })

  test('of 30 links renamed to one code at once, exactly one gets it, and the others use no unit', async () => {
    const account = await instance.account()
    const links = Array.from({ length: 30 }, (_, index) => ({
      long_url: 'https://e.com/',
      short: `race-${index}`,
    }))
    await account.call('POST /links/bulk', { body: { links } })
    const answers = await Promise.all(links.map(({ short }) => rename(account, short, 'race-won')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.error.code]).toStrictEqual([422, 'slug_taken'])
    expect(await renames(account)).toBe(1)
    expect((await account.call('GET /links?search=race-')).body.total).toBe(30)
  })

  test('of 30 concurrent renames of one link, a plan with one rename allows exactly one', async () => {
    const account = await instance.account({ plan: 'tiny' })
    const { id } = await account.link({ custom_slug: 'many-names' })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => rename(account, id, `many-names-${index}`)),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(await renames(account)).toBe(1)
    const { short } = (await account.call(`GET /links/${id}`)).body.data
    expect(short).toBe(won[0]?.body.data.short)
    expect((await instance.visit(`/${short}`)).status).toBe(302)
    expect((await instance.visit('/many-names')).status).toBe(404)
  })

  test('two links that swap codes concurrently end with two codes, in either order', async () => {
    const account = await instance.account()
    const [a, b] = [
      await account.link({ custom_slug: 'swap-a' }),
      await account.link({ custom_slug: 'swap-b' }),
    ]
    const answers = await Promise.all([rename(account, a.id, 'swap-b'), rename(account, b.id, 'swap-a')])
    for (const { status } of answers) expect([200, 422]).toContain(status)
    const { data } = (await account.call('GET /links?search=swap-')).body
    expect(new Set(data.map((link: { short: string }) => link.short)).size).toBe(2)
  })
})
