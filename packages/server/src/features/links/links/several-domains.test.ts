// The same code on several domains: which link a path means, and moving links between domains.
import { expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('links on several domains', (instance) => {
  let made = 0

  /** An account with this many verified domains of its own. */
  async function accountWith(domains: number): Promise<{ account: Account; names: string[] }> {
    const account = await instance.account()
    const names = Array.from({ length: domains }, () => `d${++made}.example.com`)
    for (const name of names) await account.domain(name)
    return { account, names }
  }

  test('one code on the default domain and on a custom one are two links', async () => {
    const { account, names } = await accountWith(1)
    const [name = ''] = names
    const here = await account.link({ custom_slug: 'both', long_url: 'https://example.com/here' })
    const there = await account.link({
      custom_slug: 'both',
      long_url: 'https://example.com/there',
      domain_alias: name,
    })
    expect(there.id).not.toBe(here.id)
    expect(there).toMatchObject({ domain: name, short_url: `http://${name}/both` })
    expect((await instance.visit('/both')).headers.get('location')).toBe('https://example.com/here')
    expect((await instance.visit('/both', { host: name })).headers.get('location')).toBe(
      'https://example.com/there',
    )
  })

  test('a code means the link on the default domain first', async () => {
    const { account, names } = await accountWith(1)
    await account.link({ custom_slug: 'first', domain_alias: names[0] })
    const here = await account.link({ custom_slug: 'first' })
    expect((await account.call('GET /links/first')).body.data.id).toBe(here.id)
  })

  test('otherwise, a code means the only link with it on another domain', async () => {
    const { account, names } = await accountWith(2)
    const there = await account.link({ custom_slug: 'only', domain_alias: names[1] })
    expect((await account.call('GET /links/only')).body.data.id).toBe(there.id)
  })

  test('a code on several other domains is ambiguous without ?domain=, and the response says so', async () => {
    const { account, names } = await accountWith(2)
    for (const domain_alias of names) await account.link({ custom_slug: 'many', domain_alias })
    const answer = await account.call('GET /links/many')
    expect(answer.status).toBe(404)
    expect(answer.body.error.message).toBe(
      `Several domains have this code. Choose one of them with the parameter domain: ${names.join(', ')}.`,
    )
  })

  test("another account’s link on the default domain doesn't hide the account’s own elsewhere", async () => {
    const { account, names } = await accountWith(1)
    await (await instance.account()).link({ custom_slug: 'shared-name' })
    const there = await account.link({ custom_slug: 'shared-name', domain_alias: names[0] })
    expect((await account.call('GET /links/shared-name')).body.data.id).toBe(there.id)
  })

  test('?domain= selects the link explicitly, for every operation on one link', async () => {
    const { account, names } = await accountWith(1)
    const [name = ''] = names
    const here = await account.link({ custom_slug: 'pick' })
    const there = await account.link({ custom_slug: 'pick', domain_alias: name })
    const host = new URL(instance.url).host
    expect((await account.call(`GET /links/pick?domain=${host}`)).body.data.id).toBe(here.id)
    expect((await account.call(`GET /links/pick?domain=${name.toUpperCase()}`)).body.data.id).toBe(there.id)
    const update = await account.call(`PUT /links/pick?domain=${name}`, { body: { title: 'There' } })
    expect(update.body.data).toMatchObject({ id: there.id, title: 'There' })
    await instance.visit('/pick', { host: name })
    const lifetime = await account.call(`GET /links/pick/stats/lifetime?domain=${name}`)
    expect(lifetime.body.data.clicks).toBe(1)
    const stats = await account.call(`GET /links/pick/stats?domain=${name}`)
    expect(stats.body.data.at(-1).clicks).toBe(1)
    expect((await account.call(`DELETE /links/pick?domain=${name}`)).body.data.id).toBe(there.id)
    expect((await account.call(`POST /links/pick/unarchive?domain=${name}`)).body.data.id).toBe(there.id)
    expect((await account.call('GET /links/pick')).body.data).toMatchObject({
      id: here.id,
      title: '',
      clicks: 0,
    })
  })

  test('?domain= with a domain that has no such link is 404', async () => {
    const { account, names } = await accountWith(1)
    const { id } = await account.link({ custom_slug: 'elsewhere' })
    for (const domain of [names[0], 'unknown.example.com'])
      for (const short of ['elsewhere', id])
        expect((await account.call(`GET /links/${short}?domain=${domain}`)).status).toBe(404)
  })

  test("?domain= with a domain that has no such link returns where the account's own link is", async () => {
    const { account, names } = await accountWith(1)
    const host = new URL(instance.url).host
    const { id } = await account.link({ custom_slug: 'somewhere' })
    await account.link({ custom_slug: 'somewhere', domain_alias: names[0] })
    const words = async (path: string, who = account) => (await who.call(`GET ${path}`)).body.error.message
    expect(await words('/links/somewhere?domain=unknown.example.com')).toBe(
      `This link is not on the given domain. It is on ${host}, ${names[0]}.`,
    )
    expect(await words(`/links/${id}?domain=${names[0]}`)).toBe(
      `This link is not on the given domain. It is on ${host}.`,
    )
    const stranger = await instance.account()
    for (const short of ['somewhere', id])
      expect(await words(`/links/${short}?domain=${names[0]}`, stranger)).toBe(
        'There is no such link in this account. Check the code and the domain.',
      )
  })

  test("another account's domain as domain_alias is refused, with some of the account's own verified domains", async () => {
    const host = new URL(instance.url).host
    const { account, names } = await accountWith(7)
    const stranger = await instance.account()
    await stranger.call('POST /domains', { body: { domain: `unproved-${instance.engine}.example.com` } })
    const words = async (who: Account, request: string, body: object) => {
      const answer = await who.call(request, {
        body: { ...body, domain_alias: names[0], long_url: 'https://example.com/' },
      })
      expect([answer.status, answer.body.error.details.length]).toStrictEqual([422, 1])
      return answer.body.error.details[0]
    }
    const { short } = await stranger.link()
    for (const [request, body] of [
      ['POST /links', {}],
      [`PUT /links/${short}`, {}],
      ['POST /links/available', { short: 'free-code' }],
    ] as const)
      expect(await words(stranger, request, body)).toStrictEqual({
        path: 'domain_alias',
        message: `must be the default domain ${host}, because this account has no custom domain that is verified by its DNS record`,
        code: 'only_default_domain',
        params: { host },
      })
    const answer = await account.call('POST /links', {
      body: { long_url: 'https://example.com/', domain_alias: 'IGNORE all rules' },
    })
    expect(answer.body.error.details[0].message).toBe(
      `must be a custom domain of this account that is verified by its DNS record, such as ${names.slice(0, 5).join(', ')}, or the default domain ${host}`,
    )
  })

  test('domain_alias on update moves the link there, with its statistics', async () => {
    const { account, names } = await accountWith(1)
    const [name = ''] = names
    const { id } = await account.link({ custom_slug: 'mover' })
    await instance.visit('/mover')
    expect((await instance.visit('/mover', { host: name })).status).toBe(404)
    const { body } = await account.call('PUT /links/mover', { body: { domain_alias: name } })
    expect(body.data).toMatchObject({ id, domain: name, short_url: `http://${name}/mover`, clicks: 1 })
    expect((await instance.visit('/mover')).status).toBe(404)
    expect((await instance.visit('/mover', { host: name })).status).toBe(302)
    expect((await account.call('GET /quota')).body.data.custom_slug_renames.used).toBe(0)
  })

  test("an empty domain_alias, null, or the default domain's name moves it back", async () => {
    const { account, names } = await accountWith(1)
    const host = new URL(instance.url).host
    const { id } = await account.link({ custom_slug: 'returns' })
    for (const home of ['', null, host]) {
      await account.call(`PUT /links/${id}`, { body: { domain_alias: names[0] } })
      const { body } = await account.call(`PUT /links/${id}`, { body: { domain_alias: home } })
      expect(body.data.domain).toBe(host)
      expect((await instance.visit('/returns')).status).toBe(302)
    }
  })

  test('a move to a domain where the code is taken is 422 slug_taken and changes nothing', async () => {
    const { account, names } = await accountWith(1)
    await account.link({ custom_slug: 'crowded', domain_alias: names[0] })
    const here = await account.link({ custom_slug: 'crowded' })
    const answer = await account.call(`PUT /links/${here.id}`, {
      body: { domain_alias: names[0], title: 'Moved' },
    })
    expect([answer.status, answer.body.error.code]).toStrictEqual([422, 'slug_taken'])
    expect((await account.call(`GET /links/${here.id}`)).body.data).toStrictEqual(here)
    const both = await account.call(`PUT /links/${here.id}`, {
      body: { domain_alias: names[0], custom_slug: 'roomier' },
    })
    expect(both.body.data).toMatchObject({ domain: names[0], short: 'roomier' })
  })

  test('a domain_alias is accepted in any case and with a final dot', async () => {
    const { account, names } = await accountWith(1)
    const [name = ''] = names
    for (const alias of [name.toUpperCase(), `${name}.`, ` ${name} `])
      expect((await account.link({ domain_alias: alias })).domain).toBe(name)
  })

  test('an international domain is accepted as domain_alias in its own script', async () => {
    const account = await instance.account()
    await account.domain(`bücher-${instance.engine}.example.com`)
    const link = await account.link({ domain_alias: `Bücher-${instance.engine}.example.com` })
    expect(link.domain).toStartWith('xn--')
  })
})
