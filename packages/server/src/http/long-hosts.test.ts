// Hosts longer than DNS allows: refused wherever an address is written, and cheap to check if one is already stored.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DashboardCall, signIn } from '../../../../test/accounts/sign-in.ts'
import { type Account, type Answer, onOneEngine } from '../../../../test/instance.ts'
import { cpuSecondsOf } from '../../../../test/machine/cpu-time.ts'
import { componentsOf, microsite } from '../../../../test/microsites.ts'
import { runStatement } from '../../../../test/servers/statements.ts'

const folder = mkdtempSync(join(tmpdir(), 'linnet-hosts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const list = join(folder, 'hosts.txt')
function writeList(hosts: string[], secondsAgo: number): void {
  const filler = Array.from({ length: 20 }, (_, at) => `filler-${at}.example`)
  writeFileSync(list, [...hosts, ...filler].join('\n'))
  const written = new Date(Date.now() - secondsAgo * 1000)
  utimesSync(list, written, written)
}
writeList(['bad.example'], 3600)

const application = { name: 'A', type: 'public', scopes: ['links:read'] }

const label = 'a'.repeat(63)
/** The longest possible host: 253 characters, in labels of at most 63. */
const longest = `${label}.${label}.${label}.${'a'.repeat(53)}.example`
const tooLong = {
  'of 254 characters': `${label}.${label}.${label}.${'a'.repeat(54)}.example`,
  'with a label of 64 characters': `${label}a.example`,
  'of 254 characters and a dot': `${label}.${label}.${label}.${'a'.repeat(54)}.example.`,
  'of thousands of dots': `${'.'.repeat(1800)}example`,
  'of thousands of labels': `${'a.'.repeat(900)}example`,
  'that ends in thousands of dots': `example${'.'.repeat(1800)}`,
}

onOneEngine(
  'a host that is too long',
  (instance) => {
    let account: Account
    let call: DashboardCall
    let slug: string
    beforeAll(async () => {
      account = await instance.account()
      call = (await signIn(instance, account)).call
      slug = (await microsite(account)).slug
      await account.link({ custom_slug: 'launch' })
      await instance.clock.advance(10_000)
    })

    /** Every request with an address, and its field. */
    const writers: [what: string, field: string, write: (url: string) => Promise<Answer>][] = [
      ['a link', 'long_url', (long_url) => account.call('POST /links', { body: { long_url } })],
      ['a changed link', 'long_url', (long_url) => account.call('PUT /links/launch', { body: { long_url } })],
      ['the logo of a QR code', 'logo', (logo) => account.call('PUT /qr', { body: { logo } })],
      ['a shop item', 'href', (href) => call('POST /shop-items', { body: { title: 'A', href } })],
      [
        'a webhook',
        'url',
        (url) =>
          account.call('POST /integrations/automation/webhook/subscribe', {
            body: { url, events: ['link.created'] },
          }),
      ],
      [
        'an application',
        'redirect_uris.0',
        (uri) => call('POST /apps', { body: { ...application, redirect_uris: [uri] } }),
      ],
      ...(
        [
          ['LINK', 'href', (href) => ({ href })],
          ['HORIZONTAL_LINK', 'links.0.url', (url) => ({ links: [{ url }] })],
          ['IMAGE', 'href', (href) => ({ href })],
          ['IMAGE_SLIDE', 'slides.0.href', (href) => ({ slides: [{ image: '/assets/a.webp', href }] })],
          ['MEDIA', 'url', (url) => ({ url })],
          ['AUTOPLAY_MUSIC', 'url', (url) => ({ url })],
          ['CONTACT', 'website', (website) => ({ website })],
        ] as [string, string, (url: string) => object][]
      ).map(
        ([kind, field, data]) =>
          [
            kind,
            `data.${field}`,
            (url: string) => componentsOf(account, slug).create(kind, data(url)),
          ] as (typeof writers)[number],
      ),
    ]

    test.each(writers)('is refused in %s', async (_what, field, write) => {
      for (const [what, host] of Object.entries(tooLong)) {
        const { status, body } = await write(`https://${host}/`)
        const [detail] = body.error?.details ?? []
        expect([what, status, detail?.path]).toStrictEqual([what, 422, field])
        expect(detail.message).toBe(
          'must have a host of at most 253 characters, with at most 63 between dots',
        )
      }
    })

    test('is refused in bulk requests, and the other links are created', async () => {
      const links = [...Object.values(tooLong), longest].map((host) => ({ long_url: `https://${host}/` }))
      const { body } = await account.call('POST /links/bulk', { body: { links } })
      expect(body.data).toMatchObject({ success: 1, failed: links.length - 1 })
      expect(body.data.items.at(-1).data.long_url).toBe(`https://${longest}/`)
    })

    test('fails its row of an import, with the reason', async () => {
      const file = join(folder, `links-${instance.engine}.csv`)
      const report = join(folder, `report-${instance.engine}.csv`)
      const rows = Object.values(tooLong).map((host, at) => `long-${at},https://${host}/,0`)
      writeFileSync(file, ['code,url,clicks', ...rows, 'long-fine,https://example.com/,0'].join('\n'))
      const told = await instance.command('import', file, '--email', account.email, '--report', report)
      expect(told).toMatchObject({ created: 1, refused: rows.length, reasons: { destination: rows.length } })
      expect(await Bun.file(report).text()).toContain('must have a host of at most 253 characters')
    })

    test('is not one of 253 characters, with or without the trailing dot', async () => {
      for (const host of [longest, `${longest}.`, `${label}.example`, '[2001:db8::1]'])
        expect((await account.call('POST /links', { body: { long_url: `http://${host}/` } })).status).toBe(
          200,
        )
    })

    // These used to block the main thread for seconds to minutes.
    describe('takes little time', () => {
      const most = 1_000_000
      // CPU time for all requests of a test.
      const mostSeconds = 2

      test.each([
        ['letters beyond ASCII', `http://${'ü.'.repeat(most / 3)}`],
        ['dots', `http://${'.'.repeat(most)}a`],
        ['users', `http://${'a@'.repeat(most / 2)}b`],
        ['percent signs', `http://${'%61.'.repeat(most / 4)}`],
      ])('in a megabyte of %s, because it is refused for its length', async (_what, url) => {
        const seconds = await cpuSecondsOf(async () => {
          for (const [, field, write] of writers) {
            const { status, body } = await write(url)
            expect([status, body.error.details[0].path]).toStrictEqual([422, field])
          }
        })
        expect(seconds).toBeLessThan(mostSeconds)
      })

      const stored = (host: string) => `https://${host}/`
      const hosts: [what: string, host: string][] = [
        ['dots in front of it', `${'.'.repeat(400_000)}bad.example`],
        ['dots within it', `a${'.'.repeat(400_000)}bad.example`],
        ['dots after it', `bad.example${'.'.repeat(400_000)}`],
        ['labels in front of it', `${'a.'.repeat(200_000)}bad.example`],
      ]
      test.each(hosts)(
        'if it is already stored with hundreds of thousands of %s, and its end is still checked',
        async (_what, host) => {
          const { id, short } = await account.link()
          const { id: componentId } = await componentsOf(account, slug).add('LINK', { value: 'Shop' })
          const hold = (what: string) => runStatement(instance.database, `update ${what}`)
          await hold(`links set long_url = '${stored(host)}' where public_id = '${id}'`)
          await hold(`components set data = '{"href":"${stored(host)}"}' where public_id = '${componentId}'`)
          const seconds = await cpuSecondsOf(async () => {
            expect((await instance.visit(`/${short}`)).status).toBe(410)
            for (let tap = 0; tap < 20; tap++)
              expect((await instance.visit(`/${slug}/${componentId}`)).status).toBe(410)
          })
          expect(seconds).toBeLessThan(mostSeconds)
          await componentsOf(account, slug).remove(componentId)
        },
      )
    })

    test('cached findings about a destination are dropped when the lists change', async () => {
      const { id } = await componentsOf(account, slug).add('LINK', { href: 'https://later.example/' })
      const tap = async () => (await instance.visit(`/${slug}/${id}`)).status
      const look = () => instance.clock.advance(10_000)
      expect([await tap(), await tap()]).toStrictEqual([302, 302])
      writeList(['bad.example', 'later.example'], 1800)
      await look()
      expect([await tap(), await tap()]).toStrictEqual([410, 410])
      writeList(['bad.example'], 900)
      await look()
      expect([await tap(), await tap()]).toStrictEqual([302, 302])
      writeList(['bad.example'], 3600)
      await look()
    })
  },
  { BLOCKED_HOSTS_FILES: list },
)
