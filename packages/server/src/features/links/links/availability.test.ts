// Checking whether a short code is free: POST /links/available.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('POST /links/available', (instance) => {
  test("is 200 if the code is free, and doesn't take it", async () => {
    const account = await instance.account()
    for (let time = 0; time < 2; time++) {
      const answer = await account.call('POST /links/available', { body: { short: 'free-one' } })
      expect(answer.status).toBe(200)
      expect(answer.body).toStrictEqual({ data: { short: 'free-one', available: true } })
    }
    expect((await account.call('GET /quota')).body.data.links.used).toBe(0)
    expect((await account.link({ custom_slug: 'free-one' })).short).toBe('free-one')
  })

  test('is 422 slug_taken when anyone has the code, archived or not', async () => {
    const [owner, other] = [await instance.account(), await instance.account()]
    await owner.link({ custom_slug: 'not-free' })
    for (const account of [owner, other]) {
      const answer = await account.call('POST /links/available', { body: { short: 'not-free' } })
      expect([answer.status, answer.body.error.code]).toStrictEqual([422, 'slug_taken'])
    }
    await owner.call('DELETE /links/not-free')
    const answer = await other.call('POST /links/available', { body: { short: 'not-free' } })
    expect([answer.status, answer.body.error.code]).toStrictEqual([422, 'slug_taken'])
  })

  test('is 422 slug_invalid for an invalid code', async () => {
    const account = await instance.account()
    for (const short of ['', 'a b', 'x'.repeat(49), 'v2', 'Dashboard']) {
      const answer = await account.call('POST /links/available', { body: { short } })
      expect([short, answer.status, answer.body.error?.code]).toStrictEqual([short, 422, 'slug_invalid'])
    }
  })

  test('is 422 validation_failed without short', async () => {
    const account = await instance.account()
    const answer = await account.call('POST /links/available', { body: {} })
    expect([answer.status, answer.body.error.code]).toStrictEqual([422, 'validation_failed'])
    expect(answer.body.error.details).toStrictEqual([
      { path: 'short', message: 'is required', code: 'required' },
    ])
  })

  test('looks on the domain that domain_alias names', async () => {
    const account = await instance.account()
    await account.domain('free.example.com')
    await account.link({ custom_slug: 'somewhere' })
    const there = await account.call('POST /links/available', {
      body: { short: 'somewhere', domain_alias: 'free.example.com' },
    })
    expect(there.status).toBe(200)
    const here = await account.call('POST /links/available', { body: { short: 'somewhere' } })
    expect(here.body.error.code).toBe('slug_taken')
  })

  test('refuses a domain_alias that is not a verified domain of the account', async () => {
    const [account, owner] = [await instance.account(), await instance.account()]
    await owner.domain('theirs.example.com')
    const answer = await account.call('POST /links/available', {
      body: { short: 'fine', domain_alias: 'theirs.example.com' },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.error.details[0].path).toBe('domain_alias')
  })
})
