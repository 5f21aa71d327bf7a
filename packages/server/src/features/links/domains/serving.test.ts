// What a custom domain serves: its links, and nothing else of the service.
import { expect, test } from 'bun:test'
import { password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('a custom domain', (instance) => {
  let made = 0

  async function ownerOfDomain(): Promise<{ account: Account; domain: string; id: string }> {
    const account = await instance.account()
    const domain = `host${++made}.example.com`
    const { id } = await instance.command(
      ...['domain', 'add', '--email', account.email, '--domain', domain, '--verified'],
    )
    return { account, domain, id: id as string }
  }

  const location = async (path: string, host: string) => {
    const answer = await instance.visit(path, { host })
    return [answer.status, answer.headers.get('location')]
  }

  test('redirects its links, and only on its own Host', async () => {
    const [one, two] = [await ownerOfDomain(), await ownerOfDomain()]
    await one.account.link({
      custom_slug: 'here',
      domain_alias: one.domain,
      long_url: 'https://example.com/x',
    })
    expect(await location('/here', one.domain)).toStrictEqual([302, 'https://example.com/x'])
    expect((await instance.visit('/here')).status).toBe(404)
    expect((await instance.visit('/here', { host: two.domain })).status).toBe(404)
    expect((await instance.visit('/here', { host: 'unknown.example.com' })).status).toBe(404)
  })

  test('has its own codes: the same code there and on the default domain are different links', async () => {
    const { account, domain } = await ownerOfDomain()
    await account.link({ custom_slug: 'double', domain_alias: domain, long_url: 'https://example.com/there' })
    await (await instance.account()).link({ custom_slug: 'double', long_url: 'https://example.com/default' })
    expect(await location('/double', domain)).toStrictEqual([302, 'https://example.com/there'])
    expect(await location('/double', new URL(instance.url).host)).toStrictEqual([
      302,
      'https://example.com/default',
    ])
    const taken = await account.call('POST /links', {
      body: { long_url: 'https://example.com/', custom_slug: 'double', domain_alias: domain },
    })
    expect(taken.body.error.code).toBe('slug_taken')
  })

  test("doesn't serve the links of the default domain", async () => {
    const { domain } = await ownerOfDomain()
    const { short } = await (await instance.account()).link()
    expect((await instance.visit(`/${short}`)).status).toBe(302)
    expect((await instance.visit(`/${short}`, { host: domain })).status).toBe(404)
  })

  test('is recognized in any case, with any port, and with a final dot', async () => {
    const { account, domain } = await ownerOfDomain()
    const { short } = await account.link({ domain_alias: domain })
    for (const host of [domain.toUpperCase(), `${domain}:8080`, `${domain}.`, `${domain}.:443`])
      expect([host, (await instance.visit(`/${short}`, { host })).status]).toStrictEqual([host, 302])
  })

  test('serves neither /v2 nor /api, whatever the credential', async () => {
    const { account, domain } = await ownerOfDomain()
    const { cookie } = await signIn(instance, account)
    const headers = { host: domain, cookie, authorization: `Bearer ${account.key}` }
    for (const path of [
      '/v2',
      '/v2/user',
      '/v2/links',
      '/v2/openapi.json',
      '/v2/docs',
      '/api/keys',
      '/api/session',
    ])
      expect([path, (await instance.ask(`GET ${path}`, { headers })).status]).toStrictEqual([path, 404])
    const create = { headers, body: { long_url: 'https://example.com/' } }
    expect((await instance.ask('POST /v2/links', create)).status).toBe(404)
    const signingIn = { headers, body: { email: account.email, password: 'a fine password' } }
    expect((await instance.ask('POST /api/session', signingIn)).status).toBe(404)
    expect((await account.call('GET /links')).body.total).toBe(0)
  })

  test('an unknown Host counts as the default domain', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    for (const host of [
      'unknown.example.com',
      '203.0.113.7',
      'localhost',
      '127.0.0.1:1',
      'x_y',
      '[::1]:3000',
    ]) {
      expect([host, (await instance.visit(`/${short}`, { host })).status]).toStrictEqual([host, 302])
      const headers = { host, authorization: `Bearer ${account.key}` }
      expect([host, (await instance.ask('GET /v2/user', { headers })).status]).toStrictEqual([host, 200])
    }
  })

  test('an unverified domain serves nothing until it is verified', async () => {
    const account = await instance.account()
    const domain = 'later.example.com'
    const add = ['domain', 'add', '--email', account.email, '--domain', domain]
    await instance.command(...add)
    const { short } = await account.link()
    for (const path of [`/${short}`, '/', '/account/sign-in', '/v2/user', '/nothing'])
      expect([path, (await instance.visit(path, { host: domain })).status]).toEqual([path, 421])
    await instance.command(...add, '--verified')
    expect((await instance.visit(`/${short}`, { host: domain })).status).toBe(404)
    const there = await account.link({ domain_alias: domain })
    expect((await instance.visit(`/${there.short}`, { host: domain })).status).toBe(302)
  })

  test('cannot be removed while links are on it, even archived ones', async () => {
    const { account, domain, id } = await ownerOfDomain()
    const { call } = await signIn(instance, account)
    const link = await account.link({ domain_alias: domain })
    await account.call(`DELETE /links/${link.id}`)
    const refused = await call(`DELETE /domains/${id}`)
    expect([refused.status, refused.body.error.code]).toStrictEqual([422, 'validation_failed'])
    expect(refused.body.error.details[0]).toMatchObject({ path: 'domain', code: 'domain_has_links' })
    await account.call(`POST /links/${link.id}/unarchive`)
    expect((await instance.visit(`/${link.short}`, { host: domain })).status).toBe(302)

    await account.call(`PUT /links/${link.id}`, { body: { domain_alias: '' } })
    const removed = await call(`DELETE /domains/${id}`)
    expect([removed.status, removed.body]).toStrictEqual([200, { data: { id, removed: true } }])
    expect((await call('GET /domains')).body.data).toBeEmpty()
    expect((await call(`DELETE /domains/${id}`)).status).toBe(404)
  })

  test('a removed domain serves nothing until someone verifies it again', async () => {
    const { account, domain, id } = await ownerOfDomain()
    const { call } = await signIn(instance, account)
    expect((await instance.visit('/nothing', { host: domain })).status).toBe(404)
    await call(`DELETE /domains/${id}`)
    const { short } = await account.link()
    for (const path of [`/${short}`, '/', '/account/sign-in'])
      expect([path, (await instance.visit(path, { host: domain })).status]).toEqual([path, 421])
    const answer = await account.call('POST /links', {
      body: { long_url: 'https://example.com/', domain_alias: domain },
    })
    expect([answer.status, answer.body.error.details[0].path]).toStrictEqual([422, 'domain_alias'])
    const heir = await instance.account()
    await heir.domain(domain)
    const { short: theirs } = await heir.link({ domain_alias: domain })
    expect((await instance.visit(`/${theirs}`, { host: domain })).status).toBe(302)
    expect((await instance.visit(`/${short}`, { host: domain })).status).toBe(404)
  })

  test('a domain whose unverified claim was withdrawn is free, so nobody can block a host for others', async () => {
    const account = await instance.account()
    const { call } = await signIn(instance, account)
    const domain = 'withdrawn.example.com'
    const { id } = (await call('POST /domains', { body: { domain } })).body.data
    const { short } = await account.link()
    expect((await instance.visit(`/${short}`, { host: domain })).status).toBe(421)
    await call(`DELETE /domains/${id}`)
    expect((await instance.visit(`/${short}`, { host: domain })).status).toBe(302)
  })

  test('serves nothing once its account was deleted', async () => {
    const { account, domain } = await ownerOfDomain()
    const { short } = await (await instance.account()).link()
    const { call } = await signIn(instance, account)
    expect((await call('POST /user/delete', { body: { password } })).status).toBe(200)
    expect((await instance.visit(`/${short}`, { host: domain })).status).toBe(404)
    await instance.clock.advance(61_000)
    await instance.clock.advance(10_000)
    expect((await instance.visit(`/${short}`, { host: domain })).status).toBe(421)
  })

  test('removed while links are created on it, it either stays with them or goes without any', async () => {
    for (let round = 0; round < 5; round++) {
      const { account, domain, id } = await ownerOfDomain()
      const { call } = await signIn(instance, account)
      const moving = await account.link()
      const body = { long_url: 'https://example.com/', domain_alias: domain }
      const [removal, ...others] = await Promise.all([
        call(`DELETE /domains/${id}`),
        account.call('POST /links', { body }),
        account.call(`PUT /links/${moving.id}`, { body }),
        account.call('POST /links', { body }),
      ])
      const onIt = others.filter(({ status }) => status === 200)
      expect(others.every(({ status }) => status === 200 || status === 422)).toBeTrue()
      expect(removal.status).toBe(onIt.length > 0 ? 422 : 200)
      for (const { body } of onIt)
        expect((await account.call(`GET /links/${body.data.id}`)).body.data.domain).toBe(domain)
    }
  })

  test('isn’t needed to name the service’s own host as domain_alias', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const { host } = new URL(instance.url)
    expect((await account.link({ domain_alias: host })).domain).toBe(host)
    expect((await instance.visit(`/${short}`)).status).toBe(302)
  })
})
