// Compares searches with a naive filter after random changes; the caller chooses how many.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { searchForm, searchText } from '../../packages/server/src/features/links/links/searching.ts'
import type { Account, Instance } from '../instance.ts'

interface Known {
  short: string
  long_url: string
  title: string
  archived_at: number | null
}

const statuses = ['active', 'archived', 'all'] as const
const words = [
  'spring',
  'Sale',
  '50% off',
  '"quoted"',
  "it's",
  'a_b',
  '\\',
  'ÅNGSTRÖM',
  'e\u0301',
  'Σίσυφος',
  '日本',
  '😀',
  '👩‍💻',
]
const titles = fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((chosen) => chosen.join(' '))
const addresses = fc
  .tuple(fc.constantFrom('shop.example', 'a.co.uk'), fc.constantFrom('', '?q=1', '?q=ab&x=%20', 'p/日本'))
  .map(([host, path]) => `https://${host}/${path}`)
const changes = fc.record({
  kind: fc.constantFrom('create', 'bulk', 'title', 'address', 'rename', 'domain', 'archive', 'restore'),
  which: fc.nat(),
  title: titles,
  address: addresses,
})
const common = ['ht', 'e', 's://', 'example', '%', '"', '😀', '日', ' ', 'q=', '. ', 'no such', 'ff']
const terms = fc.oneof(
  fc.constantFrom(...common),
  fc
    .tuple(titles, fc.nat(4), fc.integer({ min: 1, max: 9 }))
    .map(([title, start, length]) => [...title].slice(start, start + length).join('')),
)
type Change = typeof changes extends fc.Arbitrary<infer Value> ? Value : never

export interface Amount {
  /** How many runs of random changes and searches. */
  runs: number
  /** How many hundreds of similar links; with more than five, the engines treat what they share as common. */
  alike: number
  /** The search terms for these. */
  terms: string[]
  /** How many links get two concurrent edits. */
  edits: number
}

export function searchAfterChanges(instance: Instance, amount: Amount): void {
  let renames = 0

  async function apply(account: Account, links: Known[], { kind, which, title, address }: Change) {
    const link = links[which % Math.max(links.length, 1)]
    if (kind === 'create') links.push(await account.link({ title, long_url: address }))
    else if (kind === 'bulk')
      await makeMany(account, links, 3, (index) => ({ long_url: address, title: `${title} ${index}` }))
    else if (link) {
      const path = `/links/${link.short}`
      const custom_slug = kind === 'rename' ? `Renamed-${++renames}` : undefined
      const domain_alias = kind === 'domain' ? ['', 'go.example'][which % 2] : undefined
      const asked = {
        title: [`PUT ${path}`, { title }],
        address: [`PUT ${path}`, { long_url: address, title }],
        rename: [`PUT ${path}`, { custom_slug }],
        domain: [`PUT ${path}`, { domain_alias }],
        archive: [`DELETE ${path}`, undefined],
        restore: [`POST ${path}/unarchive`, undefined],
      } as const
      const [what, body] = asked[kind]
      const answer = await account.call(what, { body })
      if (answer.status !== 200) throw new Error(answer.text)
      Object.assign(link, answer.body.data)
    }
  }

  async function makeMany(account: Account, links: Known[], count: number, item: (index: number) => object) {
    const items = Array.from({ length: count }, (_, index) => item(index))
    const { body } = await account.call('POST /links/bulk', { body: { links: items } })
    for (const { data } of body.data.items) links.push(data)
  }

  /** The expected list, the newest first. */
  function expected(links: Known[], term: string, status: (typeof statuses)[number]): string[] {
    return links
      .filter(({ archived_at }) => status === 'all' || (archived_at !== null) === (status === 'archived'))
      .filter(({ short, long_url, title }) =>
        searchText(short, long_url, title).includes(searchForm(term.trim())),
      )
      .map(({ short }) => short)
      .reverse()
  }

  async function compare(account: Account, links: Known[], term: string): Promise<void> {
    for (const status of statuses) {
      const all = expected(links, term, status)
      // The first page, the last one, and one in the middle.
      for (const page of new Set(
        [20, all.length / 2, all.length].map((end) => Math.max(1, Math.ceil(end / 20))),
      )) {
        const query = `limit=20&page=${page}&status=${status}&search=${encodeURIComponent(term)}`
        const { body } = await account.call(`GET /links?${query}`)
        const found = body.data.map(({ short }: Known) => short)
        expect([term, status, page, body.total, found]).toStrictEqual([
          term,
          status,
          page,
          all.length,
          all.slice((page - 1) * 20, page * 20),
        ])
      }
    }
  }

  test('find what checking every link finds, after any changes', async () => {
    const account = await instance.account()
    await account.domain('go.example')
    const links: Known[] = []
    const run = fc.asyncProperty(
      fc.array(changes, { maxLength: 6 }),
      fc.array(terms, { maxLength: 4 }),
      async (made, asked) => {
        for (const change of made) await apply(account, links, change)
        for (const term of asked) await compare(account, links, term)
      },
    )
    await fc.assert(run, { numRuns: amount.runs })
  })

  test('find them among many similar ones, whose totals are cached', async () => {
    const [account, stranger] = [await instance.account(), await instance.account()]
    await account.domain('away.example')
    const links: Known[] = []
    const item = (index: number) => ({
      long_url: `https://alike.example/${index}`,
      title: `spring ${index % 7}`,
    })
    for (let round = 0; round < amount.alike; round++) await makeMany(account, links, 100, item)
    await makeMany(stranger, [], 100, item)
    for (const term of amount.terms) await compare(account, links, term)
    for (const kind of ['create', 'bulk', 'title', 'address', 'rename', 'archive', 'restore'] as const) {
      for (const which of [3, amount.alike * 71])
        await apply(account, links, { kind, which, title: 'spring 6', address: 'https://alike.example/1' })
      await makeMany(stranger, [], 3, item)
      for (const term of amount.terms) await compare(account, links, term)
    }
  })

  test('find one of two concurrent edits, and not the other', async () => {
    const account = await instance.account()
    const links: Known[] = []
    for (let round = 0; round < amount.edits; round++) {
      const { short } = await account.link({ title: `before ${round}` })
      await Promise.all(
        ['first', 'second', 'third'].map((word) =>
          account.call(`PUT /links/${short}`, { body: { title: `${word} edit ${round}` } }),
        ),
      )
      links.push((await account.call(`GET /links/${short}`)).body.data)
      for (const term of ['first', 'second', 'third', 'before', 'edit']) await compare(account, links, term)
    }
  })
}
