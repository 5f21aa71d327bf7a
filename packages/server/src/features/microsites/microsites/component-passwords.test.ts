// Passwords of components: set by updates, never returned, and stored only as a hash.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../../../test/microsites.ts'
import { everyRow } from '../../../../../../test/stored-contents.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

const locking = ['LINK', 'TEXT', 'IMAGE', 'MEDIA', 'MAPS', 'IMAGE_SLIDE', 'CONTACT', 'CV', 'SHOP_LEADERBOARD']

onEachEngine('the password of a component', (instance) => {
  const site = async () => {
    const account = await instance.account()
    const { slug } = await microsite(account)
    return { account, slug, ...componentsOf(account, slug) }
  }
  const hashOf = async (id: string) =>
    (
      await ask<{ password_hash: string | null }>(
        instance.database,
        'select password_hash from components where public_id = ?',
        [id],
      )
    )[0]?.password_hash ?? null

  test.each(locking)(
    'of a %s is set by an update, stays if none is sent, and is removed by an empty one',
    async (kind) => {
      const { add, update } = await site()
      const { id, data } = await add(kind, { password: 'at first', passwordMessage: 'Who are you?' })
      expect(data).toStrictEqual({ passwordMessage: 'Who are you?', hasPassword: false })
      expect(await hashOf(id)).toBeNull()
      const put = async (data: object) => (await update(id, kind, data)).body.data.data
      expect(await put({ password: 'open sesame', passwordActive: true })).toStrictEqual({
        passwordActive: true,
        hasPassword: true,
      })
      const hash = (await hashOf(id)) as string
      expect(hash).toStartWith('$argon2id$')
      expect(await Bun.password.verify('open sesame', hash)).toBe(true)
      expect(await put({})).toStrictEqual({ hasPassword: true })
      expect(await hashOf(id)).toBe(hash)
      expect(await put({ password: '' })).toStrictEqual({ hasPassword: false })
      expect(await hashOf(id)).toBeNull()
    },
  )

  test("stays if the kind changes to one that can have a password, and is removed for good if it can't", async () => {
    const { add, update } = await site()
    const { id } = await add('LINK')
    await update(id, 'LINK', { password: 'open sesame' })
    expect((await update(id, 'TEXT')).body.data.data.hasPassword).toBe(true)
    expect((await update(id, 'DIVIDER', { password: 'not for this' })).body.data.data).toStrictEqual({})
    expect(await hashOf(id)).toBeNull()
    expect((await update(id, 'LINK')).body.data.data).toStrictEqual({ hasPassword: false })
  })

  test('is set together with another kind', async () => {
    const { add, update } = await site()
    const { id } = await add('DIVIDER')
    expect((await update(id, 'CV', { password: 'open sesame' })).body.data.data).toStrictEqual({
      hasPassword: true,
    })
  })

  test('accepts any string of up to 255 characters', async () => {
    const { add, update } = await site()
    const { id } = await add('TEXT')
    for (const password of [' ', 'p'.repeat(255), 'пароль 密碼 🔑', '‮']) {
      expect((await update(id, 'TEXT', { password })).status).toBe(200)
      expect(await Bun.password.verify(password, (await hashOf(id)) as string)).toBe(true)
    }
  })

  test('is in no response and nowhere in the database, not even in stored requests', async () => {
    const { account, slug, add, update, all } = await site()
    const secret = `never-to-be-seen-${instance.engine}`
    const { id } = await add('LINK')
    const answers = [
      await update(id, 'LINK', { password: secret }),
      await account.call(`POST /microsites/${slug}/components`, {
        body: { kind: 'LINK', data: { password: secret } },
        headers: { 'idempotency-key': 'with-a-password' },
      }),
      // An error in another field doesn't reveal it.
      await update(id, 'LINK', { password: secret, href: 'x' }),
    ]
    expect(answers.map(({ status }) => status)).toStrictEqual([200, 200, 422])
    for (const { text } of answers) expect(text).not.toContain(secret)
    expect(JSON.stringify(await all())).not.toContain(secret)
    expect(await everyRow(instance.database)).not.toContain(secret)
    // Its hash is stored instead, which isn't returned either.
    const hash = (await hashOf(id)) as string
    expect(JSON.stringify(await all())).not.toContain(hash)
  })

  test('of two concurrent updates one wins, and a refused update changes nothing', async () => {
    const { add, update, remove } = await site()
    const { id } = await add('LINK')
    await Promise.all(['one', 'two'].map((password) => update(id, 'LINK', { password })))
    const hash = (await hashOf(id)) as string
    const fits = await Promise.all(['one', 'two'].map((password) => Bun.password.verify(password, hash)))
    expect(fits.filter(Boolean)).toHaveLength(1)
    expect((await update(id, 'LINK', { password: 'three', value: 1 })).status).toBe(422)
    expect(await hashOf(id)).toBe(hash)
    await remove(id)
    expect((await update(id, 'LINK', { password: 'four' })).status).toBe(404)
  })
})
