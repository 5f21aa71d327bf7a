// POST /api/links/move: moving links to another workspace of the same person.
import { expect, test } from 'bun:test'
import { reauthenticate } from '../../../../../../../test/accounts/sign-in.ts'
import {
  addMember,
  inWorkspace,
  type MemberSession,
  newWorkspace,
} from '../../../../../../../test/accounts/workspaces.ts'
import { onEachEngine } from '../../../../../../../test/instance.ts'
import { numbersOf } from '../../../../../../../test/machine/pending-clicks.ts'
import { png } from '../../../../../../../test/pictures/image-files.ts'
import { ask } from '../../../../../../../test/webhooks/webhooks.ts'

const day = 86_400_000

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

  test('takes its rules, limits and card along; the picture of the card stays an image of the workspace it comes from', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const own = { call: owner.session.call }
    const picture = (await own.call('POST /assets?title=x', { body: await png(9, 9) })).body.data
    const link = await create(own, {
      rules: [{ when: { scan: true }, to: [{ long_url: 'https://example.com/scan' }] }],
      preview: { title: 'Card', image: picture.id },
      max_clicks: 5,
      note: 'Mine',
    })
    await instance.visit(`/${link.short}`)
    await move(own, [link.id], workspace.id)
    const moved = (await owner.call(`GET /links/${link.id}`)).body.data
    expect(moved).toMatchObject({
      rules: link.rules,
      preview: link.preview,
      note: 'Mine',
      max_clicks: 5,
      max_clicks_used: 1,
    })
    expect((await instance.visit(`/${link.short}?qr`)).headers.get('location')).toBe(
      'https://example.com/scan',
    )
    const card = await instance.visit(`/${link.short}`, { 'user-agent': 'Twitterbot/1.0' })
    expect(card.text).toContain(picture.path)
    expect((await owner.call('GET /assets')).body.data).toEqual([])
    // The record can be sent back, but other links there can't take the picture.
    const back = await owner.call(`PUT /links/${link.id}`, {
      body: { preview: moved.preview, rules: moved.rules },
    })
    expect(back.body.data).toMatchObject({ preview: moved.preview, rules: moved.rules })
    const other = await owner.call('POST /links', {
      body: { long_url: 'https://example.com/', preview: { image: picture.id } },
    })
    expect([other.status, other.body.error.details[0].path]).toEqual([422, 'preview.image'])
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

  test('takes its history along, but not the e-mail addresses of people in the other workspace', async () => {
    const from = await newWorkspace(instance)
    const colleague = await addMember(instance, from, 'editor')
    const to = await newWorkspace(instance, 'Elsewhere')
    await addMember(instance, to, 'editor', from.owner)
    const namesOf = async (by: MemberSession, short: string) =>
      (await by.call(`GET /links/${short}/history`)).body.data.map(
        ({ by }: { by: { name: string } }) => by.name,
      )
    const { id, short } = await create(colleague)
    expect(await namesOf(from.owner, short)).toEqual([colleague.email])
    await move(from.owner, [id], to.workspace.id)
    expect(await namesOf(to.owner, short)).toEqual([from.owner.email, ''])
    expect((await to.owner.call('GET /changes')).text).not.toContain(colleague.email)
  })

  /** A link with three clicks of the day before yesterday and one of today, which moved yesterday. */
  const movedYesterday = async (from: Pick<MemberSession, 'call'>, to: { id: string }) => {
    const link = await create(from, { title: 'Before' })
    for (let visits = 0; visits < 3; visits++) await instance.visit(`/${link.short}`)
    await instance.countClicks()
    await instance.clock.advance(day)
    await move(from, [link.id], to.id)
    await instance.clock.advance(day)
    await instance.visit(`/${link.short}`)
    await instance.countClicks()
    return link
  }

  test('shows what becomes of a link only where it is, and ranks the others in its place', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const own = { call: owner.session.call }
    const moved = [await create(own), await create(own)]
    const kept = await create(own)
    for (const { short } of [...moved, ...moved, kept]) await instance.visit(`/${short}`)
    await instance.countClicks()
    const ids = moved.map(({ id }) => id)
    await move(own, ids, workspace.id)
    const [one] = moved
    await owner.call(`PUT /links/${one.short}`, {
      body: { title: 'Confidential', custom_slug: 'confidential' },
    })
    for (let visits = 0; visits < 5; visits++) await instance.visit('/confidential')
    await instance.clock.advance(day)
    await instance.visit(`/${kept.short}`)
    await instance.visit('/confidential')
    await instance.countClicks()
    const [stats, report] = [await own.call('GET /stats'), await own.call('GET /reports')]
    expect(stats.body.data.clicks).toBe(6)
    expect(stats.body.data.links).toMatchObject([{ short: kept.short, clicks: 2 }])
    expect(report.body.data.totals.clicks).toBe(6)
    expect(report.body.data.breakdowns.links).toMatchObject([{ id: kept.id, clicks: 2 }])
    for (const { text } of [stats, report]) expect(text.toLowerCase()).not.toContain('confidential')
    const there = (await owner.call('GET /stats')).body.data.links
    expect(there).toMatchObject([{ short: 'confidential', title: 'Confidential' }])
  })

  test('takes its part of the report along', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const { id } = await movedYesterday({ call: owner.session.call }, workspace)
    const report = async (query = '', start = instance.clock.day(-5)) =>
      (await owner.call(`GET /reports?link=${id}&start=${start}${query}`)).body.data
    const all = await report()
    expect(all.totals).toMatchObject({ clicks: 4, visitors: 2 })
    const { timeline, coverage, breakdowns } = all
    expect(timeline.map(({ clicks }: { clicks: number }) => clicks)).toEqual([0, 0, 0, 3, 0, 1])
    expect(breakdowns.devices).toEqual([{ name: 'desktop', clicks: 4 }])
    const clicks_since = Date.parse(instance.clock.day()) / 1000
    expect(coverage).toMatchObject({ exact: true, notes: [], clicks_since })
    const filtered = await report('&device=desktop')
    expect(filtered.totals.clicks).toBe(1)
    expect(filtered.coverage).toMatchObject({ exact: false, notes: ['before_moved'], clicks_since })
    expect(filtered.coverage.message).toContain('moved')
    const since = await report('&device=desktop', instance.clock.day())
    expect(since.coverage).toMatchObject({ exact: true, notes: [] })
  })

  test('is reported on its first day too', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const own = { call: owner.session.call }
    const { id, short } = await create(own)
    await instance.visit(`/${short}`)
    await instance.countClicks()
    await move(own, [id], workspace.id)
    await instance.visit(`/${short}`)
    const { totals, coverage } = (await owner.call(`GET /reports?link=${id}`)).body.data
    expect(totals.clicks).toBe(2)
    expect(coverage).toMatchObject({ exact: true, notes: [] })
  })

  test('takes its days into the export, once each', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const link = await movedYesterday({ call: owner.session.call }, workspace)
    const stays = await create(owner)
    await instance.visit(`/${stays.short}`)
    const call = inWorkspace(await reauthenticate(instance, owner.session), workspace.id)
    const days = (await call('GET /export')).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === 'link_day')
      .map(({ data }) => [data.link, data.day, data.clicks])
    const [then, today] = [instance.clock.day(-2), instance.clock.day()]
    expect(days.sort()).toEqual(
      [
        [link.id, then, 3],
        [link.id, today, 1],
        [stays.id, today, 1],
      ].sort(),
    )
  })

  test('leaves no clicks behind for the next link when its last owner is deleted', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const { short } = await movedYesterday({ call: owner.session.call }, workspace)
    const { linkId } = await numbersOf(instance.database, short)
    const call = inWorkspace(await reauthenticate(instance, owner.session), workspace.id)
    await call('POST /workspace/delete', { body: { name: workspace.name } })
    for (let runs = 0; runs < 3; runs++) await instance.clock.advance(61_000)
    const rows = (table: string) =>
      ask(instance.database, `select clicks from ${table} where link_id = ?`, [linkId])
    expect([await rows('link_days'), await rows('link_totals')]).toEqual([[], []])
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
      detail: { count: '1' },
      person: { email: owner.email },
    })
  })
})
