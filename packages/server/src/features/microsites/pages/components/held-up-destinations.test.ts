// No kind of component bypasses the destination checks: if a block list, a look-alike or a new account is involved, the page
// contains the destination nowhere that a browser would go, whichever field holds it.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ComponentKind, componentData, componentKinds } from '@linnet/contract'
import type { z } from 'zod'
import { type DashboardCall, signIn } from '../../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../../test/instance.ts'
import { componentsOf, microsite, outcome } from '../../../../../../../test/microsites.ts'
import { runStatement } from '../../../../../../../test/servers/statements.ts'

const folder = mkdtempSync(join(tmpdir(), 'linnet-held-up-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const list = join(folder, 'hosts.txt')
let written = 0
function writeList(...hosts: string[]): void {
  const filler = Array.from({ length: 20 }, (_, at) => `filler-${at}.example`)
  writeFileSync(list, [...hosts, ...filler].join('\n'))
  const modified = new Date(Date.now() - 3_600_000 + ++written * 1000)
  utimesSync(list, modified, modified)
}
writeList()

/** A value for a field, by its schema alone: the address wherever allowed, in a sentence where text is allowed. */
function valueFor(schema: z.ZodType, address: string): unknown {
  const { def } = schema as unknown as {
    def: {
      type: string
      innerType: z.ZodType
      element: z.ZodType
      shape: z.ZodRawShape
      options: z.ZodType[]
    }
  }
  if (def.type === 'optional') return valueFor(def.innerType, address)
  if (def.type === 'object') return fieldsFor(def.shape, address)
  if (def.type === 'array') return [valueFor(def.element, address)]
  if (def.type === 'union') return valueFor(def.options[0] as z.ZodType, address)
  if (def.type === 'boolean') return false
  const values = [
    ...[`See ${address} now`, address, 2_000_000_000, 5],
    ...['/images/a.webp', '#b32c43', '2026-12-24T18:00:00', 'Asia/Jakarta'],
  ]
  return values.find((value) => schema.safeParse(value).success)
}

const fieldsFor = (shape: z.ZodRawShape, address: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([name]) => !/^password/.test(name))
      .map(([name, schema]) => [name, valueFor(schema as z.ZodType, address)]),
  )

/** Everything in a page that makes a browser go or load somewhere, or names other places to machines. */
const reaches = (html: string): string[] => [
  ...[...html.matchAll(/\s(?:href|src|srcset|action|poster|data-embed|data-tap)="([^"]*)"/g)].map(
    ([, value]) => value as string,
  ),
  ...[...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].flatMap(([, json]) => {
    const { sameAs = [] } = JSON.parse(json as string).mainEntity
    return sameAs as string[]
  }),
]

const hostOf = (location: string | null) => URL.parse(location ?? '')?.hostname

// The kinds that lead to an address from their owner.
const leading = 'LINK HORIZONTAL_LINK TEXT IMAGE IMAGE_SLIDE MEDIA AUTOPLAY_MUSIC CONTACT'.split(' ')
const shop = ['SHOP_LISTING', 'SHOP_ITEM', 'SHOP_LEADERBOARD']

onEachEngine(
  'a checked destination',
  (instance) => {
    let account: Account
    let call: DashboardCall
    beforeAll(async () => {
      account = await instance.account()
      call = (await signIn(instance, account)).call
    })
    const look = () => instance.clock.advance(10_000)

    /** A page with one component that has the address in each of its fields, and the destinations of that page. */
    async function pageOf(kind: ComponentKind, address: string) {
      const { slug } = await microsite(account)
      const item = { title: 'Mug', href: address }
      const made = shop.includes(kind) ? await call('POST /shop-items', { body: item }) : null
      const data = fieldsFor(componentData[kind].shape, address)
      if (made) Object.assign(data, { shopItemId: made.body.data.id, shopItemIds: [made.body.data.id] })
      const { id } = await componentsOf(account, slug).add(kind, data)
      const read = async () => {
        const { text, headers } = await instance.visit(`/${slug}`)
        return { reached: reaches(text), policy: headers.get('content-security-policy') }
      }
      return { slug: slug as string, at: `/${slug}/${id}`, read }
    }

    test('is in the fields of every kind that has destinations', () => {
      for (const kind of componentKinds) {
        const named = JSON.stringify(fieldsFor(componentData[kind].shape, 'https://a.example/')).includes(
          'https://a.example/',
        )
        const names = leading.includes(kind) || kind === 'SHOP_LISTING' || kind === 'PROFILE'
        if (names) expect([kind, named]).toEqual([kind, true])
      }
    })

    describe.each(componentKinds)('in %s', (kind) => {
      const leads = leading.includes(kind) || shop.includes(kind)

      test('that is put on a block list later is in no address of the page, and not reachable through one', async () => {
        const host = `later-${kind.toLowerCase().replaceAll('_', '-')}.example`
        writeList()
        await look()
        const { at, read } = await pageOf(kind, `https://${host}/song.mp3`)
        const before = (await read()).reached.filter((address) => address.startsWith(at))
        const free = await Promise.all(before.map((address) => instance.visit(address)))
        const locations = free.flatMap(({ headers }) => headers.get('location') ?? [])
        // A player and untapped shop items are exceptions.
        if (leads && kind !== 'AUTOPLAY_MUSIC' && kind !== 'MEDIA')
          expect(locations).toContain(`https://${host}/song.mp3`)
        writeList(host)
        await look()
        const { reached, policy } = await read()
        expect(reached.filter((address) => address.includes(host))).toEqual([])
        expect(policy).not.toContain(host)
        const own = reached.filter((address) => address.startsWith(at))
        const answers = await Promise.all(own.map((address) => instance.visit(address)))
        for (const { headers, text } of answers) {
          expect(hostOf(headers.get('location'))).not.toBe(host)
          if (headers.get('content-type')?.startsWith('text/vcard')) expect(text).not.toContain('\nURL:')
        }
        if (leads) expect(answers.map(({ status }) => status)).toContain(410)
      })

      test('that looks like another host is in none either, and is shown first', async () => {
        const { at, read } = await pageOf(kind, 'https://paypa1.com/song.mp3')
        const { reached, policy } = await read()
        expect(reached.filter((address) => address.includes('paypa1.com'))).toEqual([])
        expect(policy).not.toContain('paypa1.com')
        const own = reached.filter((address) => address.startsWith(at))
        const answers = await Promise.all(own.map((address) => instance.visit(address)))
        for (const { headers } of answers) expect(hostOf(headers.get('location'))).not.toBe('paypa1.com')
        const cautions = answers.filter(({ status, text }) => status === 200 && text.includes('paypa1.com'))
        if (leads) expect(cautions.length).toBeGreaterThan(0)
      })
    })

    describe('in a text', () => {
      const content =
        'Title\n\nRead https://one.example/ and\r\nhttps://late.example/a, or write to ana@example.com!'

      test("is refused when it is saved, with the list's name", async () => {
        writeList('bad.example')
        await look()
        const { slug } = await microsite(account)
        const components = componentsOf(account, slug)
        const bad = { content: 'Fine https://fine.example/, not (https://login.bad.example/x).' }
        expect(outcome(await components.create('TEXT', bad))).toEqual([
          422,
          'validation_failed',
          'data.content',
        ])
        const { id } = await components.add('TEXT', { content: 'Nothing yet' })
        expect(outcome(await components.update(id, 'TEXT', bad))).toEqual([
          422,
          'validation_failed',
          'data.content',
        ])
        expect((await components.create('TEXT', { content: 'bad.example is a host' })).status).toBe(200)
      })

      test('gets an address below its component for each link, whose taps are counted', async () => {
        const { slug } = await microsite(account)
        const { id } = await componentsOf(account, slug).add('TEXT', { content })
        const at = `/${slug}/${id}`
        const { text } = await instance.visit(`/${slug}`)
        expect(text).toContain(`<a href="${at}/0" rel="nofollow noopener">https://one.example/</a>`)
        expect(text).toContain(`<a href="${at}/1" rel="nofollow noopener">https://late.example/a</a>`)
        expect(text).toContain(`<a href="mailto:ana@example.com" data-tap="${at}/2">`)
        const to = async (part: string) => (await instance.visit(at + part)).headers.get('location')
        expect([await to('/0'), await to('/1')]).toEqual(['https://one.example/', 'https://late.example/a'])
        for (const part of ['', '/3', '/00', '/-1', '/length'])
          expect((await instance.visit(at + part)).status).toBe(404)
        const told = await instance.ask(`POST ${at}/2`, {
          body: '',
          headers: { 'content-type': 'text/plain' },
        })
        expect(told.status).toBe(204)
        const { body } = await call(`GET /microsites/${slug}/statistics`)
        expect(body.data.components).toMatchObject([{ id, taps: 3 }])
      })

      test('with a user name before its host, or a host that is too long, is plain text', async () => {
        const { slug } = await microsite(account)
        const odd = `https://google.com@evil.example/ http://${'a.'.repeat(200)}example/ https://ok.example/`
        const { id } = await componentsOf(account, slug).add('TEXT', { content: odd })
        const { text } = await instance.visit(`/${slug}`)
        expect(text).toContain('https://google.com@evil.example/')
        expect(reaches(text).filter((address) => address.startsWith(`/${slug}/${id}`))).toEqual([
          `/${slug}/${id}/0`,
        ])
      })

      test('behind a password redirects visitors who have unlocked it, and no one else', async () => {
        const { slug } = await microsite(account)
        const components = componentsOf(account, slug)
        const { id } = await components.add('TEXT')
        await components.update(id, 'TEXT', { content, password: 'sesame' })
        expect((await instance.visit(`/${slug}/${id}/0`)).status).toBe(403)
        const form = new URLSearchParams({ password: 'sesame' })
        const { text } = await instance.ask(`POST /${slug}/${id}`, { body: form })
        const [address = ''] = reaches(text).filter((one) => one.startsWith(`/${slug}/${id}/0?key=`))
        expect((await instance.visit(address)).headers.get('location')).toBe('https://one.example/')
      })

      test('of a new account is shown first, and in no metadata, until it is a day old', async () => {
        const newcomer = await instance.account()
        const { slug } = await microsite(newcomer)
        const components = componentsOf(newcomer, slug)
        const text = await components.add('TEXT', { content: 'See https://new.example/me' })
        const row = await components.add('HORIZONTAL_LINK', { links: [{ url: 'https://new.example/me' }] })
        await components.add('AUTOPLAY_MUSIC', { url: 'https://new.example/song.mp3' })
        await runStatement(
          instance.database,
          `update users set trusted_at = null where public_id = '${newcomer.userId}'`,
        )
        await components.add('DIVIDER')
        const page = await instance.visit(`/${slug}`)
        expect(reaches(page.text).filter((address) => address.includes('new.example'))).toEqual([
          'https://new.example/song.mp3',
        ])
        for (const at of [`/${slug}/${text.id}/0`, `/${slug}/${row.id}/0`]) {
          const shown = await instance.visit(at)
          expect([shown.status, shown.headers.get('location')]).toEqual([200, null])
          expect(shown.text).toContain('new.example')
          const onward = await instance.ask(`POST ${at}`, { body: new URLSearchParams({ onward: 'yes' }) })
          expect([onward.status, onward.headers.get('location')]).toEqual([303, 'https://new.example/me'])
        }
        await instance.clock.advance(24 * 60 * 60_000)
        expect((await instance.visit(`/${slug}/${text.id}/0`)).status).toBe(302)
        expect(reaches((await instance.visit(`/${slug}`)).text)).toContain('https://new.example/me')
      })
    })
  },
  { BLOCKED_HOSTS_FILES: list, SIGNUPS: 'open' },
)
