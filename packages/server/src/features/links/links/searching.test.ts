// Searching links: part of the code, the destination or the title, in any case, without wildcards.
import { expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('searching links', (instance) => {
  async function library(): Promise<Account> {
    const account = await instance.account()
    const fields = [
      { title: 'Spring Sale', long_url: 'https://shop.example/spring?x=1' },
      { title: '100% off', long_url: 'https://shop.example/a_b' },
      { title: 'back\\slash', long_url: 'https://blog.example/axb' },
      { title: 'ÜBERGRÖSSE Ωmega', long_url: 'https://blog.example/СКИДКА' },
    ]
    for (const field of fields) await account.link(field)
    return account
  }

  async function titles(account: Account, search: string): Promise<string[]> {
    const { body } = await account.call(`GET /links?search=${encodeURIComponent(search)}`)
    expect(body.total).toBe(body.data.length)
    return body.data.map((link: { title: string }) => link.title)
  }

  test('finds part of the title, the destination and the code', async () => {
    const account = await library()
    expect(await titles(account, 'ring Sal')).toStrictEqual(['Spring Sale'])
    expect(await titles(account, 'shop.example')).toStrictEqual(['100% off', 'Spring Sale'])
    expect(await titles(account, '?x=1')).toStrictEqual(['Spring Sale'])
    await account.link({ custom_slug: 'Needle-In-Hay', title: 'found' })
    expect(await titles(account, 'dle-in')).toStrictEqual(['found'])
  })

  test('ignores case, even beyond ASCII', async () => {
    const account = await library()
    expect(await titles(account, 'SPRING sale')).toStrictEqual(['Spring Sale'])
    expect(await titles(account, 'übergrösse ω')).toStrictEqual(['ÜBERGRÖSSE Ωmega'])
    expect(await titles(account, 'скидка')).toStrictEqual(['ÜBERGRÖSSE Ωmega'])
  })

  test('ignores case if a letter has two lower-case forms', async () => {
    const account = await instance.account()
    await account.link({ title: 'ΟΔΥΣΣΕΑΣ ΣΑΣΑ' })
    expect(await titles(account, 'ΣΑΣ')).toStrictEqual(['ΟΔΥΣΣΕΑΣ ΣΑΣΑ'])
    expect(await titles(account, 'οδυσσεας')).toStrictEqual(['ΟΔΥΣΣΕΑΣ ΣΑΣΑ'])
    expect(await titles(account, 'οδυσσεασ')).toStrictEqual(['ΟΔΥΣΣΕΑΣ ΣΑΣΑ'])
  })

  test('finds an accented letter in either encoding', async () => {
    const account = await instance.account()
    await account.link({ title: 'Cafe\u0301 one' })
    await account.link({ title: 'Caf\u00e9 two' })
    expect(await titles(account, 'caf\u00e9')).toStrictEqual(['Caf\u00e9 two', 'Cafe\u0301 one'])
    expect(await titles(account, 'cafe\u0301')).toStrictEqual(['Caf\u00e9 two', 'Cafe\u0301 one'])
  })

  test('treats %, _ and \\ literally', async () => {
    const account = await library()
    expect(await titles(account, '%')).toContain('100% off')
    expect(await titles(account, '100% off')).toStrictEqual(['100% off'])
    expect(await titles(account, '1%f')).toStrictEqual([])
    expect(await titles(account, 'a_b')).toStrictEqual(['100% off'])
    expect(await titles(account, 'a%b')).toStrictEqual([])
    expect(await titles(account, 'k\\s')).toStrictEqual(['back\\slash'])
    expect(await titles(account, '\\')).toStrictEqual(['back\\slash'])
    expect(await titles(account, '\\%')).toStrictEqual([])
    expect(await titles(account, "' or '1'='1")).toStrictEqual([])
  })

  test('finds what a link is now, not what it was before', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'search-old', title: 'old title', long_url: 'https://old.example/' })
    await account.call('PUT /links/search-old', {
      body: { custom_slug: 'search-new', title: 'new title', long_url: 'https://new.example/' },
    })
    for (const word of ['search-old', 'old title', 'old.example'])
      expect(await titles(account, word)).toStrictEqual([])
    for (const word of ['search-new', 'new title', 'new.example'])
      expect(await titles(account, word)).toStrictEqual(['new title'])
  })

  test('counts all matches in total, whatever the page', async () => {
    const account = await instance.account()
    for (let index = 0; index < 3; index++) await account.link({ title: `match ${index}` })
    await account.link({ title: 'other' })
    const { body } = await account.call('GET /links?search=match&limit=2&page=2')
    expect([body.data.length, body.total]).toStrictEqual([1, 3])
  })

  test('searches archived links if status includes them', async () => {
    const account = await instance.account()
    const { short } = await account.link({ title: 'shelved needle' })
    await account.call(`DELETE /links/${short}`)
    expect(await titles(account, 'needle')).toStrictEqual([])
    expect((await account.call('GET /links?search=NEEDLE&status=archived')).body.total).toBe(1)
    expect((await account.call('GET /links?search=NEEDLE&status=all')).body.total).toBe(1)
  })

  test('an empty search finds everything', async () => {
    expect(await titles(await library(), '')).toHaveLength(4)
  })

  test('a long search works, whatever it contains', async () => {
    const account = await library()
    const searches = ['%'.repeat(500), '\\'.repeat(500), '日'.repeat(500)]
    for (const search of searches) expect(await titles(account, search)).toBeEmpty()
  })
})
