// One-click links at the edges: headers that claim not to ask, and an owner who changes his mind meanwhile.
import { beforeAll, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('a one-click link', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  test('is used up by a form, whatever its headers claim of prefetching', async () => {
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

  test('that is turned into an ordinary one while visitors arrive is never left dead', async () => {
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
