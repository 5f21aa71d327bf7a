// Every odd string in every text field of every kind of component.
import { beforeAll, expect, test } from 'bun:test'
import { oddTexts, textFields } from '../../../../../../test/generated/odd-texts.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../../../test/microsites.ts'

onEachEngine('bad input', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  test.each(oddTexts)('%s is kept character by character in every text field', async (_what, text) => {
    // With a letter, because a title without visible characters is refused.
    const title = `A${text}`.slice(0, 48)
    const { slug } = await microsite(account, { title })
    const body = { title, description: text }
    const changed = await account.call(`PUT /microsites/${slug}`, { body })
    expect(changed.body.data ?? changed.body).toMatchObject(body)
    const { add, all } = componentsOf(account, slug)
    for (const [kind, make] of Object.entries(textFields))
      expect((await add(kind, make(text), { tag: text.slice(0, 48) })).data).toMatchObject(make(text))
    for (const { kind, data, tag } of await all()) {
      expect(data).toMatchObject(textFields[kind]?.(text) as object)
      expect(tag).toBe(text.slice(0, 48))
    }
  })
})
