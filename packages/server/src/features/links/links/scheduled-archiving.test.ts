// Archiving on a date: archive_at, the minute in which it happens, and a service that was down then.
import { describe, expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { agentOf } from '../../../../../../test/agents/mcp.ts'
import { engines } from '../../../../../../test/databases.ts'
import { type Account, onEachEngine, startInstance, startOn } from '../../../../../../test/instance.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

const setDate = (account: Account, short: string, archive_at: string | null) =>
  account.call(`PUT /links/${short}`, { body: { archive_at } })

async function read(account: Account, short: string) {
  return (await account.call(`GET /links/${short}`)).body.data
}

onEachEngine('archive_at', (instance) => {
  test('a later date is stored, and an empty string or null clears it', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    for (const empty of ['', null]) {
      const date = instance.clock.day(2)
      expect((await setDate(account, short, date)).body.data).toMatchObject({
        archive_at: date,
        status: 'active',
      })
      expect((await setDate(account, short, empty)).body.data.archive_at).toBeNull()
    }
    await instance.clock.advance(3 * 86_400_000)
    expect((await read(account, short)).status).toBe('active')
  })

  test('today archives at once', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    await instance.visit(`/${short}`)
    const { status, body } = await setDate(account, short, instance.clock.day())
    expect(status).toBe(200)
    expect(body.data.status).toBe('archived')
    expect(body.data.archived_at).toBe(body.data.updated_at)
    expect((await instance.visit(`/${short}`)).status).toBe(404)
  })

  test('a date that has passed is 422', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const answer = await setDate(account, short, instance.clock.day(-1))
    expect([answer.status, answer.body.error.details[0].path]).toStrictEqual([422, 'archive_at'])
    expect((await read(account, short)).archive_at).toBeNull()
  })

  test('the link is archived within a minute of the date’s start in UTC, and not before it', async () => {
    const account = await instance.account()
    const [due, later] = [await account.link(), await account.link()]
    const date = instance.clock.day(2)
    await setDate(account, due.short, date)
    await setDate(account, later.short, instance.clock.day(3))
    await instance.clock.advanceTo(`${instance.clock.day(1)}T23:59:00Z`)
    expect((await read(account, due.short)).status).toBe('active')
    expect((await instance.visit(`/${due.short}`)).status).toBe(302)
    await instance.clock.advance(60_000 + 59_000)
    const archived = await read(account, due.short)
    expect(archived.status).toBe('archived')
    expect(archived.archived_at).toBeGreaterThanOrEqual(Date.parse(`${date}T00:00:00Z`) / 1000)
    expect((await instance.visit(`/${due.short}`)).status).toBe(404)
    expect((await read(account, later.short)).status).toBe('active')
  })

  test('unarchiving clears it, so that the link stays active', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    await setDate(account, short, instance.clock.day(1))
    await instance.clock.advance(2 * 86_400_000)
    expect((await read(account, short)).status).toBe('archived')
    const { data } = (await account.call(`POST /links/${short}/unarchive`)).body
    expect([data.status, data.archive_at, data.archived_at]).toStrictEqual(['active', null, null])
    await instance.clock.advance(120_000)
    expect((await read(account, short)).status).toBe('active')
  })

  test('if the date was changed, the new one counts', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    await setDate(account, short, instance.clock.day(1))
    await setDate(account, short, instance.clock.day(4))
    await instance.clock.advance(2 * 86_400_000)
    expect((await read(account, short)).status).toBe('active')
    await instance.clock.advance(3 * 86_400_000)
    expect((await read(account, short)).status).toBe('archived')
  })

  test('today needs links:archive as well as links:write; otherwise it is 403 and nothing changes', async () => {
    const account = await instance.account()
    const writer = await account.newKey('links:read,links:write')
    const before = await account.link({ custom_slug: `kept-${instance.engine}` })
    const archive_at = instance.clock.day()
    const answer = await account.call(`PUT /links/${before.short}`, {
      body: { archive_at, title: 'Changed', password: 'secret', custom_slug: `moved-${instance.engine}` },
      headers: { authorization: `Bearer ${writer}` },
    })
    expect([answer.status, answer.body.error.code]).toStrictEqual([403, 'insufficient_scope'])
    expect(answer.body.error.message).toContain('links:archive')
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="links:write links:archive"',
    )
    const agent = agentOf(instance, writer)
    const { result } = await agent.call('update_link', { short: before.short, archive_at, title: 'Changed' })
    expect(result.isError).toBe(true)
    expect(result.content[0].text).toMatch(/^insufficient_scope: .*links:archive/)
    expect(await read(account, before.short)).toStrictEqual(before)
    expect((await account.call('GET /quota')).body.data.custom_slug_renames.used).toBe(0)
    expect((await instance.visit(`/${before.short}`)).status).toBe(302)
  })

  test('tomorrow needs only links:write, even if that credential may not archive', async () => {
    const account = await instance.account()
    const headers = { authorization: `Bearer ${await account.newKey('links:write')}` }
    const { short } = await account.link()
    await instance.clock.advanceTo(`${instance.clock.day(1)}T23:58:00Z`)
    const body = { archive_at: instance.clock.day(1) }
    expect((await account.call(`PUT /links/${short}`, { body, headers })).status).toBe(200)
    await instance.clock.advance(181_000)
    expect((await read(account, short)).status).toBe('archived')
  })

  test('the same date sent back is not a change: even on that day it changes nothing and needs no more scopes', async () => {
    const account = await instance.account()
    const headers = { authorization: `Bearer ${await account.newKey('links:write')}` }
    const { short } = await account.link()
    await setDate(account, short, instance.clock.day(1))
    // The scheduled job has not run yet when the day begins.
    instance.clock.move(Date.parse(`${instance.clock.day(1)}T00:00:01Z`) - instance.clock.now())
    const body = { archive_at: instance.clock.day(), title: 'Later' }
    const answer = await account.call(`PUT /links/${short}`, { body, headers })
    expect(answer.status).toBe(200)
    expect(answer.body.data.title).toBe('Later')
    await instance.clock.advance(61_000)
    expect((await read(account, short)).status).toBe('archived')
  })

  test('today, set in the dashboard, archives at once, because a session has all scopes', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const { call } = await signIn(instance, account)
    const { body } = await call(`PUT /links/${short}`, { body: { archive_at: instance.clock.day() } })
    expect(body.data.status).toBe('archived')
  })

  test('more links than fit into one batch are all archived in time', async () => {
    const account = await instance.account()
    const date = instance.clock.day(1)
    for (let round = 0; round < 3; round++) {
      const links = Array.from({ length: 70 }, () => ({ long_url: 'https://example.com/' }))
      await account.call('POST /links/bulk', { body: { links } })
    }
    await ask(
      instance.database,
      'update links set archive_at = ? where user_id = (select id from users where email = ?)',
      [date, account.email],
    )
    await instance.clock.advance(86_400_000)
    expect((await account.call('GET /links?status=archived')).body.total).toBe(210)
    expect((await account.call('GET /links')).body.total).toBe(0)
  })
})

for (const engine of engines) {
  describe(`a service that was down on the date, on ${engine}`, () => {
    test('archives the link when it is back', async () => {
      const before = await startInstance(engine)
      const account = await before.account()
      const { short } = await account.link()
      await setDate(account, short, before.clock.day(1))
      await before.stop()

      const after = await startOn(before.database, engine)
      try {
        await after.clock.advance(5 * 86_400_000)
        // A run that began when the server started may have seen the old time: the next one follows within a minute.
        await after.clock.advance(59_000)
        const headers = { authorization: `Bearer ${account.key}` }
        const { data } = (await after.ask(`GET /v2/links/${short}`, { headers })).body
        expect(data.status).toBe('archived')
        expect((await after.visit(`/${short}`)).status).toBe(404)
      } finally {
        await after.stop()
        await after.database.remove()
      }
    })
  })
}
