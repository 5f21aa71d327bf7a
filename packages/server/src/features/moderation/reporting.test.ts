// Reporting a link: the page that anyone can fill in, what it accepts, and what strangers can't do with it.
import { beforeAll, describe, expect, test } from 'bun:test'
import { password, type SignedIn, signIn } from '../../../../../test/accounts/sign-in.ts'
import { formBrowser } from '../../../../../test/browser/form-browser.ts'
import { type Account, onEachEngine } from '../../../../../test/instance.ts'
import { microsite, outcome } from '../../../../../test/microsites.ts'

onEachEngine(
  'reporting',
  (instance) => {
    let root: SignedIn
    let account: Account
    let last = 0
    beforeAll(async () => {
      const email = 'root@example.com'
      await instance.command('user', 'create', '--email', email, '--password', password, '--admin')
      root = await signIn(instance, { email })
      account = await instance.account()
    })

    // Each from its own address, because limits count by address.
    const stranger = () => formBrowser(instance, { 'x-forwarded-for': `203.0.113.${++last}` })
    const reports = async (query = '') => (await root.call(`GET /administration/reports${query}`)).body
    const about = async (linkId: string) =>
      (await reports('?limit=100')).data.filter(
        ({ link }: { link: { id: string } | null }) => link?.id === linkId,
      )
    const path = (address: string) => `/account/report?${new URLSearchParams({ address })}`
    const post = (fields: Record<string, string>, browser = stranger()) =>
      browser.post('/account/report', fields)

    test('the preview of a link links to the page, which knows the link, and the report arrives', async () => {
      const link = await account.link({ long_url: 'https://bad.example/login' })
      const preview = await instance.visit(`/${link.short}+`)
      const [, href = ''] = /<a href="([^"]*\/account\/report[^"]*)"/.exec(preview.text) ?? []
      const browser = stranger()
      const page = await browser.open(href)
      expect(page.status).toBe(200)
      expect(page.text).toContain(`value="${link.short_url}"`)
      const sent = await browser.send({
        reason: 'phishing',
        details: 'It asked for\r\nmy password.',
        email: 'me@example.com',
      })
      expect(sent.status).toBe(200)
      expect(sent.text).toContain('Thank you')
      const [report] = await about(link.id)
      expect(report).toStrictEqual({
        id: expect.stringMatching(/^rep_/),
        reason: 'phishing',
        details: 'It asked for\nmy password.',
        email: 'me@example.com',
        created_at: expect.any(Number),
        link: (await account.call(`GET /links/${link.short}`)).body.data,
        destinations: ['https://bad.example/login'],
        destinations_now: ['https://bad.example/login'],
        microsite: null,
        owner: { id: account.userId, email: account.email, name: '', blocked_at: null },
        closed_at: null,
        outcome: null,
        closed_by: null,
        note: null,
      })
      expect((await root.call('GET /administration/overview')).body.data.open_reports).toBe(1)
    })

    test('a report records where the link led then, whatever its owner changes afterwards', async () => {
      const link = await account.link({ long_url: 'https://bad.example/before' })
      await post({ address: link.short_url, reason: 'phishing' })
      const body = { long_url: 'https://good.example/' }
      await account.call(`PUT /links/${link.short}`, { body })
      expect(await about(link.id)).toMatchObject([
        { destinations: ['https://bad.example/before'], destinations_now: ['https://good.example/'] },
      ])
    })

    describe('a report records every place that the link led to', () => {
      const led = async (linkId: string) => {
        const [{ destinations, destinations_now }] = await about(linkId)
        return { destinations, destinations_now }
      }

      test('by its rules and once it had ended, after its owner has removed them', async () => {
        const link = await account.link({
          long_url: 'https://good.example/',
          rules: [
            { when: { country: ['ID'] }, to: [{ long_url: 'https://bad.example/bank' }] },
            { when: { device: ['mobile'] }, to: [{ long_url: 'https://good.example/' }] },
          ],
          ended_url: 'https://bad.example/ended',
        })
        await post({ address: link.short_url, reason: 'phishing' })
        const all = ['https://good.example/', 'https://bad.example/ended', 'https://bad.example/bank']
        expect(await led(link.id)).toEqual({ destinations: all, destinations_now: all })
        await account.call(`PUT /links/${link.short}`, { body: { rules: [], ended_url: '' } })
        expect(await led(link.id)).toEqual({
          destinations: all,
          destinations_now: ['https://good.example/'],
        })
        const [{ id }] = await about(link.id)
        const closed = await root.call(`POST /administration/reports/${id}/close`, {
          body: { action: 'dismiss' },
        })
        expect(closed.body.data.destinations).toEqual(all)
      })

      test('however many its rules have, so that none can be hidden behind others', async () => {
        const to = (rule: number) =>
          Array.from({ length: 10 }, (_, at) => ({ long_url: `https://good.example/${rule}/${at}` }))
        const rules = Array.from({ length: 50 }, (_, rule) => ({ to: to(rule) }))
        rules.at(-1)?.to.splice(9, 1, { long_url: 'https://bad.example/last' })
        const link = await account.link({ long_url: 'https://good.example/', rules })
        await post({ address: link.short_url, reason: 'phishing' })
        await account.call(`PUT /links/${link.short}`, { body: { rules: [] } })
        const { destinations } = await led(link.id)
        expect([destinations.length, destinations.at(-1)]).toEqual([501, 'https://bad.example/last'])
      })

      test("by its owner's choice for ended links of a whole domain, if it can end", async () => {
        const { id } = (await account.domain('ended.report.example')) as { id: string }
        const { call } = await signIn(instance, account)
        const choose = (ended_url: string | null) =>
          call(`PUT /domains/${id}/settings`, { body: { ended_url } })
        const ended_url = 'https://bad.example/of-domain'
        expect((await choose(ended_url)).status).toBe(200)
        const ends = await account.link({ domain_alias: 'ended.report.example', max_clicks: 1 })
        const stays = await account.link({ domain_alias: 'ended.report.example' })
        for (const { short_url: address } of [ends, stays]) await post({ address, reason: 'phishing' })
        await choose(null)
        expect(await led(ends.id)).toEqual({
          destinations: [ends.long_url, ended_url],
          destinations_now: [ends.long_url],
        })
        expect((await led(stays.id)).destinations).toEqual([stays.long_url])
      })

      test('and of a microsite, none', async () => {
        const site = await microsite(account)
        await post({ address: site.url, reason: 'spam' })
        expect((await reports('?limit=1')).data[0]).toMatchObject({
          microsite: { id: site.id },
          destinations: null,
          destinations_now: null,
        })
      })
    })

    test("is available in Indonesian, and can't be cached, framed or indexed", async () => {
      const { text, headers } = await instance.ask('GET /account/report', {
        headers: { 'accept-language': 'id' },
      })
      expect(text).toContain('Laporkan tautan')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('x-robots-tag')).toBe('noindex')
      expect(headers.get('cache-control')).toContain('no-store')
    })

    test('accepts addresses as people paste them: without scheme, as a code, with + or a query, on a custom domain', async () => {
      await account.domain('go.report.example')
      const link = await account.link()
      const elsewhere = await account.link({ domain_alias: 'go.report.example' })
      const host = new URL(instance.url).host
      for (const address of [
        link.short,
        `/${link.short}`,
        `${host}/${link.short}`,
        `  ${link.short_url}+ `,
        `${link.short_url}?qr`,
        `${link.short_url}#top`,
      ]) {
        const { text } = await stranger().open(path(address))
        expect(text).toContain(`value="${link.short_url}"`)
      }
      const { text } = await stranger().open(path(`https://GO.report.example/${elsewhere.short}`))
      expect(text).toContain(`value="${elsewhere.short_url}"`)
    })

    test('a microsite can be reported too, by its address or by one below it', async () => {
      const site = await microsite(account)
      await post({ address: `${site.url}/cmp_x`, reason: 'spam' })
      const found = (await reports('?limit=100')).data.find(
        ({ microsite }: { microsite: { id: string } | null }) => microsite?.id === site.id,
      )
      expect(found).toMatchObject({ reason: 'spam', details: '', email: null, link: null })
    })

    test('one report per link and address is open at a time, even for concurrent requests', async () => {
      const link = await account.link()
      const browser = stranger()
      const fields = { address: link.short_url, reason: 'spam' }
      const sent = await Promise.all([1, 2, 3, 4].map(() => post(fields, browser)))
      expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await about(link.id)).toHaveLength(1)
      await post(fields)
      expect(await about(link.id)).toHaveLength(2)
    })

    test('reports can be listed by owner, and for an unknown owner there are none', async () => {
      const owner = await instance.account()
      const link = await owner.link()
      await post({ address: link.short_url, reason: 'other' })
      const { data, total } = await reports(`?owner=${owner.userId}`)
      expect([data.length, total, data[0].link.id]).toEqual([1, 1, link.id])
      expect((await reports(`?owner=${owner.userId}&status=closed`)).total).toBe(0)
      expect((await reports(`?owner=usr_${'0'.repeat(26)}`)).total).toBe(0)
      expect((await root.call('GET /administration/reports?owner=%00')).status).toBe(400)
    })

    describe('refuses', () => {
      test("addresses that aren't ours, naming the field, and stores nothing", async () => {
        const link = await account.link()
        const archived = await account.link()
        await account.call(`DELETE /links/${archived.short}`)
        const draft = await microsite(account, { draft: true })
        const { total } = await reports()
        for (const address of [
          '',
          'nothing-here',
          `https://elsewhere.example/${link.short}`,
          archived.short_url,
          draft.url,
          `${instance.url}/`,
          'javascript:alert(1)',
          'http://[',
          `${link.short_url}${'x'.repeat(3000)}`,
          '\0',
        ]) {
          const answer = await post({ address, reason: 'spam' })
          expect([address.slice(0, 60), answer.status]).toEqual([address.slice(0, 60), 422])
          expect(answer.text).toContain('id="address-wrong"')
        }
        expect((await reports()).total).toBe(total)
      })

      test('an unknown reason, more than 1,000 characters, and an invalid e-mail', async () => {
        const { short_url: address } = await account.link()
        const { total } = await reports()
        const wrong: [field: string, fields: Record<string, string>][] = [
          ['reason', { reason: '' }],
          ['reason', { reason: 'because' }],
          ['details', { details: 'x'.repeat(1001) }],
          ['details', { details: 'a\0b' }],
          ['email', { email: 'nobody' }],
          ['email', { email: `${'x'.repeat(250)}@example.com` }],
        ]
        for (const [field, fields] of wrong) {
          const answer = await post({ address, reason: 'spam', ...fields })
          expect(answer.status).toBe(422)
          expect(answer.text).toContain(`id="${field}-wrong"`)
          expect(answer.text).toContain(`value="${address}"`)
        }
        expect((await reports()).total).toBe(total)
        await post({ address, reason: 'other', details: `${'x'.repeat(999)}\r\n` })
        expect((await reports()).total).toBe(total + 1)
      })

      test('to show a pasted address: nothing of it is on the page', async () => {
        for (const address of [
          'Call 0800-SCAM now',
          '"><script>alert(1)</script>',
          'https://evil.example/x',
        ]) {
          const { text } = await stranger().open(path(address))
          expect(text).not.toMatch(/SCAM|alert\(1\)|evil\.example/)
        }
        const answer = await post({
          address: '"><script>alert(1)</script>',
          reason: '',
          details: '</textarea><script>alert(2)</script>',
          email: '"><img src=x>',
        })
        expect(answer.text).not.toMatch(/<script|<img/)
      })

      test("another site's form, and more than five in a minute or thirty in a day from one address", async () => {
        const { short_url: address } = await account.link()
        const foreign = await stranger().post(
          '/account/report',
          { address, reason: 'spam' },
          { origin: 'https://evil.example' },
        )
        expect(foreign.status).toBe(403)
        // All of it on one day: on the next day, addresses get new pseudonyms.
        const left = 86_400 - (instance.clock.unix() % 86_400)
        if (left < 20 * 60) await instance.clock.advance(left * 1000)
        const browser = stranger()
        const statuses: number[] = []
        for (let round = 0; round < 6; round++)
          statuses.push((await post({ address, reason: 'spam' }, browser)).status)
        expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
        let refused = 0
        for (let sent = 0; sent < 35 && refused === 0; sent++) {
          if (sent % 5 === 0) await instance.clock.advance(61_000)
          const other = await account.link()
          if ((await post({ address: other.short_url, reason: 'spam' }, browser)).status === 429)
            refused = sent
        }
        expect(refused).toBeGreaterThan(20)
        expect(refused).toBeLessThanOrEqual(30)
      })

      test('to fill the list: a link has at most twenty open reports', async () => {
        const link = await account.link()
        for (let sent = 0; sent < 22; sent++)
          expect((await post({ address: link.short, reason: 'spam' })).status).toBe(200)
        expect(await about(link.id)).toHaveLength(20)
      })
    })

    test('neither the owner nor anyone but administrators learns of reports', async () => {
      const { call } = await signIn(instance, account)
      const [report] = (await reports()).data
      for (const what of [
        'GET /administration/reports',
        `POST /administration/reports/${report.id}/close`,
        `POST /administration/links/${report.link.id}/block`,
        `POST /administration/links/${report.link.id}/unblock`,
        'POST /administration/microsites/mic_x/block',
        'POST /administration/microsites/mic_x/unblock',
      ]) {
        const body = what.startsWith('GET') ? undefined : { action: 'dismiss', reason: 'no' }
        expect(outcome(await call(what, { body }))).toEqual([403, 'forbidden'])
      }
      expect((await reports()).data[0].closed_at).toBeNull()
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)
