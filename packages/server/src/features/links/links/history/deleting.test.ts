// POST /links/{short}/delete: deleting links for good, and what can still be undone.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../../../test/accounts/sign-in.ts'
import { addMember, inWorkspace, newWorkspace } from '../../../../../../../test/accounts/workspaces.ts'
import { engines, migratedDatabase } from '../../../../../../../test/databases.ts'
import { type Account, type Answer, onEachEngine, startOn } from '../../../../../../../test/instance.ts'
import { ask } from '../../../../../../../test/webhooks/webhooks.ts'

const hour = 3_600_000

onEachEngine('deleting a link', (instance) => {
  const remove = ({ call }: Pick<Account, 'call'>, short: string, query = '') =>
    call(`POST /links/${short}/delete${query}`)
  const undo = ({ call }: Pick<Account, 'call'>, { headers }: Answer) =>
    call('POST /undo', { body: { token: headers.get('undo-token') } })
  /** Runs the jobs that erase what was deleted more than an hour ago. */
  const erase = async () => {
    for (let runs = 0; runs < 3; runs++) await instance.clock.advance(61_000)
  }
  const rowsOf = (id: string) => ask(instance.database, 'select id from links where public_id = ?', [id])

  test('takes it away from its owner and from visitors at once', async () => {
    const account = await instance.account()
    const link = await account.link({ custom_slug: 'going', tags: ['gone'] })
    await instance.visit('/going')
    const answer = await remove(account, 'going')
    expect([answer.status, answer.body]).toEqual([
      200,
      { data: { id: link.id, short: 'going', deleted: true } },
    ])
    for (const path of ['/going', '/going+', '/going.svg'])
      expect([path, (await instance.visit(path)).status]).toEqual([path, 404])
    for (const at of [
      `GET /links/going`,
      `GET /links/${link.id}`,
      'GET /links/going/history',
      'GET /links/going/qr',
    ])
      expect([at, (await account.call(at)).status]).toEqual([at, 404])
    for (const query of ['', '&search=going', '&tag=gone'])
      expect((await account.call(`GET /links?status=all${query}`)).body).toEqual({ data: [], total: 0 })
    expect((await account.call('GET /tags')).body.data[0].links).toBe(0)
  })

  test('can be undone for an hour: everything is as it was, its clicks too', async () => {
    const account = await instance.account()
    const made = await account.link({ custom_slug: 'returning', tags: ['a', 'b'], note: 'n', max_clicks: 10 })
    await account.call('PUT /links/returning/qr', { body: { color: '#123456' } })
    await instance.visit('/returning')
    await instance.countClicks()
    const link = (await account.call('GET /links/returning')).body.data
    const answer = await remove(account, 'returning')
    await instance.clock.advance(hour - 120_000)
    const undone = await undo(account, answer)
    expect(undone.body.data.undone).toEqual([
      { kind: 'link', id: made.id, name: 'returning', action: 'undeleted' },
    ])
    const back = (await account.call('GET /links/returning')).body.data
    expect(back).toEqual({ ...link, updated_at: back.updated_at })
    expect(back.clicks).toBe(1)
    expect((await account.call('GET /links/returning/qr')).body.data.color).toBe('#123456')
    expect((await instance.visit('/returning')).status).toBe(302)
    expect((await account.call('GET /links?search=returning')).body.total).toBe(1)
    expect((await account.call('GET /links')).body.total).toBe(1)
  })

  test('of an archived link brings it back archived', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const { archived_at } = (await account.call(`DELETE /links/${short}`)).body.data
    await undo(account, await remove(account, short))
    expect((await account.call(`GET /links/${short}`)).body.data).toMatchObject({
      status: 'archived',
      archived_at,
    })
    expect((await account.call('GET /links?status=archived')).body.total).toBe(1)
  })

  test('erases it after an hour, with its clicks and its history, and frees its code', async () => {
    const [account, other] = [await instance.account(), await instance.account()]
    const { id } = await account.link({ custom_slug: 'erased' })
    await instance.visit('/erased')
    await instance.countClicks()
    const [{ id: number }] = (await rowsOf(id)) as [{ id: number }]
    const answer = await remove(account, 'erased')
    const early = await other.call('POST /links', {
      body: { long_url: 'https://example.com/', custom_slug: 'erased' },
    })
    expect(early.body.error.code).toBe('slug_taken')
    await instance.clock.advance(hour)
    await erase()
    const left = async (table: string, column: string) =>
      (await ask(instance.database, `select count(*) as n from ${table} where ${column} = ?`, [number])) as [
        { n: number },
      ]
    for (const [table, column] of [
      ['links', 'id'],
      ['codes', 'link_id'],
      ['history', 'subject'],
      ['deleted_things', 'subject'],
      ['link_days', 'link_id'],
      ['link_totals', 'link_id'],
    ] as const)
      expect([table, Number((await left(table, column))[0].n)]).toEqual([table, 0])
    expect((await undo(account, answer)).status).toBeOneOf([404, 409])
    expect((await other.link({ custom_slug: 'erased' })).short).toBe('erased')
  })

  test('leaves the code to its owner alone, and taking it ends the undo', async () => {
    const [account, other] = [await instance.account(), await instance.account()]
    await account.link({ custom_slug: 'mine-still' })
    const answer = await remove(account, 'mine-still')
    const available = ({ call }: Account) => call('POST /links/available', { body: { short: 'mine-still' } })
    expect((await available(other)).body.error.code).toBe('slug_taken')
    expect((await available(account)).status).toBe(200)
    const taken = await account.link({ custom_slug: 'mine-still', long_url: 'https://example.com/new' })
    const refused = await undo(account, answer)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'undo_conflict'])
    await instance.clock.advance(hour)
    await erase()
    expect((await account.call('GET /links/mine-still')).body.data.id).toBe(taken.id)
    expect((await instance.visit('/mine-still')).headers.get('location')).toBe('https://example.com/new')
  })

  test('by renaming another link to its code, the owner takes it too', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'wanted-code' })
    await account.link({ custom_slug: 'other-code' })
    await remove(account, 'wanted-code')
    const renamed = await account.call('PUT /links/other-code', { body: { custom_slug: 'wanted-code' } })
    expect([renamed.status, renamed.body.data?.short]).toEqual([200, 'wanted-code'])
  })

  test('with dry_run deletes nothing', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const answer = await remove(account, short, '?dry_run=true')
    expect([answer.status, answer.headers.get('undo-token')]).toEqual([200, null])
    expect((await instance.visit(`/${short}`)).status).toBe(302)
  })

  test('of a blocked link is refused', async () => {
    const account = await instance.account()
    const { short, id } = await account.link()
    await ask(instance.database, 'update links set blocked_at = 1 where public_id = ?', [id])
    const answer = await remove(account, short)
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
    await ask(instance.database, 'update links set blocked_at = null where public_id = ?', [id])
  })

  test('needs a credential that was made since links can be deleted', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    await ask(
      instance.database,
      'update api_keys set may_delete = 0 where user_id = (select id from users where email = ?)',
      [account.email],
    )
    const answer = await remove(account, short)
    expect([answer.status, answer.body.error.code]).toEqual([403, 'insufficient_scope'])
    expect(answer.headers.get('www-authenticate')).toContain('links:archive')
    expect((await account.call(`DELETE /links/${short}`)).status).toBe(200)
    expect((await remove(await signIn(instance, account), short)).status).toBe(200)
  })

  test('is no way around that by undoing what somebody else has created', async () => {
    const account = await instance.account()
    const other = await account.newKey('all')
    const made = await account.call('POST /links', { body: { long_url: 'https://example.com/' } })
    const undoAs = (key: string) =>
      account.call('POST /undo', {
        body: { token: made.headers.get('undo-token') },
        headers: { authorization: `Bearer ${key}` },
      })
    await ask(
      instance.database,
      'update api_keys set may_delete = 0 where user_id = (select id from users where email = ?)',
      [account.email],
    )
    expect((await undoAs(other)).body.error.code).toBe('insufficient_scope')
    expect((await account.call(`GET /links/${made.body.data.short}`)).status).toBe(200)
    expect((await undoAs(account.key)).status).toBe(200)
  })

  test('is undone by a member with the role for it, and not from another workspace', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const member = await addMember(instance, { workspace, owner }, 'viewer')
    const { data } = (await owner.call('POST /links', { body: { long_url: 'https://example.com/' } })).body
    const answer = await remove(owner, data.short)
    const outside = await undo({ call: owner.session.call }, answer)
    expect(outside.status).toBe(404)
    const call = inWorkspace(member.session, workspace.id)
    expect((await undo({ call }, answer)).status).toBe(403)
    expect((await undo(owner, answer)).status).toBe(200)
  })

  test('of an account that is deleted leaves nothing behind', async () => {
    const leaver = await instance.account()
    const { id } = await leaver.link()
    await leaver.link()
    await remove(leaver, id)
    const [{ id: number }] = (await ask(instance.database, 'select id from users where email = ?', [
      leaver.email,
    ])) as [{ id: number }]
    await instance.command('user', 'delete', '--email', leaver.email)
    await erase()
    expect(await rowsOf(id)).toEqual([])
    for (const table of ['deleted_things', 'history'])
      expect(await ask(instance.database, `select * from ${table} where user_id = ?`, [number])).toEqual([])
  })
})

test.each(engines)('a deletion can be undone after a restart of the server, on %s', async (engine) => {
  const database = await migratedDatabase(engine)
  const first = await startOn(database, engine)
  const account = await first.account()
  const link = await account.link({ custom_slug: 'restarting' })
  const answer = await account.call('POST /links/restarting/delete')
  await first.stop()
  const second = await startOn(database, engine, {}, first.clock)
  const headers = { authorization: `Bearer ${account.key}` }
  const body = { token: answer.headers.get('undo-token') }
  expect((await second.ask('POST /v2/undo', { body, headers })).status).toBe(200)
  expect((await second.ask('GET /v2/links/restarting', { headers })).body.data.id).toBe(link.id)
  await second.stop()
  await database.remove()
})
