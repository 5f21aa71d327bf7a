// Settings of a domain: who may change them, what is refused, and what visitors of the domain then get.
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DashboardCall, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

const appleFile = JSON.stringify({
  applinks: {
    details: [{ appIDs: ['ABCDE12345.com.example.app'], components: [{ '/': '/buy/*', comment: 'é' }] }],
  },
})
const androidFile = JSON.stringify([
  {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: 'com.example.app',
      sha256_cert_fingerprints: [Array.from({ length: 32 }, () => 'A1').join(':')],
    },
  },
])

onEachEngine('the settings of a domain', (instance) => {
  let made = 0

  async function ownDomain() {
    const account = await instance.account()
    const host = `settings${++made}.example.com`
    const { id } = (await account.domain(host)) as { id: string }
    const { call } = await signIn(instance, account)
    const set = (body: object) => call(`PUT /domains/${id}/settings`, { body })
    const visit = (path: string, headers = {}) => instance.visit(path, { host, ...headers })
    return { account, host, id, call, set, visit }
  }

  const faultOf = async (
    answer: Promise<{ status: number; body: { error: { details?: { code: string }[] } } }>,
  ) => {
    const { status, body } = await answer
    return [status, body.error?.details?.[0]?.code]
  }

  test('are read as they were set; what is omitted stays, and null clears', async () => {
    const { host, id, call, set } = await ownDomain()
    const empty = {
      ...{ id, domain: host, root_url: null, root_microsite: null, not_found_url: null, ended_url: null },
      ...{ forward_query: false, forward_path: false, case_insensitive: false, robots: null },
      ...{ apple_app_site_association: null, assetlinks: null },
      ...{ brand_name: null, brand_color: null, brand_logo: null },
    }
    expect((await call(`GET /domains/${id}/settings`)).body.data).toStrictEqual(empty)
    const changes = {
      ...{ root_url: 'https://example.com/', not_found_url: 'https://example.com/lost', forward_query: true },
      ...{ ended_url: 'https://example.com/over', forward_path: true, case_insensitive: true },
      ...{ robots: 'User-agent: *\n', apple_app_site_association: appleFile, assetlinks: androidFile },
      ...{ brand_name: 'Ana', brand_color: '#B32C43' },
    }
    const set1 = await set(changes)
    expect([set1.status, set1.body.data]).toStrictEqual([
      200,
      { ...empty, ...changes, brand_color: '#b32c43' },
    ])
    const { data } = (await set({ root_url: null, brand_name: '', forward_path: false })).body
    expect(data).toStrictEqual({
      ...{ ...empty, ...changes, root_url: null, brand_name: null, forward_path: false },
      brand_color: '#b32c43',
    })
    expect((await call(`GET /domains/${id}/settings`)).body.data).toStrictEqual(data)
  })

  test("are nobody else's, and only administrators read and change those of the default domain", async () => {
    const { id } = await ownDomain()
    const { call: stranger } = await signIn(instance, await instance.account())
    for (const [path, status] of [
      [id, 404],
      ['default', 403],
      ['dom_00000000000000000000000000', 404],
    ]) {
      expect((await stranger(`GET /domains/${path}/settings`)).status).toBe(status as number)
      expect((await stranger(`PUT /domains/${path}/settings`, { body: { robots: 'x' } })).status).toBe(
        status as number,
      )
    }
    const { call } = await signIn(instance, await instance.account({ administrator: true }))
    const set = (body: object) => call('PUT /domains/default/settings', { body })
    expect((await set({ not_found_url: 'https://example.com/lost' })).body.data.domain).toBe(
      new URL(instance.url).host,
    )
    expect((await instance.visit('/nothing-here-at-all')).headers.get('location')).toBe(
      'https://example.com/lost',
    )
    expect((await set({ not_found_url: null })).status).toBe(200)
    expect((await instance.visit('/nothing-here-at-all')).status).toBe(404)
  })

  test('go with the domain: who claims the same name later begins without any', async () => {
    const { account, id, call, set, host } = await ownDomain()
    await set({ root_url: 'https://example.com/' })
    expect((await call(`DELETE /domains/${id}`)).status).toBe(200)
    const again = (await account.domain(host)) as { id: string }
    expect((await call(`GET /domains/${again.id}/settings`)).body.data.root_url).toBeNull()
    expect((await instance.visit('/', { host })).status).toBe(200)
  })

  test('refuse addresses that links must not lead to, naming the field', async () => {
    const { host, set } = await ownDomain()
    for (const field of ['root_url', 'not_found_url', 'ended_url']) {
      for (const own of [instance.url, `https://${host}/x`])
        expect(await faultOf(set({ [field]: own }))).toStrictEqual([422, 'own_short_domain'])
      expect(await faultOf(set({ [field]: 'javascript:alert(1)' }))).toStrictEqual([422, 'not_web_address'])
      expect(await faultOf(set({ [field]: `https://example.com/${'a'.repeat(2048)}` }))).toStrictEqual([
        422,
        'too_long',
      ])
    }
    expect(await faultOf(set({ root_url: 'https://example.com/', root_microsite: 'x' }))).toStrictEqual([
      422,
      'root_twice',
    ])
    expect(await faultOf(set({ root_microsite: 'nobody-has-this' }))).toStrictEqual([
      422,
      'not_microsite_of_domain',
    ])
    expect(await faultOf(set({ brand_logo: '/assets/nobody.webp' }))).toStrictEqual([422, 'not_own_image'])
    for (const color of ['red', '#12', '#1234', 'url(x)', '#gggggg', '#fff;}'])
      expect(await faultOf(set({ brand_color: color }))).toStrictEqual([422, 'not_brand_colour'])
    expect(await faultOf(set({ robots: 'a'.repeat(16 * 1024 + 1) }))).toStrictEqual([422, 'too_long'])
  })

  describe('the root', () => {
    test('leads browsers to root_url, and a program still gets JSON', async () => {
      const { set, visit } = await ownDomain()
      await set({ root_url: 'https://example.com/ä?b#c' })
      const { status, headers } = await visit('/')
      expect([status, headers.get('location'), headers.get('cache-control')]).toStrictEqual([
        302,
        'https://example.com/%C3%A4?b#c',
        'private, no-store',
      ])
      expect((await visit('/', { accept: 'application/json' })).status).toBe(200)
      expect((await instance.visit('/')).status).toBe(200)
    })
  })

  describe('not_found_url', () => {
    test('is where people go who ask for an unknown or archived code, and programs get 404', async () => {
      const { account, host, set, visit } = await ownDomain()
      const { short } = await account.link({ domain_alias: host })
      const archived = await account.link({ domain_alias: host })
      await account.call(`DELETE /links/${archived.short}`)
      await set({ not_found_url: 'https://example.com/lost' })
      for (const path of ['/nowhere', `/${archived.short}`, '/nowhere+', '/not%20a%20code', '/a/b'])
        expect([path, (await visit(path)).status, (await visit(path)).headers.get('location')]).toStrictEqual(
          [path, 302, 'https://example.com/lost'],
        )
      const head = await instance.ask('HEAD /nowhere', { headers: { host } })
      expect([head.status, head.headers.get('cache-control')]).toStrictEqual([302, 'private, no-store'])
      expect((await visit('/nowhere', { accept: 'application/json' })).body.error.code).toBe('not_found')
      expect((await instance.ask('POST /nowhere', { headers: { host } })).status).toBe(404)
      expect((await visit('/assets/nothing.webp')).status).toBe(404)
      expect((await visit(`/${short}`)).headers.get('location')).toBe('https://example.com/')
    })
  })

  describe('files', () => {
    const typeOf = (answer: { headers: Headers }) => answer.headers.get('content-type')

    test('are served byte for byte with their types, on that domain alone', async () => {
      const { set, visit } = await ownDomain()
      const other = await ownDomain()
      await set({
        robots: 'User-agent: *\nDisallow: /',
        apple_app_site_association: appleFile,
        assetlinks: androidFile,
      })
      const robots = await visit('/robots.txt')
      expect([robots.text, typeOf(robots)]).toStrictEqual([
        'User-agent: *\nDisallow: /',
        'text/plain; charset=utf-8',
      ])
      for (const [path, content] of [
        ['/.well-known/apple-app-site-association', appleFile],
        ['/apple-app-site-association', appleFile],
        ['/.well-known/assetlinks.json', androidFile],
      ] as const) {
        const answer = await visit(path)
        expect([answer.status, answer.text, typeOf(answer)]).toStrictEqual([200, content, 'application/json'])
        expect((await other.visit(path)).status).toBe(404)
        expect((await instance.visit(path)).status).toBe(404)
      }
      expect((await other.visit('/robots.txt')).text).toContain('Disallow: /api/')
      await set({ robots: null, assetlinks: null })
      expect((await visit('/robots.txt')).text).toContain('Disallow: /api/')
      expect((await visit('/.well-known/assetlinks.json')).status).toBe(404)
    })

    test('that open apps must be what phones expect', async () => {
      const { set } = await ownDomain()
      const faults = async (file: string, content: string) => {
        const { status, body } = await set({ [file]: content })
        const [detail] = body.error?.details ?? []
        return [status, detail?.code, detail?.params?.at, detail?.params?.part]
      }
      expect(await faults('assetlinks', '{')).toStrictEqual([422, 'not_json', undefined, undefined])
      expect(await faults('assetlinks', '['.repeat(100_000))).toStrictEqual([
        ...[422, 'not_json', undefined, undefined],
      ])
      expect(await faults('apple_app_site_association', '{"other":1}')).toStrictEqual([
        ...[422, 'app_file', '', 'service'],
      ])
      expect(
        await faults(
          'apple_app_site_association',
          '{"applinks":{"details":[{"appIDs":["com.example.app"]}]}}',
        ),
      ).toStrictEqual([422, 'app_file', 'applinks.details.0.appIDs.0', 'app'])
    })
  })

  describe('on the command line', () => {
    test('are shown and set, from files too, and hold in the running server', async () => {
      const { host, visit } = await ownDomain()
      const robots = join(mkdtempSync(join(tmpdir(), 'domain-')), 'robots.txt')
      writeFileSync(robots, 'User-agent: x')
      const set = await instance.command(
        ...['domain', 'set', host, '--root-url', 'https://example.com/root', '--robots', robots],
        ...['--forward-query', 'on', '--brand-name', 'Ana'],
      )
      expect(set).toMatchObject({ domain: host, root_url: 'https://example.com/root', forward_query: true })
      expect((await visit('/')).headers.get('location')).toBe('https://example.com/root')
      expect((await visit('/robots.txt')).text).toBe('User-agent: x')
      await instance.command('domain', 'set', host, '--root-url', '')
      expect(await instance.command('domain', 'show', host)).toMatchObject({
        root_url: null,
        brand_name: 'Ana',
      })
      for (const [args, reason] of [
        [['--forward-query', 'yes'], /takes "on" or "off"/],
        [['--root-url', 'nonsense'], /--root-url must be an http/],
        [['--robots', '/nowhere/robots'], /can't be read/],
      ] as const)
        expect(instance.command('domain', 'set', host, ...args)).rejects.toThrow(reason)
      expect(instance.command('domain', 'set', 'nobody.example.com')).rejects.toThrow(/nobody has verified/)
    })
  })
})

onEachEngine('a domain that ignores case', (instance) => {
  let made = 0

  async function ownDomain() {
    const account: Account = await instance.account()
    const host = `case${++made}.example.com`
    const { id } = (await account.domain(host)) as { id: string }
    const { call }: { call: DashboardCall } = await signIn(instance, account)
    const set = (body: object) => call(`PUT /domains/${id}/settings`, { body })
    const visit = async (path: string) => (await instance.visit(path, { host })).status
    const link = (slug?: string) =>
      account.link({ domain_alias: host, ...(slug === undefined ? {} : { custom_slug: slug }) })
    return { account, host, id, call, set, visit, link }
  }

  test('finds codes in any case, those of before too, and their QR codes', async () => {
    const { visit, link, set } = await ownDomain()
    await link('Printed')
    expect([await visit('/Printed'), await visit('/printed')]).toStrictEqual([302, 404])
    expect((await set({ case_insensitive: true })).status).toBe(200)
    for (const path of ['/Printed', '/printed', '/PRINTED', '/%50rinted'])
      expect([path, await visit(path)]).toStrictEqual([path, 302])
    for (const path of ['/PRINTED.svg', '/printed.png', '/Printed.svg', '/Printed+'])
      expect([path, await visit(path)]).toStrictEqual([path, 200])
  })

  test('has codes in lower case only: generated, chosen and renamed', async () => {
    const { account, host, link, set, visit } = await ownDomain()
    await set({ case_insensitive: true })
    const generated = await Promise.all(Array.from({ length: 10 }, () => link()))
    for (const { short } of generated) expect(short).toBe(short.toLowerCase())
    const chosen = await link('MixedCase')
    expect([chosen.short, chosen.short_url]).toStrictEqual([
      'mixedcase',
      expect.stringContaining('/mixedcase'),
    ])
    const taken = await account.call('POST /links', {
      body: { long_url: 'https://example.com/', domain_alias: host, custom_slug: 'MIXEDCASE' },
    })
    expect(taken.body.error.code).toBe('slug_taken')
    const check = await account.call('POST /links/available', {
      body: { short: 'mixedCASE', domain_alias: host },
    })
    expect(check.body.error.code).toBe('slug_taken')
    const renamed = await account.call(`PUT /links/MIXEDcase?domain=${host}`, {
      body: { custom_slug: 'Other' },
    })
    expect(renamed.body.data.short).toBe('other')
    expect(await visit('/OTHER')).toBe(302)
    const moved = await account.link({ custom_slug: 'FromDefault' })
    const there = await account.call(`PUT /links/${moved.short}`, { body: { domain_alias: host } })
    expect(there.body.data.short).toBe('fromdefault')
  })

  test('imports codes in lower case, so that they are found', async () => {
    const { account, host, set, visit } = await ownDomain()
    await set({ case_insensitive: true })
    const file = join(mkdtempSync(join(tmpdir(), 'domain-')), 'links.csv')
    writeFileSync(file, 'short,long_url\nMoved,https://example.com/moved\n')
    await instance.command('import', file, '--email', account.email, '--domain', host)
    expect([await visit('/Moved'), await visit('/moved')]).toStrictEqual([302, 302])
  })

  test('needs codes that differ in more than case, and names up to ten pairs of those that do not', async () => {
    const { link, set, visit } = await ownDomain()
    for (const slug of ['Same', 'same', 'other']) await link(slug)
    const { status, body } = await set({ case_insensitive: true })
    expect([status, body.error.details]).toMatchObject([
      422,
      [{ path: 'case_insensitive', code: 'case_clash', params: { codes: [['Same', 'same']], more: 0 } }],
    ])
    expect([await visit('/Same'), await visit('/OTHER')]).toStrictEqual([302, 404])
    for (let index = 0; index < 11; index++) {
      await link(`A${index}`)
      await link(`a${index}`)
    }
    const { params } = (await set({ case_insensitive: true })).body.error.details[0]
    expect([params.codes.length, params.more]).toStrictEqual([10, 2])
  })

  test('lets no link slip through that is created while case begins to be ignored', async () => {
    const { account, host, set } = await ownDomain()
    const create = (slug: string) =>
      account.call('POST /links', {
        body: { long_url: 'https://example.com/', domain_alias: host, custom_slug: slug },
      })
    const [, ...answers] = await Promise.all([
      set({ case_insensitive: true }),
      ...Array.from({ length: 20 }, (_, index) => create(`Racing${index}`)),
    ])
    expect(new Set(answers.map(({ status }) => status))).toStrictEqual(new Set([200]))
    const { body } = await account.call('GET /links?limit=100')
    const codes = body.data.map(({ short }: { short: string }) => short)
    expect(codes).toHaveLength(20)
    expect(codes.filter((code: string) => code !== code.toLowerCase())).toStrictEqual([])
  })
})
