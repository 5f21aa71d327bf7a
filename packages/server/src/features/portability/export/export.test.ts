// GET /api/export: all data of an account as one download, only for its owner.
import { beforeAll, describe, expect, test } from 'bun:test'
import { newApp, person, tokensFor } from '../../../../../../test/accounts/oauth.ts'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { addMember, newWorkspace } from '../../../../../../test/accounts/workspaces.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../../../test/microsites.ts'
import { runStatement } from '../../../../../../test/servers/statements.ts'
import { until } from '../../../../../../test/timeouts.ts'

// biome-ignore lint/suspicious/noExplicitAny: lines of every shape.
type Line = any

onEachEngine('the export', (instance) => {
  // With their long URLs about 50 MB: more than the kernel buffers for a reader that has stopped reading.
  const many = 6_000
  /** Adds this many links directly to the database, because the API would take minutes. */
  const fill = ({ userId }: Account, links: number) =>
    fillOwn(`(select id from users where public_id = '${userId}')`, 'many', links)
  const fillWorkspace = (id: string, links: number) =>
    fillOwn(`(select id from workspaces where public_id = '${id}')`, 'team', links)
  async function fillOwn(owner: string, prefix: string, links: number): Promise<void> {
    const long = 'x'.repeat(8000)
    const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${links})`
    await runStatement(
      instance.database,
      `insert into links (public_id, user_id, long_url, title, disposable, adult, search_text, created_at, updated_at)
       ${numbers} select 'lnk_${prefix}' || i, ${owner}, 'https://example.com/${long}', '', 0, 0, '${prefix}', 1, 1
       from n`,
    )
    await runStatement(
      instance.database,
      `insert into codes (domain_id, code, link_id)
       select 0, '${prefix}-' || id, id from links where search_text = '${prefix}'`,
    )
  }
  const lines = (text: string): Line[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const recordsOf = (all: Line[], type: string) =>
    all.filter((line) => line.type === type).map(({ data }) => data)
  const exported = async (account: Account) => {
    const { call } = await signIn(instance, account)
    return await call('GET /export')
  }

  test('of a shared workspace has what is in it, and nothing else of the admin who downloads it', async () => {
    const made = await newWorkspace(instance)
    const admin = await addMember(instance, made, 'admin')
    await admin.session.call('POST /links', { body: { long_url: 'https://example.com/own' } })
    await made.owner.call('POST /links', { body: { long_url: 'https://example.com/shared' } })
    const all = lines((await admin.call('GET /export')).text)
    expect(recordsOf(all, 'link').map(({ long_url }) => long_url)).toEqual(['https://example.com/shared'])
    for (const type of ['session', 'passkey', 'second_factor']) expect(recordsOf(all, type)).toEqual([])
    const own = lines((await admin.session.call('GET /export')).text)
    expect(recordsOf(own, 'link').map(({ long_url }) => long_url)).toEqual(['https://example.com/own'])
    expect(recordsOf(own, 'session')).toHaveLength(1)
  })

  describe('of an account', () => {
    let account: Account
    let answer: Awaited<ReturnType<typeof exported>>
    let all: Line[]
    let link: Line
    let site: Line
    const of = (type: string) => recordsOf(all, type)

    beforeAll(async () => {
      account = await instance.account()
      await account.domain('go.export.example')
      link = await account.link({
        title: 'Ünïcode\u2028 “line”\nbreak',
        password: 'sesame',
        note: 'For me',
        tags: ['spring'],
        rules: [{ when: {}, to: [{ long_url: 'https://example.com/there' }] }],
        preview: { title: 'Card' },
      })
      await account.call(`PUT /links/${link.short}/qr`, { body: { color: '#102030' } })
      await account.call(`PUT /links/${link.short}/health`, {
        body: { watch: false, when_broken: 'archive' },
      })
      const archived = await account.link({ domain_alias: 'go.export.example' })
      await account.call(`DELETE /links/${archived.short}?domain=go.export.example`)
      const open = await account.link()
      await instance.visit(`/${open.short}`, { referer: 'https://news.example/' })
      await instance.visit(`/${open.short}?qr`)
      site = await microsite(account)
      await componentsOf(account, site.slug).create('TEXT', { content: 'Hello' })
      await instance.visit(`/${site.slug}`)
      await account.call('POST /webhooks', {
        body: { url: 'https://example.com/hook', events: ['link.created'] },
      })
      const { call } = await signIn(instance, account)
      await call('POST /webhooks', { body: { url: 'https://example.com/hook', events: ['link.created'] } })
      await call(`POST /links/${link.short}/aliases`, { body: { code: 'exported-alias' } })
      const app = await newApp(instance, account)
      await tokensFor(instance, await person(instance, account), app)
      await call('POST /shop-items', { body: { title: 'Cup' } })
      await call('POST /utm-templates', { body: { name: 'Mail', source: 'mail' } })
      answer = await exported(account)
      all = lines(answer.text)
    })

    test('is a complete file for download that is never cached', () => {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
      const name = `linnet-${instance.clock.day()}.ndjson`
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(all.at(-1)).toEqual({ type: 'end', lines: all.length - 1 })
    })

    test('contains the profile, keys, sessions, domains, applications, webhooks and the audit log', async () => {
      expect(of('user')).toEqual([(await account.call('GET /user')).body.data])
      expect(of('quota')[0].links.used).toBe(3)
      expect(of('key')).toHaveLength(1)
      expect(of('domain')[0].domain).toBe('go.export.example')
      expect(of('application')).toHaveLength(1)
      expect(of('connected_app')).toHaveLength(1)
      expect(of('webhook')[0].url).toBe('https://example.com/hook')
      expect(of('application')[0].redirect_uris).toHaveLength(1)
      expect(of('shop_item')[0].title).toBe('Cup')
      expect(of('utm_template')[0]).toMatchObject({ name: 'Mail', source: 'mail' })
      expect(of('session').length).toBeGreaterThanOrEqual(2)
      expect(of('audit_event').map(({ action }: Line) => action)).toContain('account_created')
      for (const type of ['second_factor', 'qr_settings', 'link_health']) expect(of(type)).toHaveLength(1)
    })

    test('contains every link with its QR settings, including archived ones, and microsites with their components', async () => {
      const links = of('link')
      expect(links).toHaveLength(3)
      const { aliases, qr_settings, planned_placements, watch, when_broken, ...record } = links[0]
      expect(record).toEqual((await account.call(`GET /links/${link.short}`)).body.data)
      expect(qr_settings).toMatchObject({ color: '#102030', logo: null })
      expect(planned_placements).toEqual([])
      expect([watch, when_broken]).toEqual([false, 'archive'])
      expect(links[1]).toMatchObject({ watch: null, when_broken: null })
      expect(aliases).toEqual(['exported-alias'])
      expect(of('mistyped_code')).toEqual([])
      expect(links[1]).toMatchObject({ status: 'archived', domain: 'go.export.example' })
      expect(of('microsite')[0]).toMatchObject({ id: site.id, views: 1 })
      expect(of('component')[0]).toMatchObject({
        microsite: site.id,
        kind: 'TEXT',
        data: { content: 'Hello' },
      })
    })

    test('contains the sums per day, and the stored individual clicks', () => {
      const day = instance.clock.day()
      const [open] = of('link').slice(-1)
      expect(of('account_day')).toHaveLength(1)
      expect(of('account_day')[0]).toMatchObject({ day, clicks: 2 })
      expect(of('link_day')).toHaveLength(1)
      expect(of('link_day')[0]).toMatchObject({ link: open.id, day, clicks: 2, scans: 1 })
      expect(of('microsite_day')[0]).toMatchObject({ microsite: site.id, day, clicks: 1 })
      const clicks = of('click')
      expect(clicks.map(({ link, referer, qr }: Line) => [link, referer, qr])).toEqual([
        [open.id, 'news.example', false],
        [open.id, expect.any(String), true],
      ])
      expect(clicks[0]).toMatchObject({ device: expect.any(String), browser: 'Chrome', bot: false })
    })

    test('contains no secrets: no key, token, hash or password', async () => {
      const { text } = answer
      expect(text).not.toContain(account.key)
      expect(text).not.toMatch(/sk_live_|whsec_|\$argon2|password_hash|token_hash|sesame|a fine password/)
      expect(Object.keys(of('webhook')[0])).not.toContain('secret')
      expect(Object.keys(of('application')[0])).not.toContain('client_secret')
    })

    test('contains nothing of other accounts', async () => {
      const other = await instance.account()
      const theirs = await other.link()
      const mine = await exported(account)
      expect(mine.text).not.toContain(theirs.id)
      const { text } = await exported(other)
      expect(recordsOf(lines(text), 'link')).toHaveLength(1)
      expect(text).not.toContain(account.userId)
    })
  })

  test('contains who changed what, each entry once, and of passwords only whether there is one', async () => {
    const account = await instance.account()
    const other = await instance.account()
    await other.link()
    // Entries are read in fifties, so those of these requests are read in several parts.
    const created: string[] = [(await account.link()).id]
    for (let round = 0; round < 2; round++) {
      const links = Array.from({ length: 100 }, () => ({ long_url: 'https://example.com/' }))
      const { items } = (await account.call('POST /links/bulk', { body: { links } })).body.data
      created.push(...items.map(({ data }: Line) => data.id))
    }
    const link = `/links/${created[7]}`
    await account.call(`PUT ${link}`, { body: { title: 'Changed', password: 'sesame' } })
    await account.call(`PUT ${link}/qr`, { body: { color: '#102030' } })
    const site = await microsite(account)
    await componentsOf(account, site.slug).create('TEXT', { content: 'Hello' })
    const { text } = await exported(account)
    const entries = recordsOf(lines(text), 'history_entry')
    const creations = entries.filter(({ action, kind }: Line) => action === 'created' && kind === 'link')
    expect(creations.map((entry: Line) => entry.link).toSorted()).toEqual(created.toSorted())
    const ofLink = entries.filter((entry: Line) => entry.link === created[7])
    expect(ofLink.map(({ kind }: Line) => kind)).toEqual(['link', 'link', 'qr'])
    const told = (await account.call(`GET ${link}/history`)).body.data
    expect(ofLink.map(({ kind: _kind, link: _link, ...entry }: Line) => entry).toReversed()).toEqual(told)
    expect(ofLink[1].changes).toContainEqual({ field: 'has_password', from: false, to: true })
    expect(text).not.toMatch(/sesame|argon2/)
    expect(entries.slice(-2)).toMatchObject([
      { kind: 'microsite', microsite: site.id, action: 'created' },
      { kind: 'component', microsite: site.id },
    ])
    expect(entries).toHaveLength(201 + 2 + 2)
  })

  test('contains the planned switches, however many there are', async () => {
    const account = await instance.account()
    const other = await instance.account()
    const plan = async (of: Account) => {
      const { id } = await of.link()
      const switches = Array.from({ length: 20 }, (_, index) => ({
        at: 8_000_000_000 + index,
        long_url: `https://example.com/${index}`,
      }))
      expect((await of.call(`PUT /links/${id}/schedule`, { body: switches })).status).toBe(200)
      return switches.map((one) => ({ link: id, ...one }))
    }
    await plan(other)
    const planned: object[] = []
    // They are read in groups of five hundred.
    for (let link = 0; link < 26; link++) planned.push(...(await plan(account)))
    const { text } = await exported(account)
    expect(recordsOf(lines(text), 'planned_switch')).toEqual(planned)
  })

  test('is refused without a session, to keys, to other sites and to other methods', async () => {
    const account = await instance.account()
    const { cookie } = await signIn(instance, account)
    const ask = (what: string, headers: Record<string, string> = {}) => instance.ask(what, { headers })
    expect((await ask('GET /api/export')).status).toBe(401)
    expect((await ask('GET /api/export', { authorization: `Bearer ${account.key}` })).status).toBe(401)
    expect((await ask('GET /api/export', { cookie: 'linnet_session=nonsense' })).status).toBe(401)
    expect((await ask('POST /api/export', { cookie, origin: instance.url })).status).toBe(405)
    expect((await ask('HEAD /api/export', { cookie })).status).toBe(405)
    expect((await ask('GET /v2/export', { authorization: `Bearer ${account.key}` })).status).toBe(404)
    expect((await ask('GET /api/export', { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await ask('GET /api/export', { cookie })).status).toBe(200)
  })

  describe('of very many links', () => {
    let account: Account
    beforeAll(async () => {
      account = await instance.account()
      await fill(account, many)
    })

    /** An export of which only the first bytes are read. */
    async function begin(cookie: string, query = '') {
      const ending = new AbortController()
      const response = await fetch(`${instance.url}/api/export${query}`, {
        headers: { cookie },
        signal: ending.signal,
      })
      const reader = (response.body as ReadableStream<Uint8Array>).getReader()
      await reader.read()
      return { response, reader, ending }
    }

    /** The same, once the previous one has ended. */
    async function beginFree(cookie: string) {
      return await until('the previous export has ended', async () => {
        const begun = await begin(cookie)
        if (begun.response.status === 429) return undefined
        expect(begun.response.status).toBe(200)
        return begun
      })
    }

    test('is complete', async () => {
      const { text } = await exported(account)
      const all = lines(text)
      expect(recordsOf(all, 'link')).toHaveLength(many)
      expect(new Set(recordsOf(all, 'link').map(({ id }) => id)).size).toBeGreaterThanOrEqual(many)
      expect(all.at(-1)).toEqual({ type: 'end', lines: all.length - 1 })
    })

    test('runs one at a time, and ends if the client disconnects', async () => {
      const { cookie, call } = await signIn(instance, account)
      // The export of the test before may still be ending.
      const { ending } = await beginFree(cookie)
      const second = await call('GET /export')
      expect([second.status, second.body.error.code]).toEqual([429, 'rate_limited'])
      expect(second.headers.get('retry-after')).toBe('30')
      // Other accounts can still export.
      expect((await exported(await instance.account())).status).toBe(200)
      ending.abort()
      const again = await beginFree(cookie)
      again.ending.abort()
    })

    test('ends, without its last line, when the session ends', async () => {
      const { cookie, call } = await signIn(instance, account)
      const { reader } = await beginFree(cookie)
      await call('DELETE /session')
      const text = await restOf(reader)
      expect(text).not.toContain('"type":"end"')
    })

    test('of a shared workspace runs one at a time for a person, and ends when the workspace is blocked', async () => {
      const { workspace, owner } = await newWorkspace(instance)
      await fillWorkspace(workspace.id, many)
      const { reader } = await begin(owner.session.cookie, `?workspace=${workspace.id}`)
      expect((await owner.session.call('GET /export')).status).toBe(429)
      await instance.command('workspace', 'block', '--id', workspace.id, '--reason', 'Phishing.')
      expect(await restOf(reader)).not.toContain('"type":"end"')
      const own = await until('the export has ended', async () => {
        const answer = await owner.session.call('GET /export')
        return answer.status !== 429 && answer
      })
      expect(own.status).toBe(200)
    })

    test('waits for its reader: what is deleted before the reader gets there is left out', async () => {
      const { cookie, call } = await signIn(instance, account)
      const { reader } = await beginFree(cookie)
      for (let round = 0; round < 30; round++) await call('GET /me')
      await runStatement(
        instance.database,
        "delete from links where search_text = 'many' and public_id like '%7'",
      )
      const text = await restOf(reader)
      expect(text).toEndWith('}\n')
      expect(text).toContain('"type":"end"')
      const last = text.split('\n').filter((line) => line.includes('lnk_many'))
      expect(last.length).toBeGreaterThan(1000)
      expect(last.slice(-500).some((line) => /lnk_many\d*7"/.test(line))).toBe(false)
    })
  })
})

async function restOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += decoder.decode(part.value, { stream: true })
  } catch {
    return `${text} (cut off)`
  }
  return text
}
