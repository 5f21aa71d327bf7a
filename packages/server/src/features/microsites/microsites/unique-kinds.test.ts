// Kinds that a microsite can have only once, even if several are created at once.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite, outcome } from '../../../../../../test/microsites.ts'

const second = [422, 'validation_failed', 'kind']

onEachEngine('PROFILE, CV and AUTOPLAY_MUSIC', (instance) => {
  const site = async () => {
    const account = await instance.account()
    const { slug } = await microsite(account)
    return { account, slug, ...componentsOf(account, slug) }
  }

  test.each(['PROFILE', 'CV', 'AUTOPLAY_MUSIC'])(
    'a second %s is 422, whether created or changed into one',
    async (kind) => {
      const { create, add, update, remove, all } = await site()
      const first = await add(kind)
      expect(outcome(await create(kind))).toStrictEqual(second)
      const { id } = await add('TEXT')
      expect(outcome(await update(id, kind))).toStrictEqual(second)
      // One that keeps its kind doesn't count as a second one.
      expect((await update(first.id, kind, {}, false)).status).toBe(200)
      expect(outcome(await create(kind))).toStrictEqual(second)
      expect(await all()).toHaveLength(2)
      await remove(first.id)
      expect((await update(id, kind)).status).toBe(200)
      // One that changes its kind makes room.
      await update(id, 'LINK')
      expect((await create(kind)).status).toBe(200)
    },
  )

  test('another microsite has one of its own', async () => {
    const { account, add } = await site()
    await add('PROFILE')
    const { slug } = await microsite(account)
    expect((await componentsOf(account, slug).create('PROFILE')).status).toBe(200)
  })

  test('of ten at once, created or changed, exactly one succeeds', async () => {
    const { create, add, update, all } = await site()
    const texts = await Promise.all(Array.from({ length: 5 }, () => add('TEXT')))
    const answers = await Promise.all([
      ...texts.map(({ id }) => update(id, 'CV')),
      ...Array.from({ length: 5 }, () => create('CV')),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) expect(outcome(answer)).toStrictEqual(second)
    expect((await all()).filter(({ kind }: { kind: string }) => kind === 'CV')).toHaveLength(1)
  })

  test('a refused one is not stored under its Idempotency-Key', async () => {
    const { account, slug, add, remove } = await site()
    const { id } = await add('CV')
    const again = () =>
      account.call(`POST /microsites/${slug}/components`, {
        body: { kind: 'CV', data: {} },
        headers: { 'idempotency-key': 'second' },
      })
    expect(outcome(await again())).toStrictEqual(second)
    await remove(id)
    expect((await again()).status).toBe(200)
    expect((await again()).status).toBe(200)
  })
})
