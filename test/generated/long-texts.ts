// Searches links with destinations of the maximum length; the caller chooses how many links and concurrent searches.
import { beforeAll, expect, test } from 'bun:test'
import type { Account, Instance } from '../instance.ts'

export interface Amount {
  /** How many hundreds of links; with more than five, the engines treat a term that is in all of them as common. */
  bulks: number
  /** How many, from the oldest, have the maximum length; the others are just long enough for the search terms. */
  longest: number
  /** The lengths of the terms that are searched for concurrently. */
  lengths: number[]
  /** How many more terms are searched for while links change, and how many times. */
  terms: number
  rounds: number
}

export function searchLongTexts(instance: Instance, amount: Amount): void {
  const { bulks, longest, lengths, terms: many, rounds } = amount
  const links = 100 * bulks

  // Links whose text repeats a single letter, by number.
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
    for (let bulk = 0; bulk < bulks; bulk++)
      await account.call('POST /links/bulk', {
        body: {
          links: Array.from({ length: 100 }, (_, at) => ({
            long_url: `https://example.com/${bulk * 100 + at}/${'a'.repeat(bulk < longest ? 8000 : 600)}`,
            title: String(bulk * 100 + at),
          })),
        },
      })
  })

  async function found(account: Account, search: string, more = '') {
    const { status, body } = await account.call(`GET /links?search=${search}${more}`)
    expect(status).toBe(200)
    return { total: body.total, titles: body.data.map(({ title }: { title: string }) => title) }
  }

  test('are found by any part, page by page, while other accounts are answered', async () => {
    const other = await instance.account()
    await other.link({ title: 'aaaa' })
    const searches = lengths.map((length) => 'a'.repeat(length))
    const answers = searches.map((search) => found(account, search))
    expect(await found(other, 'aaaa')).toStrictEqual({ total: 1, titles: ['aaaa'] })
    const newest = Array.from({ length: 10 }, (_, at) => String(links - 1 - at))
    for (const answer of await Promise.all(answers))
      expect(answer).toStrictEqual({ total: links, titles: newest })
    const search = 'a'.repeat(60)
    expect(await found(account, search, '&limit=3&page=100')).toStrictEqual({
      total: links,
      titles: [298, 299, 300].map((after) => String(links - after)),
    })
    expect(await found(account, search, `&limit=100&page=${bulks + 1}`)).toStrictEqual({
      total: links,
      titles: [],
    })
    expect(await found(account, `42/${search}`)).toStrictEqual({
      total: bulks,
      titles: Array.from({ length: bulks }, (_, at) => `${bulks - 1 - at || ''}42`),
    })
    expect(await found(account, `${'a'.repeat(499)}b`)).toStrictEqual({ total: 0, titles: [] })
  })

  // After the other test, which needs all of them unarchived.
  test('are counted correctly while they change', async () => {
    // The newest, which are counted first.
    const { body } = await account.call('GET /links?limit=100')
    const shorts: string[] = body.data.map(({ short }: { short: string }) => short)
    // So few at once that none is refused, however slow the machine.
    const terms = Array.from({ length: many }, (_, at) => 'a'.repeat(20 + at))
    const statuses = ['active', 'archived', 'all']
    let isOver = false
    const search = async () => {
      for (let round = 0; round < rounds; round++)
        await Promise.all(
          terms.flatMap((term) => statuses.map((status) => found(account, term, `&status=${status}`))),
        )
    }
    const over = search().finally(() => {
      isOver = true
    })
    // One hundred links are archived, then restored, and so on.
    let changes = 0
    for (; !isOver; changes++) {
      const isArchived = Math.floor(changes / 100) % 2 === 1
      const path = `/links/${shorts[changes % 100]}`
      await account.call(isArchived ? `POST ${path}/unarchive` : `DELETE ${path}`)
    }
    await over
    const archived = Math.floor(changes / 100) % 2 === 1 ? 100 - (changes % 100) : changes % 100
    for (const term of terms) {
      const totals = await Promise.all(
        statuses.map(async (status) => (await found(account, term, `&status=${status}`)).total),
      )
      expect(totals).toStrictEqual([links - archived, archived, links])
    }
  })
}
