// Slugs: one namespace with short codes, in which each leads to one thing, however many request it.
import { expect, test } from 'bun:test'
import { type Account, type Answer, onEachEngine } from '../../../../../../test/instance.ts'

const long_url = 'https://example.com/'
const site = (slug: string) => ({ slug, title: 'Ana', kind: 'portfolio' })
const outcome = ({ status, body }: Answer) => [status, body.error?.code]

onEachEngine('slugs', (instance) => {
  const create = (account: Account, slug: string) => account.call('POST /microsites', { body: site(slug) })
  const available = async (account: Account, slug: string) =>
    (await account.call('POST /microsites/available', { body: { slug } })).body

  test('a new microsite is returned as it can be read from then on, by its slug and by its id', async () => {
    const account = await instance.account()
    const before = instance.clock.unix()
    const { status, body } = await create(account, 'ana')
    expect(status).toBe(200)
    const { created_at: now } = body.data
    expect(now).toBeWithin(before, instance.clock.unix() + 1)
    expect(body.data).toStrictEqual({
      id: expect.stringMatching(/^mic_[0-9a-z]{26}$/),
      slug: 'ana',
      domain: new URL(instance.url).host,
      url: `${instance.url}/ana`,
      title: 'Ana',
      kind: 'portfolio',
      theme: 'default',
      description: '',
      hide: false,
      status: 'published',
      published_at: now,
      views: 0,
      blocked_at: null,
      blocked_reason: null,
      created_at: now,
      updated_at: now,
    })
    for (const path of ['ana', body.data.id])
      expect((await account.call(`GET /microsites/${path}`)).body).toStrictEqual(body)
  })

  test('have 1 to 48 letters, digits, - and _, in any position; anything else is 400 slug_invalid and not available', async () => {
    const account = await instance.account()
    for (const slug of ['-', '_x', '-x', 'A_b-9', 'x'.repeat(48)]) {
      expect(await available(account, slug)).toStrictEqual({ data: { slug, available: true } })
      expect(outcome(await create(account, slug))).toStrictEqual([200, undefined])
      expect(await available(account, slug)).toStrictEqual({ data: { slug, available: false } })
    }
    for (const slug of [
      '',
      ' ',
      'a b',
      'x'.repeat(49),
      'ä',
      'a/b',
      'a%20b',
      'a\u200bb',
      'v2',
      'Dashboard',
      '\0',
    ]) {
      expect(await available(account, slug)).toStrictEqual({ data: { slug, available: false } })
      expect([slug, ...outcome(await create(account, slug))]).toStrictEqual([slug, 400, 'slug_invalid'])
    }
    expect((await account.call('GET /quota')).body.data.microsites.used).toBe(5)
  })

  test('slugs that differ only in case are different', async () => {
    const account = await instance.account()
    for (const slug of ['Case', 'case']) expect((await create(account, slug)).status).toBe(200)
    expect((await account.call('GET /microsites/Case')).body.data.slug).toBe('Case')
  })

  test("a code of a link, even an archived one, can't be a slug, and the other way round", async () => {
    const [owner, other] = [await instance.account(), await instance.account()]
    await owner.link({ custom_slug: 'linked' })
    await owner.call('DELETE /links/linked')
    await create(owner, 'sited')
    for (const account of [owner, other]) {
      expect(outcome(await create(account, 'linked'))).toStrictEqual([400, 'slug_taken'])
      expect((await available(account, 'linked')).data.available).toBe(false)
      const link = await account.call('POST /links', { body: { long_url, custom_slug: 'sited' } })
      expect(outcome(link)).toStrictEqual([422, 'slug_taken'])
      const asked = await account.call('POST /links/available', { body: { short: 'sited' } })
      expect(outcome(asked)).toStrictEqual([422, 'slug_taken'])
      const { short } = await account.link()
      const renamed = await account.call(`PUT /links/${short}`, { body: { custom_slug: 'sited' } })
      expect(outcome(renamed)).toStrictEqual([422, 'slug_taken'])
      const bulk = await account.call('POST /links/bulk', { body: { links: [{ long_url, short: 'sited' }] } })
      expect(bulk.body.data.items[0].error).toBe('slug_taken')
    }
  })

  test("a link's path means no microsite, and a microsite's path no link", async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'only-link' })
    await create(account, 'only-site')
    expect((await account.call('GET /microsites/only-link')).status).toBe(404)
    expect((await account.call('GET /links/only-site')).status).toBe(404)
    expect((await account.call('GET /links')).body.total).toBe(1)
  })

  test('of 30 concurrent requests for one slug, for links and microsites of several accounts, exactly one gets it', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => instance.account()))
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const account = accounts[index % 5] as Account
        return index % 2 === 0
          ? create(account, 'wanted')
          : account.call('POST /links', { body: { long_url, custom_slug: 'wanted' } })
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) expect(answer.body.error.code).toBe('slug_taken')
    const found = await Promise.all(
      accounts.flatMap((account) => [
        account.call('GET /microsites/wanted'),
        account.call('GET /links/wanted'),
      ]),
    )
    expect(found.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const account of accounts) {
      const { links, microsites } = (await account.call('GET /quota')).body.data
      const made = (await account.call('GET /links')).body.total
      expect([links.used, microsites.used]).toStrictEqual([
        made,
        (await account.call('GET /microsites')).body.data.length,
      ])
    }
  })

  test('a slug that was free when it was checked, and taken since, is 400 slug_taken', async () => {
    const [account, other] = [await instance.account(), await instance.account()]
    expect((await available(account, 'meanwhile')).data.available).toBe(true)
    await other.link({ custom_slug: 'meanwhile' })
    expect(outcome(await create(account, 'meanwhile'))).toStrictEqual([400, 'slug_taken'])
    expect((await account.call('GET /microsites')).body.data).toStrictEqual([])
  })

  test('a slug that looks like an id is invalid: it would hide the microsite with that id', async () => {
    const account = await instance.account()
    const { id } = (await create(account, 'precious')).body.data
    for (const slug of [id, id.toUpperCase(), id.replace('mic', 'lnk'), id.replace('mic', 'cmp')]) {
      expect(outcome(await create(account, slug))).toStrictEqual([400, 'slug_invalid'])
      expect(await available(account, slug)).toStrictEqual({ data: { slug, available: false } })
    }
    expect((await account.call(`GET /microsites/${id}`)).body.data.slug).toBe('precious')
    expect((await account.call('GET /quota')).body.data.microsites.used).toBe(1)
  })
})
