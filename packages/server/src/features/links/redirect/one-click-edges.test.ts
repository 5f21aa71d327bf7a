// Edge cases of one-click links: headers that claim a prefetch, and an owner who changes the link meanwhile.
import { beforeAll, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('a one-click link', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  test('is used up by a form, even if its headers claim a prefetch', async () => {
    const link = await account.link({ password: 'sesame' })
    await account.call(`PUT /links/${link.short}`, { body: { disposable: true } })
    const send = () =>
      instance.ask(`POST /${link.short}`, {
        body: new URLSearchParams({ password: 'sesame' }),
        headers: { purpose: 'prefetch', 'sec-purpose': 'prefetch' },
      })
    expect((await send()).status).toBe(303)
    expect((await send()).status).toBe(410)
    expect((await account.call(`GET /links/${link.short}`)).body.data).toMatchObject({
      status: 'consumed',
      clicks: 1,
    })
  })

  test('that becomes an ordinary one while visitors arrive never stays dead', async () => {
    for (let round = 0; round < 20; round++) {
      const link = await account.link()
      await account.call(`PUT /links/${link.short}`, { body: { disposable: true } })
      await instance.ask(`HEAD /${link.short}`)
      await Promise.all([
        account.call(`PUT /links/${link.short}`, { body: { disposable: false } }),
        instance.visit(`/${link.short}`),
        instance.visit(`/${link.short}`),
      ])
      expect((await account.call(`GET /links/${link.short}`)).body.data.status).toBe('active')
      expect((await instance.visit(`/${link.short}`)).status).toBe(302)
    }
  })
})
