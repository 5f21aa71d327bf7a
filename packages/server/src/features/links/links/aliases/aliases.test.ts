// Aliases: other codes of a link, which work just like its own.
import { beforeAll, expect, test } from 'bun:test'
import { type DashboardCall, signIn } from '../../../../../../../test/accounts/sign-in.ts'
import { addMember, newWorkspace } from '../../../../../../../test/accounts/workspaces.ts'
import { type Account, onEachEngine } from '../../../../../../../test/instance.ts'

const long_url = 'https://example.com/'

onEachEngine('aliases of a link', (instance) => {
  let account: Account
  let call: DashboardCall
  let made = 0
  beforeAll(async () => {
    account = await instance.account()
    call = (await signIn(instance, account)).call
  })

  const newCode = (word = 'alias') => `${word}-${++made}`
  const add = (short: string, code: string, by = call) =>
    by(`POST /links/${short}/aliases`, { body: { code } })
  const added = async (short: string, code = newCode(), by = call): Promise<string> => {
    const answer = await add(short, code, by)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.code
  }
  const codesOf = async (short: string, by = call): Promise<string[]> =>
    (await by(`GET /links/${short}/aliases`)).body.data.map(({ code }: { code: string }) => code)
  const leads = async (code: string, headers = {}) => {
    const { status, headers: sent } = await instance.visit(`/${code}`, headers)
    return status === 302 ? sent.get('location') : status
  }
  const refusal = async (answer: Promise<{ status: number; body: { error?: { code: string } } }>) => {
    const { status, body } = await answer
    return [status, body.error?.code]
  }
  const taken = [422, 'slug_taken']

  test('are added, listed and removed, and lead where the link leads', async () => {
    const { short } = await account.link({ long_url: 'https://example.com/first' })
    const answer = await add(short, newCode())
    const { code } = answer.body.data
    expect(answer.body.data).toStrictEqual({
      code,
      short_url: `${instance.url}/${code}`,
      created_at: expect.any(Number),
    })
    expect((await call(`GET /links/${short}/aliases`)).body.data).toStrictEqual([answer.body.data])
    expect(await leads(code)).toBe('https://example.com/first')
    expect((await call(`DELETE /links/${short}/aliases/${code}`)).body.data).toEqual({ code, removed: true })
    expect([await leads(code), await codesOf(short)]).toEqual([404, []])
    expect((await call(`DELETE /links/${short}/aliases/${code}`)).status).toBe(404)
  })

  test('follow each change of the link at once, whatever was cached', async () => {
    const { id, short } = await account.link({ long_url: 'https://example.com/before' })
    const code = await added(id)
    expect([await leads(code), await leads(short)]).toEqual(Array(2).fill('https://example.com/before'))
    await account.call(`PUT /links/${id}`, { body: { long_url: 'https://example.com/after' } })
    expect(await leads(code)).toBe('https://example.com/after')
    await account.call(`PUT /links/${id}`, { body: { custom_slug: newCode('renamed') } })
    expect([await leads(code), await leads(short)]).toEqual(['https://example.com/after', 404])
    await account.call(`DELETE /links/${id}`)
    expect(await leads(code)).toBe(404)
    await account.call(`POST /links/${id}/unarchive`)
    await account.call(`PUT /links/${id}`, { body: { password: 'sesame' } })
    expect((await instance.visit(`/${code}`)).text).toContain('type="password"')
  })

  test('count for the link, print its QR code, show its preview and forward as it does', async () => {
    const { id, short } = await account.link({ forward_path: true, forward_query: true })
    const code = await added(id)
    expect(await leads(`${code}/below?x=1`)).toBe('https://example.com/below?x=1')
    await instance.countClicks()
    expect((await account.call(`GET /links/${id}`)).body.data.clicks).toBe(1)
    const [own, alias] = [await instance.visit(`/${short}.svg`), await instance.visit(`/${code}.svg`)]
    expect([alias.status, alias.text]).toEqual([200, own.text])
    expect((await instance.visit(`/${code}+`)).text).toContain(long_url)
    expect((await instance.visit(`/${code}x.svg`)).status).toBe(404)
  })

  test('are unavailable to everybody: for links, renames, bulk creation, microsites and other aliases', async () => {
    const other = await instance.account()
    const otherCall = (await signIn(instance, other)).call
    const [mine, theirs] = [await account.link(), await other.link()]
    const code = await added(mine.id)
    const domain_alias = `alias${++made}.example.com`
    await other.domain(domain_alias)
    const site = { title: 'Ana', kind: 'portfolio', theme: 'light' }
    expect(await refusal(other.call('POST /links', { body: { long_url, custom_slug: code } }))).toEqual(taken)
    expect(await refusal(other.call('POST /links/available', { body: { short: code } }))).toEqual(taken)
    expect(await refusal(other.call(`PUT /links/${theirs.id}`, { body: { custom_slug: code } }))).toEqual(
      taken,
    )
    const bulk = await other.call('POST /links/bulk', { body: { links: [{ long_url, short: code }] } })
    expect(bulk.body.data.items[0].error).toBe('slug_taken')
    const page = await other.call('POST /microsites', { body: { ...site, slug: code } })
    expect(page.body.error.code).toBe('slug_taken')
    const free = await other.call('POST /microsites/available', { body: { slug: code } })
    expect(free.body.data.available).toBe(false)
    expect(await refusal(add(theirs.id, code, otherCall))).toEqual(taken)
    const there = await other.link({ custom_slug: code, domain_alias })
    expect(await refusal(other.call(`PUT /links/${there.id}`, { body: { domain_alias: '' } }))).toEqual(taken)
    const elsewhere = newCode()
    const { id } = (
      await other.call('POST /microsites', { body: { ...site, slug: elsewhere, domain_alias } })
    ).body.data
    await added(mine.id, elsewhere)
    const moved = await other.call(`PUT /microsites/${id}`, { body: { domain_alias: '' } })
    expect(moved.body.error.code).toBe('slug_taken')
    expect(await leads(code)).toBe(long_url)
    // Once it is removed, anybody may have it.
    await call(`DELETE /links/${mine.id}/aliases/${code}`)
    expect((await other.link({ custom_slug: code, long_url: 'https://example.org/' })).short).toBe(code)
    expect(await leads(code)).toBe('https://example.org/')
  })

  test('are refused if a link or microsite has the code, if nobody may use it, and after ten', async () => {
    const { id, short } = await account.link()
    const other = await account.link({ custom_slug: newCode() })
    const slug = newCode('page')
    await account.call('POST /microsites', { body: { slug, title: 'A', kind: 'portfolio', theme: 'light' } })
    for (const code of [short, other.short, slug]) expect(await refusal(add(id, code))).toEqual(taken)
    for (const code of ['admin', 'a b', '', '<b>', 'x'.repeat(49), 'lnk_01k9xq3v5m8e6t2w4y7z0a1b2c', '../x'])
      expect((await refusal(add(id, code)))[0]).toBe(422)
    for (let count = 0; count < 10; count++) await added(id)
    expect(await refusal(add(id, newCode()))).toEqual([403, 'plan_limit'])
    expect(await codesOf(id)).toHaveLength(10)
  })

  test('are kept by a rename that asks for it, and become the own code again if the link is renamed back', async () => {
    const [old, fresh] = [newCode('old'), newCode('fresh')]
    const { id } = await account.link({ custom_slug: old })
    const rename = (custom_slug: string, keep_code: boolean) =>
      account.call(`PUT /links/${id}`, { body: { custom_slug, keep_code } })
    expect((await rename(fresh, true)).body.data.short).toBe(fresh)
    expect([await leads(old), await leads(fresh), await codesOf(id)]).toEqual([long_url, long_url, [old]])
    expect((await rename(old, true)).body.data.short).toBe(old)
    expect([await leads(old), await leads(fresh), await codesOf(id)]).toEqual([long_url, long_url, [fresh]])
    expect((await rename(newCode('third'), false)).status).toBe(200)
    expect([await leads(old), await codesOf(id)]).toEqual([404, [fresh]])
    // Nothing to keep.
    expect((await account.call(`PUT /links/${id}`, { body: { keep_code: true } })).status).toBe(200)
    expect(await codesOf(id)).toEqual([fresh])
  })

  test('a rename that would keep an eleventh code is refused as a whole', async () => {
    const { id, short } = await account.link()
    for (let count = 0; count < 10; count++) await added(id)
    const body = { custom_slug: newCode(), keep_code: true }
    expect(await refusal(account.call(`PUT /links/${id}`, { body }))).toEqual([403, 'plan_limit'])
    expect((await account.call(`GET /links/${id}`)).body.data.short).toBe(short)
  })

  test('go with the link to another domain, unless one of them is taken there', async () => {
    const host = `alias${++made}.example.com`
    await account.domain(host)
    const { id } = await account.link()
    const code = await added(id)
    const { id: blocking } = await account.link({ domain_alias: host, custom_slug: code })
    const move = () => account.call(`PUT /links/${id}`, { body: { domain_alias: host } })
    expect(await refusal(move())).toEqual(taken)
    expect(await leads(code)).toBe(long_url)
    await account.call(`PUT /links/${blocking}`, { body: { custom_slug: newCode() } })
    expect((await move()).status).toBe(200)
    expect([await leads(code), await leads(code, { host })]).toEqual([404, long_url])
  })

  test('are in lower case on a domain that ignores case, which is refused if two differ only in case', async () => {
    const host = `alias${++made}.example.com`
    const { id: domain } = (await account.domain(host)) as { id: string }
    const { id } = await account.link({ domain_alias: host, custom_slug: 'Spring' })
    const setting = (case_insensitive: boolean) =>
      call(`PUT /domains/${domain}/settings`, { body: { case_insensitive } })
    await added(id, 'SPRING')
    expect((await setting(true)).body.error.details[0].code).toBe('case_clash')
    await call(`DELETE /links/${id}/aliases/SPRING`)
    await added(id, 'Summer')
    expect((await setting(true)).status).toBe(200)
    expect(await codesOf(id)).toEqual(['summer'])
    expect(await leads('SUMMER', { host })).toBe(long_url)
    expect(await added(id, 'Autumn')).toBe('autumn')
    expect(await refusal(add(id, 'SPRING'))).toEqual(taken)
    expect((await call(`DELETE /links/${id}/aliases/AUTUMN`)).status).toBe(200)
    expect(await leads('autumn', { host })).toBe(404)
  })

  test('are read by viewers, changed by editors, and out of reach for everybody else', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const { id } = (await owner.call('POST /links', { body: { long_url } })).body.data
    const code = await added(id, newCode(), owner.call as DashboardCall)
    const viewer = await addMember(instance, { workspace, owner }, 'viewer')
    expect(await codesOf(id, viewer.call as DashboardCall)).toEqual([code])
    expect((await add(id, newCode(), viewer.call as DashboardCall)).status).toBe(403)
    expect((await viewer.call(`DELETE /links/${id}/aliases/${code}`)).status).toBe(403)
    for (const request of [
      call(`GET /links/${id}/aliases`),
      add(id, newCode()),
      call(`DELETE /links/${id}/aliases/${code}`),
    ])
      expect((await request).status).toBe(404)
    // The key of a program has no access to the dashboard's operations.
    expect((await account.call(`GET /links/${id}/aliases`)).status).toBe(404)
    expect(await leads(code)).toBe(long_url)
  })

  test('of a blocked link stay as they are, so that its addresses do not become free', async () => {
    const { id } = await account.link()
    const code = await added(id)
    const { call: administrate } = await signIn(instance, await instance.account({ administrator: true }))
    const blocked = await administrate(`POST /administration/links/${id}/block`, {
      body: { reason: 'Phishing' },
    })
    expect(blocked.status, blocked.text).toBe(200)
    expect(await refusal(add(id, newCode()))).toEqual([403, 'forbidden'])
    expect(await refusal(call(`DELETE /links/${id}/aliases/${code}`))).toEqual([403, 'forbidden'])
    expect((await instance.visit(`/${code}`)).status).toBe(410)
  })

  test('go with the link to another workspace', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const link = (await owner.call('POST /links', { body: { long_url } })).body.data
    const code = await added(link.id, newCode(), owner.call as DashboardCall)
    const own = { call: owner.session.call }
    const there = owner.userId.replace('usr_', 'wsp_')
    const moved = await owner.call('POST /links/move', { body: { ids: [link.id], workspace: there } })
    expect(moved.body.data.success, workspace.id).toBe(1)
    expect(await leads(code)).toBe(long_url)
    expect(await codesOf(link.id, own.call as DashboardCall)).toEqual([code])
    expect((await owner.call(`GET /links/${link.id}/aliases`)).status).toBe(404)
  })

  test('if thirty want a code at once, as an alias or for a link, exactly one gets it', async () => {
    for (let round = 0; round < 4; round++) {
      const code = newCode('race')
      const links = await Promise.all(Array.from({ length: 30 }, () => account.link()))
      const answers = await Promise.all(
        links.map(({ id }, index) => {
          if (index % 3 === 0) return add(id, code)
          if (index % 3 === 1) return account.call(`PUT /links/${id}`, { body: { custom_slug: code } })
          return account.call('POST /links', { body: { long_url, custom_slug: code } })
        }),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(new Set(statuses)).toEqual(new Set([200, 422]))
    }
  })

  test('a rename that keeps the old code never loses it to somebody who waits for it', async () => {
    for (let round = 0; round < 5; round++) {
      const old = newCode('waited')
      const { id } = await account.link({ custom_slug: old })
      const [renamed, ...others] = await Promise.all([
        account.call(`PUT /links/${id}`, { body: { custom_slug: newCode(), keep_code: true } }),
        ...Array.from({ length: 8 }, () =>
          account.call('POST /links', { body: { long_url: 'https://example.org/', custom_slug: old } }),
        ),
      ])
      expect([renamed.status, ...others.map(({ status }) => status)]).toEqual([200, ...Array(8).fill(422)])
      expect(await leads(old)).toBe(long_url)
    }
  })
})
