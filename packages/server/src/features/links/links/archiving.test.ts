// Archiving and restoring links by hand.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('archiving', (instance) => {
  test('DELETE /links/{short}: an active link becomes archived and its code stops resolving', async () => {
    const account = await instance.account()
    const link = await account.link({ custom_slug: 'to-archive' })
    expect((await instance.visit('/to-archive')).status).toBe(302)
    await instance.clock.advance(3_000)
    const { status, body } = await account.call('DELETE /links/to-archive')
    expect(status).toBe(200)
    const { archived_at } = body.data
    expect(body).toStrictEqual({
      data: { ...link, clicks: 1, status: 'archived', archived_at, updated_at: archived_at },
    })
    expect(archived_at).toBeGreaterThanOrEqual(link.created_at + 3)
    expect((await instance.visit('/to-archive')).status).toBe(404)
  })

  test('POST /links/{short}/unarchive: an archived link becomes active and its code resolves again', async () => {
    const account = await instance.account()
    const link = await account.link({ custom_slug: 'to-restore' })
    await account.call('DELETE /links/to-restore')
    expect((await instance.visit('/to-restore')).status).toBe(404)
    const { status, body } = await account.call('POST /links/to-restore/unarchive')
    expect(status).toBe(200)
    expect(body.data).toStrictEqual({ ...link, updated_at: body.data.updated_at })
    expect((await instance.visit('/to-restore')).status).toBe(302)
  })

  test('archiving an archived link is 200 and changes nothing', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const first = await account.call(`DELETE /links/${short}`)
    await instance.clock.advance(10_000)
    const second = await account.call(`DELETE /links/${short}`)
    expect([second.status, second.body]).toStrictEqual([200, first.body])
  })

  test('restoring an active link is 200 and changes nothing', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const before = await account.call(`PUT /links/${short}`, { body: { archive_at: instance.clock.day(3) } })
    await instance.clock.advance(10_000)
    const answer = await account.call(`POST /links/${short}/unarchive`)
    expect([answer.status, answer.body]).toStrictEqual([200, before.body])
  })

  test('archiving and restoring use no unit of the plan', async () => {
    const account = await instance.account({ plan: 'tiny' })
    const { short } = await account.link()
    for (let time = 0; time < 5; time++) {
      await account.call(`DELETE /links/${short}`)
      expect((await account.call(`POST /links/${short}/unarchive`)).status).toBe(200)
    }
    const { links } = (await account.call('GET /quota')).body.data
    expect(links).toStrictEqual({ limit: 3, used: 1 })
  })

  test('an archived link can be read and keeps its statistics', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    await instance.visit(`/${short}`)
    await account.call(`DELETE /links/${short}`)
    expect((await account.call(`GET /links/${short}`)).body.data).toMatchObject({
      status: 'archived',
      clicks: 1,
    })
    expect((await account.call(`GET /links/${short}/stats/lifetime`)).body).toStrictEqual({
      data: { clicks: 1 },
    })
  })

  test('30 concurrent requests to archive one link all get the same response', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => account.call(`DELETE /links/${short}`)),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.body.data.status).toBe('archived')
  })

  test('an archived link shows that it is archived rather than expired', async () => {
    const account = await instance.account()
    const { short } = await account.link({ expired_at: instance.clock.unix() + 60 })
    await account.call(`DELETE /links/${short}`)
    await instance.clock.advance(61_000)
    expect((await account.call(`GET /links/${short}`)).body.data.status).toBe('archived')
    expect((await account.call(`POST /links/${short}/unarchive`)).body.data.status).toBe('expired')
  })
})
