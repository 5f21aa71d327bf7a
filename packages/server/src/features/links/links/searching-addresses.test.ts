// Searching for a whole short URL: it finds its link, however it was copied, and no other account's.
import { expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('searching for a short URL', (instance) => {
  const host = () => new URL(instance.url).host

  async function found(account: Account, search: string, more = '') {
    const { status, body } = await account.call(`GET /links?search=${encodeURIComponent(search)}${more}`)
    expect(status, search).toBe(200)
    return { total: body.total, codes: body.data.map(({ short }: { short: string }) => short) }
  }

  test('finds its link with or without a scheme, a query, and trailing characters that people leave', async () => {
    const account = await instance.account()
    const code = `Launch-${instance.engine}`
    await account.link({ custom_slug: code })
    await account.link({ custom_slug: `${code}-2` })
    const address = `${host()}/${code}`
    for (const search of [
      `http://${address}`,
      `https://${address}`,
      address,
      `http://${address}?qr`,
      `${address}?qr&utm_source=x`,
      `http://${address}#top`,
      `http://${address}/`,
      `http://${address}+`,
      ` http://${address} `,
      `HTTP://${host().toUpperCase()}/${code}`,
    ])
      expect([search, await found(account, search)]).toStrictEqual([search, { total: 1, codes: [code] }])
    expect((await found(account, `http://${address}-no`)).total).toBe(0)
    // Codes are case-sensitive.
    expect((await found(account, `http://${address.toLowerCase()}`)).total).toBe(0)
    expect((await found(account, `http://elsewhere.example/${code}`)).total).toBe(0)
    // Without the trailing dot, nothing could parse this host.
    expect((await found(account, `http://example.1../${code}`)).total).toBe(0)
  })

  test('finds only the link of that domain, in any case and script', async () => {
    const account = await instance.account()
    const name = `go-${instance.engine}.example.com`
    const international = `bücher-${instance.engine}.example.com`
    for (const domain of [name, international]) await account.domain(domain)
    const code = `both-${instance.engine}`
    const ids = new Map<string, string>()
    for (const domain of [host(), name, international]) {
      const { id } = await account.link({
        custom_slug: code,
        domain_alias: domain === host() ? null : domain,
      })
      ids.set(domain, id)
    }
    for (const [domain, id] of ids) {
      for (const search of [`https://${domain}/${code}`, `${domain.toUpperCase()}/${code}?qr`]) {
        const { body } = await account.call(`GET /links?search=${encodeURIComponent(search)}`)
        expect([search, body.data.map((link: { id: string }) => link.id)]).toStrictEqual([search, [id]])
        expect(body.total).toBe(1)
      }
    }
  })

  test("finds nothing of another account's, on the default domain or on theirs", async () => {
    const [account, stranger] = [await instance.account(), await instance.account()]
    const name = `own-${instance.engine}.example.com`
    await account.domain(name)
    const code = `mine-${instance.engine}`
    await account.link({ custom_slug: code })
    await account.link({ custom_slug: code, domain_alias: name })
    for (const domain of [host(), name])
      expect(await found(stranger, `http://${domain}/${code}`)).toStrictEqual({ total: 0, codes: [] })
  })

  test('finds archived links if status includes them', async () => {
    const account = await instance.account()
    const { short, short_url } = await account.link()
    await account.call(`DELETE /links/${short}`)
    const totals = ['active', 'archived', 'all'].map(
      async (status) => (await found(account, short_url, `&status=${status}`)).total,
    )
    expect(await Promise.all(totals)).toStrictEqual([0, 1, 1])
  })

  test('lists it in order among links whose text contains the URL, on each page, and counts all', async () => {
    const account = await instance.account()
    const code = `among-${instance.engine}`
    const address = `http://${host()}/${code}`
    const quoting = (count: number) =>
      account.call('POST /links/bulk', {
        body: {
          links: Array.from({ length: count }, (_, index) => ({
            long_url: `https://example.com/${index}?from=${address}`,
          })),
        },
      })
    await quoting(3)
    const named = await account.link({ custom_slug: code })
    await quoting(4)
    for (const sort of ['newest', 'oldest']) {
      const search = `/links?search=${encodeURIComponent(address)}&sort=${sort}`
      const all = (await account.call(`GET ${search}&limit=100`)).body
      expect(all.total).toBe(8)
      const ids: string[] = all.data.map(({ id }: { id: string }) => id)
      expect(ids.indexOf(named.id)).toBe(sort === 'newest' ? 4 : 3)
      expect(new Set(ids).size).toBe(8)
      for (const limit of [1, 2, 3, 4, 5, 7, 8, 9])
        for (let page = 1; page <= Math.ceil(8 / limit) + 1; page++) {
          const { body } = await account.call(`GET ${search}&limit=${limit}&page=${page}`)
          expect([limit, page, body.total, body.data.map(({ id }: { id: string }) => id)]).toStrictEqual([
            limit,
            page,
            8,
            ids.slice((page - 1) * limit, page * limit),
          ])
        }
    }
    // A link that contains its own short URL is found once.
    const { short } = await account.link({ title: 'itself' })
    const own = `${host()}/${short}`
    await account.call(`PUT /links/${short}`, { body: { title: `itself: ${own}` } })
    expect(await found(account, own)).toStrictEqual({ total: 1, codes: [short] })
  })

  test('ignores blanks around the search term', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: `blank-${instance.engine}`, title: 'Spring Sale' })
    expect((await found(account, '  spring sale \u00a0')).total).toBe(1)
    expect((await found(account, '   ')).total).toBe(1)
  })

  test('that is invalid is searched for as text', async () => {
    const account = await instance.account()
    await account.link({ title: 'http://[ broken' })
    for (const [search, total] of [
      ['http://[', 1],
      ['http://', 1],
      [`http://${host()}`, 0],
      [`http://${host()}/`, 0],
      [`http://${host()}/a/b`, 0],
      [`http://${host()}/%ff`, 0],
      [`${'a.'.repeat(240)}/x`, 0],
    ] as const)
      expect([search, (await found(account, search)).total]).toStrictEqual([search, total])
  })
})
