// Block lists from files: new links to listed hosts are refused, and existing ones are hidden from visitors.
import { beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { password, type SignedIn, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite, outcome } from '../../../../../../test/microsites.ts'

const file = join(mkdtempSync(join(tmpdir(), 'lists-')), 'hosts.txt')
let written = 0
const base = [
  'bad.example',
  '192.0.2.0/24',
  '2001:db8::/32',
  ...Array.from({ length: 20 }, (_, at) => `filler-${at}.example`),
]
/** Writes the list, by default with a modification time an hour ago, a second later in each call. */
function write(
  lines: readonly string[],
  modified = new Date(Date.now() - 3_600_000 + ++written * 1000),
): void {
  writeFileSync(file, lines.join('\n'))
  utimesSync(file, modified, modified)
}
write(base)

onEachEngine(
  'a block list',
  (instance) => {
    let account: Account
    let root: SignedIn
    beforeAll(async () => {
      write(base)
      account = await instance.account()
      const email = 'root@example.com'
      await instance.command('user', 'create', '--email', email, '--password', password, '--admin')
      root = await signIn(instance, { email })
      await look()
    })
    const look = () => instance.clock.advance(10_000)
    const read = async ({ id }: { id: string }) => (await account.call(`GET /links/${id}`)).body.data
    const create = (long_url: string) => account.call('POST /links', { body: { long_url } })

    describe('refuses', () => {
      test.each([
        'https://bad.example/',
        'https://BAD.example./login',
        'https://login.secure.bad.example:8443/?a=b',
        'https://b%61d.example/',
        'http://192.0.2.9/',
        'http://3221225993/',
        'http://0300.0.02.011/',
        'http://[::ffff:192.0.2.9]/',
      ])('a link to %s', async (address) => {
        expect(outcome(await create(address))).toEqual([422, 'validation_failed', 'long_url'])
      })

      test('with the reason, and what to do if it is a mistake', async () => {
        const [{ message }] = (await create('https://a.bad.example/')).body.error.details
        expect(message).toBe(
          'must not lead to bad.example, which is on a block list of this service. If this is a mistake, contact the operator of this service.',
        )
      })

      test.each([
        ['https://a.bad.example/', 'bad.example'],
        ['http://192.0.2.9/', '192.0.2.0/24'],
        ['http://[2001:db8:9::1]/', '2001:db8::/32'],
      ])("%s, naming the list's entry: %s", async (address, entry) => {
        const [{ message }] = (await create(address)).body.error.details
        expect(message).toStartWith(`must not lead to ${entry}, which is on a block list`)
      })

      test('a link whose destination is changed, and keeps its old one', async () => {
        const link = await account.link()
        const body = { long_url: 'https://bad.example/' }
        expect((await account.call(`PUT /links/${link.id}`, { body })).status).toBe(422)
        expect((await read(link)).long_url).toBe(link.long_url)
      })

      test('single items of a bulk request', async () => {
        const body = { links: [{ long_url: 'https://ok.example/' }, { long_url: 'https://bad.example/' }] }
        const { data } = (await account.call('POST /links/bulk', { body })).body
        expect(data.items.map(({ error }: { error?: string }) => error)).toEqual([
          undefined,
          'validation_failed',
        ])
      })

      test('links of a microsite, wherever they are', async () => {
        const { slug } = await microsite(account)
        const components = componentsOf(account, slug)
        const links = [{ value: 'x', url: 'https://bad.example/' }]
        expect(outcome(await components.create('HORIZONTAL_LINK', { links }))).toEqual([
          422,
          'validation_failed',
          'data.links.0.url',
        ])
        const made = await components.add('LINK', { href: 'https://ok.example/' })
        expect((await components.update(made.id, 'LINK', { href: 'https://bad.example/' })).status).toBe(422)
      })

      test('a webhook', async () => {
        const body = { url: 'https://bad.example/hook' }
        expect(
          outcome(await root.call('POST /webhooks', { body: { ...body, events: ['link.created'] } })),
        ).toEqual([422, 'validation_failed', 'url'])
      })
    })

    describe('that names the host of an existing link', () => {
      test('hides it from visitors, notifies its owner, and shows it again afterwards', async () => {
        const link = await account.link({ long_url: 'https://www.later.example/' })
        const other = await account.link({ long_url: 'https://sooner.example/' })
        expect((await instance.visit(`/${link.short}`)).status).toBe(302)
        write([...base, 'later.example'])
        await look()
        const visit = await instance.visit(`/${link.short}`)
        expect([visit.status, visit.headers.get('location')]).toEqual([410, null])
        expect((await instance.visit(`/${link.short}+`)).status).toBe(410)
        expect((await instance.visit(`/${other.short}`)).status).toBe(302)
        const { blocked_at, blocked_reason, status } = await read(link)
        expect([typeof blocked_at, blocked_reason, status]).toEqual([
          'number',
          'later.example is on a block list of this service.',
          'active',
        ])
        write(base)
        await look()
        expect((await instance.visit(`/${link.short}`)).status).toBe(302)
        expect((await read(link)).blocked_at).toBeNull()
      })

      test('an administrator can vouch for it, until its destination changes', async () => {
        const link = await account.link({ long_url: 'https://mistaken.example/' })
        write([...base, 'mistaken.example', 'elsewhere.example'])
        await look()
        expect((await instance.visit(`/${link.short}`)).status).toBe(410)
        const lifted = await root.call(`POST /administration/links/${link.id}/unblock`)
        expect(lifted.body.data.blocked_at).toBeNull()
        expect((await instance.visit(`/${link.short}`)).status).toBe(302)
        write(base)
        await look()
        const body = { long_url: 'https://elsewhere.example/' }
        expect((await account.call(`PUT /links/${link.id}`, { body })).status).toBe(200)
        write([...base, 'mistaken.example', 'elsewhere.example'])
        await look()
        expect((await instance.visit(`/${link.short}`)).status).toBe(410)
        write(base)
        await look()
      })

      test('hides the taps of a microsite', async () => {
        const { slug } = await microsite(account)
        const { id } = await componentsOf(account, slug).add('LINK', { href: 'https://later.example/' })
        expect((await instance.visit(`/${slug}/${id}`)).status).toBe(302)
        write([...base, 'later.example'])
        await look()
        expect((await instance.visit(`/${slug}/${id}`)).status).toBe(410)
        const form = await instance.ask(`POST /${slug}/${id}`, {
          body: new URLSearchParams({ onward: 'yes' }),
        })
        expect(form.status).toBe(410)
        write(base)
        await look()
      })
    })

    describe('whose file', () => {
      const isKept = async () => {
        await look()
        return (await create('https://bad.example/')).status === 422
      }

      test('is missing, empty, or has just lost most of its hosts, keeps its last contents', async () => {
        rmSync(file)
        expect(await isKept()).toBe(true)
        write([])
        expect(await isKept()).toBe(true)
        write(['filler-1.example'], new Date(instance.clock.now() - 2000))
        expect(await isKept()).toBe(true)
        await instance.clock.advance(11 * 60_000)
        expect(await isKept()).toBe(false)
        write(base)
        expect(await isKept()).toBe(true)
      })
    })
  },
  { BLOCKED_HOSTS_FILES: file },
)
