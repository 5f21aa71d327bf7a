// What administrators do about reports: blocked links and microsites stay blocked, whatever their owner does.
import { beforeAll, describe, expect, test } from 'bun:test'
import { password, type SignedIn, signIn } from '../../../../../test/accounts/sign-in.ts'
import { formBrowser } from '../../../../../test/browser/form-browser.ts'
import { type Account, onEachEngine } from '../../../../../test/instance.ts'
import { microsite, outcome } from '../../../../../test/microsites.ts'

const reason = 'It leads to a false bank.'

onEachEngine(
  'blocking',
  (instance) => {
    let root: SignedIn
    let rootId: string
    let account: Account
    let last = 0
    beforeAll(async () => {
      const email = 'root@example.com'
      const made = await instance.command(
        'user',
        'create',
        '--email',
        email,
        '--password',
        password,
        '--admin',
      )
      rootId = made.id as string
      root = await signIn(instance, { email })
      account = await instance.account()
    })

    async function report(address: string): Promise<{ id: string }> {
      const browser = formBrowser(instance, { 'x-forwarded-for': `203.0.113.${++last}` })
      await browser.post('/account/report', { address, reason: 'phishing' })
      return (await root.call('GET /administration/reports')).body.data[0]
    }
    const close = ({ id }: { id: string }, body: unknown) =>
      root.call(`POST /administration/reports/${id}/close`, { body })
    const block = (kind: string, { id }: { id: string }) =>
      root.call(`POST /administration/${kind}s/${id}/block`, { body: { reason } })
    const unblock = (kind: string, { id }: { id: string }) =>
      root.call(`POST /administration/${kind}s/${id}/unblock`)
    const read = async ({ id }: { id: string }) => (await account.call(`GET /links/${id}`)).body.data
    const actionsOf = async ({ call }: SignedIn, most: number) =>
      (await call('GET /audit')).body.data
        .slice(0, most)
        .map(({ action, detail }: { action: string; detail: object }) => [action, detail])

    describe('a link', () => {
      test('shows its visitors 410 at once; its owner sees the reason, and both audit logs show it', async () => {
        const link = await account.link({ long_url: 'https://bad.example/' })
        expect((await instance.visit(`/${link.short}`)).status).toBe(302)
        const answer = await block('link', link)
        expect(answer.body.data).toMatchObject({ id: link.id, status: 'active', blocked_reason: reason })
        const visit = await instance.visit(`/${link.short}`)
        expect([visit.status, visit.headers.get('location')]).toEqual([410, null])
        expect(visit.text).toContain('This link is blocked')
        expect(visit.text).toContain('for the reason and how to appeal')
        expect(visit.text).not.toMatch(/bad\.example|false bank/)
        expect((await read(link)).blocked_reason).toBe(reason)
        const owner = await signIn(instance, account)
        const detail = { link: link.short_url, reason }
        expect((await actionsOf(owner, 2))[1]).toEqual(['link_blocked', detail])
        expect(await actionsOf(root, 1)).toEqual([['link_blocked', { ...detail, account: account.email }]])
        expect((await unblock('link', link)).body.data).toMatchObject({
          blocked_at: null,
          blocked_reason: null,
        })
        expect((await instance.visit(`/${link.short}`)).status).toBe(302)
        expect((await read(link)).clicks).toBe(2)
      })

      test('stays blocked whatever its owner does with it', async () => {
        const link = await account.link()
        await block('link', link)
        const deeds: [string, unknown?][] = [
          [`PUT /links/${link.id}`, { long_url: 'https://good.example/', title: 'Good' }],
          [`DELETE /links/${link.id}`],
          [`POST /links/${link.id}/unarchive`],
          [`PUT /links/${link.id}`, { password: 'sesame', adult: true, disposable: true }],
          [`PUT /links/${link.id}`, { blocked_at: null, blocked_reason: null }],
        ]
        for (const [call, body] of deeds) {
          expect((await account.call(call, { body })).status).toBe(200)
          const { short, blocked_at } = await read(link)
          expect([call, (await instance.visit(`/${short}`)).status]).toEqual([call, 410])
          expect(blocked_at).toBeNumber()
        }
        const { short } = await read(link)
        const form = await instance.ask(`POST /${short}`, {
          body: new URLSearchParams({ password: 'sesame' }),
        })
        expect(form.status).toBe(410)
        expect((await instance.visit(`/${short}+`)).status).toBe(410)
        expect((await read(link)).status).toBe('active')
      })

      test("keeps its code, so that it isn't free for another link to the same destination", async () => {
        await account.domain('go.blocking.example')
        const link = await account.link()
        await block('link', link)
        for (const body of [
          { custom_slug: `again-${instance.engine}` },
          { domain_alias: 'go.blocking.example' },
        ])
          expect(outcome(await account.call(`PUT /links/${link.id}`, { body }))).toEqual([403, 'forbidden'])
        const again = { long_url: link.long_url, custom_slug: link.short }
        expect((await account.call('POST /links', { body: again })).body.error.code).toBe('slug_taken')
        await unblock('link', link)
        const moved = { domain_alias: 'go.blocking.example' }
        expect((await account.call(`PUT /links/${link.id}`, { body: moved })).status).toBe(200)
        // A link that is blocked on its domain stays blocked there.
        await block('link', link)
        const there = { host: 'go.blocking.example' }
        expect((await instance.visit(`/${link.short}`, there)).status).toBe(410)
      })

      test("can't be blocked or unblocked by its owner through the public API", async () => {
        const link = await account.link()
        await block('link', link)
        for (const path of [`/links/${link.id}/unblock`, `/administration/links/${link.id}/unblock`])
          expect((await account.call(`POST ${path}`)).status).toBe(404)
        const made = await account.link({ blocked_at: 5, blocked_reason: 'x' })
        expect([made.blocked_at, made.blocked_reason]).toEqual([null, null])
      })
    })

    test('a microsite shows visitors 410 at once, on its page and below it, until it is unblocked', async () => {
      const site = await microsite(account)
      expect((await instance.visit(`/${site.slug}`)).status).toBe(200)
      const answer = await block('microsite', site)
      expect(answer.body.data).toMatchObject({ id: site.id, blocked_reason: reason })
      for (const path of [
        `/${site.slug}`,
        `/${site.slug}/preview.png`,
        `/${site.slug}/cmp_${'0'.repeat(26)}`,
      ]) {
        const visit = await instance.visit(path)
        expect([path, visit.status]).toEqual([path, 410])
      }
      await account.call(`PUT /microsites/${site.slug}`, { body: { title: 'Other', hide: false } })
      expect((await instance.visit(`/${site.slug}`)).status).toBe(410)
      expect((await account.call(`GET /microsites/${site.slug}`)).body.data.blocked_reason).toBe(reason)
      await unblock('microsite', site)
      expect((await instance.visit(`/${site.slug}`)).status).toBe(200)
    })

    test("a blocked microsite can't be deleted and created again at its address", async () => {
      const site = await microsite(account)
      await block('microsite', site)
      const remove = () => account.call(`DELETE /microsites/${site.slug}`)
      expect(outcome(await remove())).toEqual([403, 'forbidden'])
      const body = { slug: site.slug, title: 'Ana', kind: 'portfolio' }
      expect((await account.call('POST /microsites', { body })).body.error.code).toBe('slug_taken')
      expect((await instance.visit(`/${site.slug}`)).status).toBe(410)
      await unblock('microsite', site)
      expect((await remove()).status).toBe(200)
    })

    test('the picture of a QR code is blocked and unblocked together with its target', async () => {
      const link = await account.link()
      const site = await microsite(account)
      for (const [kind, made, code] of [
        ['link', link, link.short],
        ['microsite', site, site.slug],
      ] as const) {
        const picture = async () => (await instance.visit(`/${code}.svg`)).status
        expect([kind, await picture()]).toEqual([kind, 200])
        await block(kind, made)
        expect([kind, await picture()]).toEqual([kind, 404])
        await unblock(kind, made)
        expect([kind, await picture()]).toEqual([kind, 200])
      }
    })

    describe('a report', () => {
      test('that is dismissed is closed with its note, blocks nothing, and can be made again', async () => {
        const link = await account.link()
        const { id } = await report(link.short_url)
        const { body } = await close({ id }, { action: 'dismiss', note: 'Nothing is wrong.' })
        expect(body.data).toMatchObject({
          id,
          outcome: 'dismissed',
          closed_by: rootId,
          note: 'Nothing is wrong.',
        })
        expect((await instance.visit(`/${link.short}`)).status).toBe(302)
        expect(outcome(await close({ id }, { action: 'block' }))).toEqual([404, 'not_found'])
        expect((await instance.visit(`/${link.short}`)).status).toBe(302)
        expect(await actionsOf(root, 1)).toEqual([['report_closed', { report: id, outcome: 'dismissed' }]])
        const closed = (await root.call('GET /administration/reports?status=closed')).body
        expect(closed.data[0].id).toBe(id)
        expect((await report(link.short_url)).id).not.toBe(id)
      })

      test('can block its target, which closes all reports about it', async () => {
        const link = await account.link()
        const first = await report(link.short_url)
        const second = await report(link.short_url)
        const { body } = await close(first, { action: 'block' })
        expect(body.data).toMatchObject({
          outcome: 'blocked',
          link: { blocked_reason: 'It was reported for phishing.' },
        })
        expect((await instance.visit(`/${link.short}`)).status).toBe(410)
        expect((await close(second, { action: 'dismiss' })).status).toBe(404)
        // Further reports are thanked for, and don't reach administrators.
        const before = (await root.call('GET /administration/reports?status=all')).body.total
        await report(link.short_url)
        expect((await root.call('GET /administration/reports?status=all')).body.total).toBe(before)
      })

      test('can block a microsite, or the whole account, with a reason of its own', async () => {
        const other = await instance.account()
        const site = await microsite(other)
        await close(await report(site.url), { action: 'block', reason })
        expect((await instance.visit(`/${site.slug}`)).status).toBe(410)
        const link = await other.link()
        const { body } = await close(await report(link.short_url), { action: 'block_account', reason })
        expect(body.data.outcome).toBe('account_blocked')
        expect(body.data.owner.blocked_at).toBeNumber()
        expect((await other.call('GET /links')).status).toBe(403)
        expect((await instance.visit(`/${link.short}`)).status).toBe(410)
      })

      test('is handled once if two administrators act at the same time', async () => {
        const link = await account.link()
        const open = await report(link.short_url)
        const both = await Promise.all([
          close(open, { action: 'dismiss' }),
          close(open, { action: 'dismiss' }),
        ])
        expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
      })

      test('is deleted with the account whose link it is about', async () => {
        const other = await instance.account()
        const link = await other.link()
        const { id } = await report(link.short_url)
        await (await signIn(instance, other)).call('POST /user/delete', { body: { password } })
        expect((await close({ id }, { action: 'block' })).status).toBe(404)
        await instance.clock.advance(120_000)
        await instance.clock.advance(60_000)
        const all = (await root.call('GET /administration/reports?status=all&limit=100')).body.data
        expect(all.some((one: { id: string }) => one.id === id)).toBe(false)
      })
    })

    test('a missing target or reason is refused', async () => {
      const link = await account.link()
      for (const [path, body, status] of [
        [`/links/lnk_${'0'.repeat(26)}/block`, { reason }, 404],
        ['/links/x%27%20or%201=1/block', { reason }, 404],
        ['/microsites/mic_x/unblock', {}, 404],
        [`/links/${link.id}/block`, {}, 422],
        [`/links/${link.id}/block`, { reason: ' ' }, 422],
        ['/reports/rep_x/close', { action: 'dismiss' }, 404],
        ['/reports/rep_x/close', { action: 'forget' }, 422],
      ] as const)
        expect([path, (await root.call(`POST /administration${path}`, { body })).status]).toEqual([
          path,
          status,
        ])
      expect((await read(link)).blocked_at).toBeNull()
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)
