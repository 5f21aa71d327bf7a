// Microsites on custom domains: everything that a microsite has is under its own host, and nothing of it elsewhere.
import { describe, expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('a microsite on a custom domain', (instance) => {
  let made = 0

  async function ownDomain(account?: Account) {
    const owner = account ?? (await instance.account())
    const host = `pages${++made}.example.com`
    const { id } = (await owner.domain(host)) as { id: string }
    const { call } = await signIn(instance, owner)
    const visit = (path: string, headers = {}) => instance.visit(path, { host, ...headers })
    return { account: owner, host, id, call, visit }
  }

  async function site(account: Account, fields: object = {}) {
    const answer = await account.call('POST /microsites', {
      body: { slug: `page${++made}`, title: 'Ana', kind: 'other', ...fields },
    })
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.data
  }

  async function component(account: Account, at: string, kind: string, data: object) {
    const { body } = await account.call(`POST /microsites/${at}/components`, { body: { kind, data } })
    return body.data.id as string
  }

  const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body.error?.code,
  ]

  test('is shown there with its own address everywhere, and on no other host', async () => {
    const { account, host, visit } = await ownDomain()
    const other = await ownDomain()
    const { slug, domain, url } = await site(account, { domain_alias: host })
    expect([domain, url]).toStrictEqual([host, `http://${host}/${slug}`])
    const page = await visit(`/${slug}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`<link rel="canonical" href="${url}"`)
    expect(page.text).toContain(`${url}/preview.png`)
    expect(page.text).not.toContain(`${instance.url}/${slug}`)
    expect((await visit(`/${slug}`, { accept: 'application/json' })).body.data.url).toBe(url)
    expect((await instance.visit(`/${slug}`)).status).toBe(404)
    expect((await other.visit(`/${slug}`)).status).toBe(404)
    expect((await other.visit(`/${slug}/preview.png`)).status).toBe(404)
  })

  test('has its QR code, preview picture, taps, files and passwords under that host', async () => {
    const { account, host, call, visit } = await ownDomain()
    const { slug } = await site(account, { domain_alias: host })
    const link = await component(account, slug, 'LINK', { value: 'Shop', href: 'https://example.com/shop' })
    const contact = await component(account, slug, 'CONTACT', { value: 'Save', name: 'Ana', phone: '123' })
    const locked = await component(account, slug, 'TEXT', { content: 'The secret' })
    await account.call(`PUT /microsites/${slug}/components/${locked}`, {
      body: { kind: 'TEXT', active: true, data: { content: 'The secret', password: 'sesame' } },
    })
    expect((await visit(`/${slug}.svg`)).headers.get('content-type')).toBe('image/svg+xml')
    expect((await visit(`/${slug}/preview.png`)).headers.get('content-type')).toBe('image/png')
    const tap = await visit(`/${slug}/${link}`)
    expect([tap.status, tap.headers.get('location')]).toStrictEqual([302, 'https://example.com/shop'])
    expect((await visit(`/${slug}/${contact}.vcf`)).text).toContain('BEGIN:VCARD')
    const wrong = await instance.ask(`POST /${slug}/${locked}`, {
      body: new URLSearchParams({ password: 'no' }),
      headers: { host },
    })
    expect(wrong.status).toBe(401)
    const right = await instance.ask(`POST /${slug}/${locked}`, {
      body: new URLSearchParams({ password: 'sesame' }),
      headers: { host },
    })
    expect([right.status, right.text.includes('The secret')]).toStrictEqual([200, true])
    for (const path of [`/${slug}.svg`, `/${slug}/${link}`, `/${slug}/${contact}.vcf`])
      expect([path, (await instance.visit(path)).status]).toStrictEqual([path, 404])
    await visit(`/${slug}`)
    await visit(`/${slug}?qr`)
    const { body } = await call(`GET /microsites/${slug}/statistics?domain=${host}`)
    expect(body.data.views.at(-1)).toMatchObject({ clicks: 2 })
    expect(body.data.components.find(({ id }: { id: string }) => id === link)).toMatchObject({ taps: 1 })
  })

  test('with the same slug on two domains is the one of the default domain, or the one that is named', async () => {
    const { account, host, visit } = await ownDomain()
    const { slug, id } = await site(account, { title: 'Default' })
    const there = await site(account, { slug, domain_alias: host, title: 'There' })
    const titleOf = async (query = '') =>
      (await account.call(`GET /microsites/${slug}${query}`)).body.data.title
    expect([await titleOf(), await titleOf(`?domain=${host}`)]).toStrictEqual(['Default', 'There'])
    expect((await account.call(`GET /microsites/${there.id}`)).body.data.domain).toBe(host)
    expect(codeOf(await account.call(`GET /microsites/${id}?domain=${host}`))).toStrictEqual([
      404,
      'not_found',
    ])
    await account.call(`POST /microsites/${there.id}/components`, {
      body: { kind: 'TEXT', data: { content: 'Only there' } },
    })
    expect((await visit(`/${slug}`)).text).toContain('Only there')
    expect((await instance.visit(`/${slug}`)).text).not.toContain('Only there')
    const second = await ownDomain(account)
    const elsewhere = await site(account, { domain_alias: second.host })
    expect((await account.call(`GET /microsites/${elsewhere.slug}`)).body.data.id).toBe(elsewhere.id)
    await site(account, { slug: elsewhere.slug, domain_alias: host })
    expect(codeOf(await account.call(`GET /microsites/${elsewhere.slug}`))).toStrictEqual([404, 'not_found'])
    await account.call(`DELETE /microsites/${slug}?domain=${host}`)
    expect([(await visit(`/${slug}`)).status, (await instance.visit(`/${slug}`)).status]).toStrictEqual([
      404, 200,
    ])
  })

  test('shares its slugs with the codes of links there, and no domain of others can be named', async () => {
    const { account, host } = await ownDomain()
    const { short } = await account.link({ domain_alias: host })
    const create = (fields: object) =>
      account.call('POST /microsites', { body: { title: 'Ana', kind: 'other', ...fields } })
    expect(codeOf(await create({ slug: short, domain_alias: host }))[1]).toBe('slug_taken')
    const available = async (slug: string) =>
      (await account.call('POST /microsites/available', { body: { slug, domain_alias: host } })).body.data
        .available
    expect([await available(short), await available('surely-free')]).toStrictEqual([false, true])
    const others = await ownDomain()
    const refused = await create({ slug: 'mine', domain_alias: others.host })
    expect(refused.body.error.details[0].path).toBe('domain_alias')
  })

  test('moves between domains with its components, and its old address is free at once', async () => {
    const { account, host, visit } = await ownDomain()
    const { slug } = await site(account)
    await component(account, slug, 'TEXT', { content: 'Moving along' })
    expect((await instance.visit(`/${slug}`)).status).toBe(200)
    const moved = await account.call(`PUT /microsites/${slug}`, { body: { domain_alias: host } })
    expect(moved.body.data).toMatchObject({ domain: host, url: `http://${host}/${slug}` })
    expect((await instance.visit(`/${slug}`)).status).toBe(404)
    expect((await visit(`/${slug}`)).text).toContain('Moving along')
    const taker = await site(await instance.account(), { slug })
    expect(taker.slug).toBe(slug)
    const back = await account.call(`PUT /microsites/${slug}?domain=${host}`, { body: { domain_alias: '' } })
    expect(back.body.error.code).toBe('slug_taken')
    expect((await visit(`/${slug}`)).status).toBe(200)
  })

  test('keeps its domain from being removed, and goes with neither of the other slugs', async () => {
    const { account, host, id, call } = await ownDomain()
    const { slug } = await site(account, { domain_alias: host })
    expect((await call(`DELETE /domains/${id}`)).body.error.details[0].code).toBe('domain_has_links')
    await account.call(`DELETE /microsites/${slug}`)
    expect((await call(`DELETE /domains/${id}`)).status).toBe(200)
  })

  test('can be reported, hidden and shown again there', async () => {
    const { account, host, visit } = await ownDomain()
    const { slug } = await site(account, { domain_alias: host })
    await visit(`/${slug}`)
    await account.call(`PUT /microsites/${slug}`, { body: { hide: true } })
    expect((await visit(`/${slug}`)).status).toBe(404)
    await account.call(`PUT /microsites/${slug}`, { body: { hide: false } })
    expect((await visit(`/${slug}`)).text).toContain(encodeURIComponent(`http://${host}/${slug}`))
  })

  describe('at the root', () => {
    test('is shown and counted, with taps that work, until it is hidden, moved or deleted', async () => {
      const { account, host, id, call, visit } = await ownDomain()
      const { slug } = await site(account, { domain_alias: host, title: 'Front page' })
      const tap = await component(account, slug, 'LINK', { value: 'Go', href: 'https://example.com/' })
      const set = (body: object) => call(`PUT /domains/${id}/settings`, { body })
      expect((await set({ root_microsite: slug })).body.data.root_microsite).toBe(slug)
      const root = await visit('/')
      expect([root.status, root.text.includes('<h1'), root.text.includes('Front page')]).toStrictEqual([
        ...[200, true, true],
      ])
      expect(root.text).toContain(`href="/${slug}/${tap}"`)
      const { body } = await call(`GET /microsites/${slug}/statistics`)
      expect(body.data.views.at(-1)).toMatchObject({ clicks: 1 })
      expect((await set({ root_url: 'https://example.com/' })).body.data).toMatchObject({
        ...{ root_url: 'https://example.com/', root_microsite: null },
      })
      expect((await set({ root_microsite: slug })).body.data.root_url).toBeNull()
      await account.call(`PUT /microsites/${slug}`, { body: { domain_alias: '' } })
      expect((await visit('/')).text).not.toContain('Front page')
    })

    test('is never somebody else’s who took the slug later', async () => {
      const { call } = await signIn(instance, await instance.account({ administrator: true }))
      const owner = await instance.account({ administrator: true })
      const { call: root } = await signIn(instance, owner)
      const { slug } = await site(owner, { title: 'Ours' })
      const set = (body: object) => root('PUT /domains/default/settings', { body })
      expect((await set({ root_microsite: slug })).status).toBe(200)
      expect((await instance.visit('/')).text).toContain('Ours')
      await owner.call(`DELETE /microsites/${slug}`)
      await instance.clock.advance(3_661_000)
      await site(await instance.account(), { slug, title: 'Theirs' })
      expect((await instance.visit('/')).text).not.toContain('Theirs')
      expect((await call('PUT /domains/default/settings', { body: { root_microsite: null } })).status).toBe(
        200,
      )
    })
  })

  test('is found in any case where the domain ignores case', async () => {
    const { account, host, id, call, visit } = await ownDomain()
    const { slug } = await site(account, { slug: `Mixed${++made}`, domain_alias: host })
    const tap = await component(account, slug, 'LINK', { value: 'Go', href: 'https://example.com/' })
    expect((await call(`PUT /domains/${id}/settings`, { body: { case_insensitive: true } })).status).toBe(200)
    for (const path of [slug, slug.toLowerCase(), slug.toUpperCase()]) {
      expect([path, (await visit(`/${path}`)).status]).toStrictEqual([path, 200])
      expect([path, (await visit(`/${path}/${tap}`)).status]).toStrictEqual([path, 302])
      expect([path, (await visit(`/${path}/preview.png`)).status]).toStrictEqual([path, 200])
    }
    const { body } = await account.call(`GET /microsites/${slug}`)
    expect(body.data.slug).toBe(slug.toLowerCase())
    const created = await site(account, { slug: 'ShoutING', domain_alias: host })
    expect(created.slug).toBe('shouting')
  })
})
