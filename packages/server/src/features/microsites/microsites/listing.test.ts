// The list of microsites: newest first, page by page with cursors that stay valid.
import { expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { microsite, outcome } from '../../../../../../test/microsites.ts'

onEachEngine('GET /microsites', (instance) => {
  const page = async (account: Account, query = '') => (await account.call(`GET /microsites${query}`)).body
  const slugsOf = ({ data }: { data: { slug: string }[] }) => data.map(({ slug }) => slug)

  async function withSome(count: number) {
    const account = await instance.account()
    const slugs: string[] = []
    for (let made = 0; made < count; made++) slugs.unshift((await microsite(account)).slug)
    return { account, slugs }
  }

  test('is empty at first, and then newest first, even for the same millisecond', async () => {
    expect(await page(await instance.account())).toStrictEqual({ data: [], next_cursor: null })
    const { account, slugs } = await withSome(4)
    const all = await page(account)
    expect([slugsOf(all), all.next_cursor]).toStrictEqual([slugs, null])
    const one = await account.call(`GET /microsites/${slugs[0]}`)
    expect(all.data[0]).toStrictEqual(one.body.data)
  })

  test('has 20 of them on a page by default', async () => {
    const { account, slugs } = await withSome(21)
    const first = await page(account)
    expect(slugsOf(first)).toStrictEqual(slugs.slice(0, 20))
    expect(slugsOf(await page(account, `?after=${first.next_cursor}`))).toStrictEqual(slugs.slice(20))
  })

  test('continues after a cursor, whatever is created or deleted meanwhile, even the microsite that it names', async () => {
    const { account, slugs } = await withSome(7)
    const first = await page(account, '?limit=3')
    expect(slugsOf(first)).toStrictEqual(slugs.slice(0, 3))
    await microsite(account)
    await account.call(`DELETE /microsites/${slugs[2]}`)
    await account.call(`DELETE /microsites/${slugs[4]}`)
    // Long enough for deleted rows to be erased.
    await instance.clock.advance(180_000)
    const second = await page(account, `?limit=2&after=${first.next_cursor}`)
    expect(slugsOf(second)).toStrictEqual([slugs[3], slugs[5]] as string[])
    const third = await page(account, `?limit=2&after=${second.next_cursor}`)
    expect([slugsOf(third), third.next_cursor]).toStrictEqual([[slugs[6] as string], null])
  })

  test('has no page after a full last one', async () => {
    const { account } = await withSome(2)
    expect((await page(account, '?limit=2')).next_cursor).toBeNull()
  })

  test("shows only the account’s own, even after another account's cursor", async () => {
    const [one, other] = [await withSome(3), await withSome(3)]
    const { next_cursor: cursor } = await page(other.account, '?limit=1')
    for (const slug of slugsOf(await page(one.account, `?after=${cursor}`))) expect(one.slugs).toContain(slug)
  })

  test.each([
    'x',
    '',
    '%00',
    'mic_',
    "mic_'--",
    `mic_${'A'.repeat(26)}`,
    'lnk_01k9xq3v5m8e6t2w4y7z0a1b2c',
    'a'.repeat(201),
  ])('an invalid cursor is 400: %s', async (cursor) => {
    const answer = await (await instance.account()).call(`GET /microsites?after=${cursor}`)
    expect(outcome(answer)).toStrictEqual([400, 'malformed_request', 'after'])
  })

  test('an invalid cursor is refused with a message that says what to do', async () => {
    const { body } = await (await instance.account()).call('GET /microsites?after=x')
    expect(body.error.message).toBe(
      'The cursor is invalid. Send next_cursor of the previous page as after, or leave out after to begin with the first page.',
    )
  })

  test.each(['0', '101', '-1', '1.5', 'x', ''])('an invalid limit is 400: %s', async (limit) => {
    const answer = await (await instance.account()).call(`GET /microsites?limit=${limit}`)
    expect(outcome(answer)).toStrictEqual([400, 'malformed_request', 'limit'])
  })
})
