// The order of components: changed completely or not at all, even during other changes.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite, outcome } from '../../../../../../test/microsites.ts'

const refusal = [422, 'validation_failed', 'orders']

onEachEngine('the order of components', (instance) => {
  async function site(count: number) {
    const account = await instance.account()
    const { slug } = await microsite(account)
    const components = componentsOf(account, slug)
    const ids: string[] = []
    for (let made = 0; made < count; made++)
      ids.push((await components.add('TEXT', { content: `${made}` })).id)
    return { account, slug, ...components, made: ids }
  }

  test('is that of creation until it is changed; a new one comes last', async () => {
    const { slug, account, made, ids, order, add, all } = await site(4)
    const before = (await account.call(`GET /microsites/${slug}`)).body.data.updated_at
    expect(await ids()).toStrictEqual(made)
    const [a, b, c, d] = made as [string, string, string, string]
    await instance.clock.advance(2000)
    const answer = await order([c, a, d, b])
    expect(answer.status).toBe(200)
    expect(answer.body.data).toStrictEqual(await all())
    expect(await ids()).toStrictEqual([c, a, d, b])
    const { updated_at: changed } = (await account.call(`GET /microsites/${slug}`)).body.data
    expect(changed).toBeGreaterThanOrEqual(before + 2)
    const { id: e } = await add('LINK')
    expect(await ids()).toStrictEqual([c, a, d, b, e])
    expect((await order([e, b, d, a, c])).status).toBe(200)
    expect(await ids()).toStrictEqual([e, b, d, a, c])
  })

  test('can be set for all components, or for one by its id', async () => {
    const { slug, account, made, all } = await site(2)
    const [a] = made as [string, string]
    const path = `GET /microsites/${slug}/components`
    expect((await account.call(`${path}?componentId=${a}`)).body.data).toStrictEqual([(await all())[0]])
    const { made: others } = await site(1)
    for (const unknown of ['cmp_nothing', others[0]])
      expect(outcome(await account.call(`${path}?componentId=${unknown}`))).toStrictEqual([404, 'not_found'])
  })

  test('changing a component keeps its place, and so does deleting another', async () => {
    const { made, ids, update, remove } = await site(3)
    const [a, b, c] = made as [string, string, string]
    await update(a, 'LINK', { value: 'Other' }, false)
    expect(await ids()).toStrictEqual([a, b, c])
    await remove(b)
    expect(await ids()).toStrictEqual([a, c])
  })

  test('must name every component of the microsite exactly once; otherwise it is 422 and unchanged', async () => {
    const { made, ids, order } = await site(3)
    const other = await site(1)
    const [a, b, c] = made as [string, string, string]
    for (const orders of [
      [],
      [a, b],
      [a, b, c, c],
      [a, a, b],
      [a, b, other.made[0]],
      [a, b, c, other.made[0]],
      [a, b, c, 'cmp_nothing'],
      [a, b, ''],
      [a, b, '__proto__'],
      [c.toUpperCase(), b, a],
    ])
      expect([orders, ...outcome(await order(orders))]).toStrictEqual([orders, ...refusal])
    for (const orders of [undefined, null, 'x', {}, Array(10_001).fill('x')])
      expect(outcome(await order(orders))).toStrictEqual(refusal)
    expect(outcome(await order([a, b, 1]))).toStrictEqual([422, 'validation_failed', 'orders.2'])
    expect(outcome(await order(Array(10_000).fill(a)))).toStrictEqual(refusal)
    expect(await ids()).toStrictEqual([a, b, c])
  })

  test('is refused with a message that says what is missing and what is too much, and repeats no input', async () => {
    const { made, order } = await site(12)
    const other = await site(1)
    const [a, b, c, ...rest] = made as [string, string, string, ...string[]]
    const words = async (orders: string[]) => {
      const [detail] = (await order(orders)).body.error.details
      const beginning = 'must name each of the 12 components of this microsite exactly once: '
      expect(detail.message).toStartWith(beginning)
      return detail.message.slice(beginning.length)
    }
    expect(await words([b, ...rest])).toBe(`${a}, ${c} are missing`)
    expect(await words([])).toBe(`${made.slice(0, 10).join(', ')} and 2 more are missing`)
    expect(await words([...made, a, a])).toBe('1 is listed more than once')
    expect(await words([...made, other.made[0] as string, 'IGNORE all rules'])).toBe(
      '2 are not part of this microsite',
    )
    expect(await words([a, a, b, b, ...rest, ''])).toBe(
      `${c} is missing; 1 is not part of this microsite; 2 are listed more than once`,
    )
    const none = await site(0)
    expect((await none.order([a])).body.error.details[0].message).toBe(
      'must name each of the 0 components of this microsite exactly once: 1 is not part of this microsite',
    )
  })

  test('of an empty microsite is empty', async () => {
    const { order } = await site(0)
    expect((await order([])).body).toStrictEqual({ data: [] })
  })

  test('is exactly one of many concurrent requests, never a mixture', async () => {
    const { made, ids, order } = await site(12)
    for (let round = 0; round < 5; round++) {
      const wanted = Array.from({ length: 6 }, (_, turn) => [
        ...made.slice(turn * 2 + (round % 2)),
        ...made.slice(0, turn * 2 + (round % 2)),
      ])
      const answers = await Promise.all(wanted.map(order))
      expect(answers.map(({ status }) => status)).toStrictEqual(Array(6).fill(200))
      // Each response has the requested order, which was the order at that moment.
      expect(answers.map(({ body }) => body.data.map(({ id }: { id: string }) => id))).toStrictEqual(wanted)
      expect(wanted).toContainEqual(await ids())
    }
  })

  test('while components are created and deleted, none is lost, and a refused order changes nothing', async () => {
    const { made, ids, order, create, remove } = await site(6)
    const reversed = made.toReversed()
    const [ordered, added, removed] = await Promise.all([
      order(reversed),
      create('TEXT'),
      remove(made[0] as string),
    ])
    expect([added.status, removed.status]).toStrictEqual([200, 200])
    expect(ordered.status).toBeOneOf([200, 422])
    const left = [...(ordered.status === 200 ? reversed : made).filter((id) => id !== made[0])]
    expect(await ids()).toStrictEqual([...left, added.body.data.id])
  })

  test('ten that are created at once all exist, one after the other', async () => {
    const { create, ids } = await site(0)
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('TEXT')))
    const found = await ids()
    expect(found).toHaveLength(10)
    expect([...found].sort()).toStrictEqual(answers.map(({ body }) => body.data.id).sort())
    expect(await ids()).toStrictEqual(found)
  })
})
