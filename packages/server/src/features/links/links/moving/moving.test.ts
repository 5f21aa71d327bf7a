// POST /api/links/move: moving links to another workspace of the same person.
import { expect, test } from 'bun:test'
import { addMember, type MemberSession, newWorkspace } from '../../../../../../../test/accounts/workspaces.ts'
import { onEachEngine } from '../../../../../../../test/instance.ts'

onEachEngine('moving links', (instance) => {
  const create = async (by: Pick<MemberSession, 'call'>, fields = {}) =>
    (await by.call('POST /links', { body: { long_url: 'https://example.com/', ...fields } })).body.data
  const move = (by: Pick<MemberSession, 'call'>, ids: string[], workspace: string) =>
    by.call('POST /links/move', { body: { ids, workspace } })
  const idsOf = async (by: Pick<MemberSession, 'call'>, query = '') => {
    const { body } = await by.call(`GET /links?status=all${query}`)
    return { ids: body.data.map(({ id }: { id: string }) => id), total: body.total }
  }

  test('takes a link out of one workspace and into another, with its clicks and its QR code', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const own = { call: owner.session.call }
    const link = await create(own, { title: 'Travelling' })
    await own.call(`PUT /links/${link.short}/qr`, { body: { color: '#123456' } })
    for (let visits = 0; visits < 3; visits++) await instance.visit(`/${link.short}`)
    await instance.countClicks()
    const moved = await move(own, [link.id], workspace.id)
    expect(moved.body).toEqual({ data: { success: 1, failed: [], changed: [link.id] } })
    expect(await idsOf(own)).toEqual({ ids: [], total: 0 })
    expect(await idsOf(owner)).toEqual({ ids: [link.id], total: 1 })
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
    await instance.countClicks()
    const { data } = (await owner.call(`GET /links/${link.short}/stats/lifetime`)).body
    expect(data.clicks).toBe(4)
    expect((await owner.call(`GET /links/${link.short}/qr`)).body.data.color).toBe('#123456')
  })

  test('leaves what the clicks have added to the whole workspace where it arose', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const own = { call: owner.session.call }
    const link = await create(own)
    await instance.visit(`/${link.short}`)
    await instance.countClicks()
    await move(own, [link.id], workspace.id)
    await instance.visit(`/${link.short}`)
    await instance.countClicks()
    const clicksIn = async ({ call }: Pick<MemberSession, 'call'>) => {
      const { data } = (await call('GET /stats')).body
      return data.clicks
    }
    expect([await clicksIn(own), await clicksIn(owner)]).toEqual([1, 1])
  })

  test('is seen by searches on both sides, and counted', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const own = { call: owner.session.call }
    const [one, other] = [
      await create(own, { title: 'Zebra one' }),
      await create(own, { title: 'Zebra two' }),
    ]
    expect((await idsOf(own, '&search=zebra')).total).toBe(2)
    expect((await idsOf(owner, '&search=zebra')).total).toBe(0)
    await move(own, [one.id], workspace.id)
    expect(await idsOf(own, '&search=zebra')).toEqual({ ids: [other.id], total: 1 })
    expect(await idsOf(owner, '&search=zebra')).toEqual({ ids: [one.id], total: 1 })
  })

  test('needs an admin here and an editor there', async () => {
    const [from, to] = [await newWorkspace(instance), await newWorkspace(instance)]
    const person = await addMember(instance, from, 'editor')
    const there = await addMember(instance, to, 'viewer', person)
    const { id } = await create(from.owner)
    const attempt = async () => {
      const { status } = await move(person, [id], to.workspace.id)
      return status
    }
    const roleOf = (made: typeof from, role: string) =>
      made.owner.call(`PUT /workspace/members/${person.userId}`, { body: { role } })
    expect([await attempt(), there.userId]).toEqual([403, person.userId])
    await roleOf(from, 'admin')
    expect(await attempt()).toBe(403)
    await roleOf(to, 'editor')
    expect(await attempt()).toBe(200)
  })

  test('to a workspace that one does not belong to, or with links of others, moves nothing', async () => {
    const [mine, theirs] = [await newWorkspace(instance), await newWorkspace(instance)]
    const [own, foreign] = [await create(mine.owner), await create(theirs.owner)]
    for (const target of [theirs.workspace.id, 'wsp_nothing', ''])
      expect((await move(mine.owner, [own.id], target)).status).toBe(404)
    expect((await move(mine.owner, [own.id], mine.workspace.id)).status).toBe(403)
    const personal = mine.owner.userId.replace('usr_', 'wsp_')
    const answer = await move(mine.owner, [foreign.id, "lnk_' or 1=1", own.id], personal)
    expect(answer.body.data).toEqual({ success: 1, failed: [foreign.id, "lnk_' or 1=1"], changed: [own.id] })
    expect((await idsOf(theirs.owner)).ids).toEqual([foreign.id])
  })

  test('leaves links on a custom domain with their domain', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const account = { call: owner.session.call }
    await instance.command(
      ...['domain', 'add', '--email', owner.email, '--domain', 'go.moving.test', '--verified'],
    )
    const link = await create(account, { domain_alias: 'go.moving.test' })
    const { body } = await move(account, [link.id], workspace.id)
    expect(body.data).toEqual({ success: 0, failed: [link.id], changed: [] })
  })

  test('counts as creating them there, as far as that plan allows', async () => {
    const { workspace, owner } = await newWorkspace(instance, 'Tiny', { plan: 'tiny' })
    const roomy = await newWorkspace(instance)
    const person = await addMember(instance, roomy, 'admin', owner)
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await create(roomy.owner)).id))
    const { body } = await move(person, ids, workspace.id)
    expect([body.data.success, body.data.failed.length]).toEqual([3, 1])
    const refused = await move(person, body.data.failed, workspace.id)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'plan_limit'])
  })

  test('is in both audit logs', async () => {
    const { workspace, owner } = await newWorkspace(instance, 'There')
    const own = { call: owner.session.call }
    await move(own, [(await create(own)).id], workspace.id)
    const newest = async ({ call }: Pick<MemberSession, 'call'>) => (await call('GET /audit')).body.data[0]
    expect(await newest(own)).toMatchObject({ action: 'links_moved', detail: { count: '1', to: 'There' } })
    expect(await newest(owner)).toMatchObject({
      action: 'links_moved',
      detail: { count: '1', from: '' },
      person: { email: owner.email },
    })
  })
})
