// How owners are notified of blocks and appeal against them: once for each target, decided by administrators.
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { password, type SignedIn, signIn } from '../../../../../test/accounts/sign-in.ts'
import { formBrowser } from '../../../../../test/browser/form-browser.ts'
import { type Account, onEachEngine } from '../../../../../test/instance.ts'
import { microsite, outcome } from '../../../../../test/microsites.ts'

const file = join(mkdtempSync(join(tmpdir(), 'appeals-')), 'hosts.txt')
let written = 0
function write(lines: readonly string[]): void {
  const modified = new Date(Date.now() - 3_600_000 + ++written * 1000)
  writeFileSync(file, lines.join('\n'))
  utimesSync(file, modified, modified)
}
write(['bad.example'])
const nasty = 'It is <b>mine</b>.\r\nBcc: everybody@example.com'

onEachEngine(
  'appeals',
  (instance) => {
    let root: SignedIn
    let account: Account
    let owner: SignedIn
    beforeAll(async () => {
      const email = 'root@example.com'
      await instance.command('user', 'create', '--email', email, '--password', password, '--admin')
      root = await signIn(instance, { email })
    })
    beforeEach(async () => {
      account = await instance.account()
      owner = await signIn(instance, account)
    })
    const block = (kind: string, { id }: { id: string }, reason = 'It leads to a false bank.') =>
      root.call(`POST /administration/${kind}/${id}/block`, { body: { reason } })
    const appeal = (about: string, { id }: { id: string }, message = 'It is my own bank.') =>
      owner.call('POST /appeals', { body: { about, id, message } })
    const decide = ({ id }: { id: string }, body: unknown) =>
      root.call(`POST /administration/appeals/${id}/decide`, { body })
    const openAppeals = async () => (await root.call('GET /administration/overview')).body.data.open_appeals
    const messagesToOwner = () => instance.messages.filter(({ to }) => to === account.email)

    test('the owner of a blocked link or page is notified by e-mail, once, with the reason', async () => {
      const link = await account.link()
      await block('links', link)
      await block('links', link)
      const page = await microsite(account)
      await block('microsites', page, 'It is spam.')
      expect(messagesToOwner().map(({ subject }) => subject)).toEqual([
        'Your link was blocked',
        'Your microsite was blocked',
      ])
      const [first] = messagesToOwner()
      expect(first?.text).toContain(link.short_url)
      expect(first?.text).toContain('Reason: It leads to a false bank.')
      expect(first?.text).toContain(`${instance.url}/dashboard/links`)
    })

    test('a granted appeal lifts the block, and its owner is notified', async () => {
      for (const [about, kind, thing] of [
        ['link', 'links', await account.link()],
        ['microsite', 'microsites', await microsite(account)],
      ] as const) {
        await block(kind, thing)
        const sent = (await appeal(about, thing)).body.data
        expect(sent).toMatchObject({ about, thing_id: thing.id, outcome: null, decided_at: null })
        const listed = (await root.call('GET /administration/appeals')).body.data[0]
        expect(await openAppeals()).toBe(1)
        expect(listed).toMatchObject({
          id: sent.id,
          message: 'It is my own bank.',
          owner: { email: account.email },
        })
        const decided = await decide(sent, { outcome: 'lifted', answer: 'You are right.' })
        expect(decided.body.data[about].blocked_at).toBeNull()
        expect(await openAppeals()).toBe(0)
        expect((await instance.visit(new URL(thing.short_url ?? thing.url).pathname)).status).not.toBe(410)
        expect(instance.messageTo(account.email).text).toContain('You are right.')
        expect((await owner.call(`GET /appeals?id=${thing.id}`)).body.data).toMatchObject([
          { id: sent.id, outcome: 'lifted', answer: 'You are right.' },
        ])
      }
    })

    test('a rejected appeal needs an answer, and keeps the block', async () => {
      const link = await account.link()
      await block('links', link)
      const { data } = (await appeal('link', link)).body
      expect(outcome(await decide(data, { outcome: 'upheld' }))).toEqual([422, 'validation_failed', 'answer'])
      expect((await decide(data, { outcome: 'upheld', answer: 'It is not.' })).status).toBe(200)
      expect(outcome(await decide(data, { outcome: 'lifted' }))).toEqual([404, 'not_found'])
      expect((await instance.visit(`/${link.short}`)).status).toBe(410)
      expect(instance.messageTo(account.email).subject).toBe('Your appeal was rejected')
    })

    describe('an appeal shows administrators every place that the link led to', () => {
      const good = 'https://good.example/'
      const ruleTo = (long_url: string) => ({ when: { country: ['ID'] }, to: [{ long_url }] })
      const change = ({ short }: { short: string }, rules: unknown[]) =>
        account.call(`PUT /links/${short}`, { body: { rules } })
      const listed = async () => {
        const { destinations, destinations_now } = (await root.call('GET /administration/appeals')).body
          .data[0]
        return { destinations, destinations_now }
      }

      test('when it was blocked, although its owner has removed the rule before appealing', async () => {
        const link = await account.link({ long_url: good, rules: [ruleTo('https://thief.example/')] })
        await block('links', link)
        await change(link, [])
        const { data } = (await appeal('link', link)).body
        expect(data).not.toHaveProperty('destinations')
        const evidence = { destinations: [good, 'https://thief.example/'], destinations_now: [good] }
        expect(await listed()).toEqual(evidence)
        const decided = await decide(data, { outcome: 'lifted' })
        expect(decided.body.data).toMatchObject(evidence)
        await block('links', link)
        await appeal('link', link)
        expect(await listed()).toEqual({ destinations: [good], destinations_now: [good] })
      })

      test('and when it was reported for that, although the rule was removed before the block', async () => {
        const report = async ({ short_url }: { short_url: string }, action: 'dismiss' | 'block') => {
          const sent = await formBrowser(instance).post('/account/report', {
            address: short_url,
            reason: 'phishing',
          })
          expect(sent.status).toBe(200)
          await instance.clock.advance(61_000)
          const { data } = (await root.call(`GET /administration/reports?owner=${account.userId}`)).body
          return () => root.call(`POST /administration/reports/${data[0].id}/close`, { body: { action } })
        }
        const link = await account.link({ long_url: good, rules: [ruleTo('https://never.example/')] })
        await (await report(link, 'dismiss'))()
        await change(link, [ruleTo('https://thief.example/')])
        const close = await report(link, 'block')
        await change(link, [])
        expect((await close()).status).toBe(200)
        await appeal('link', link)
        expect(await listed()).toEqual({
          destinations: [good, 'https://thief.example/'],
          destinations_now: [good],
        })
      })

      test('and none for a microsite', async () => {
        const page = await microsite(account)
        await block('microsites', page)
        await appeal('microsite', page)
        expect(await listed()).toEqual({ destinations: null, destinations_now: null })
      })
    })

    test('one appeal per target is open at a time, even for concurrent requests, and three are the limit', async () => {
      const link = await account.link()
      await block('links', link)
      const tries = await Promise.all(Array.from({ length: 5 }, () => appeal('link', link)))
      expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
      for (let time = 1; time < 3; time++) {
        const { data } = (await root.call('GET /administration/appeals')).body
        await decide(data[0], { outcome: 'upheld', answer: 'No.' })
        expect((await appeal('link', link)).status).toBe(200)
      }
      const { data } = (await root.call('GET /administration/appeals')).body
      await decide(data[0], { outcome: 'upheld', answer: 'No.' })
      expect(outcome(await appeal('link', link))).toEqual([403, 'forbidden'])
    })

    test('an account can send at most ten a day', async () => {
      const outcomes: number[] = []
      for (let at = 0; at < 11; at++) {
        const link = await account.link()
        await block('links', link)
        outcomes.push((await appeal('link', link)).status)
      }
      expect(outcomes).toEqual([...Array(10).fill(200), 429])
    })

    test("accounts can't appeal for others or without a block, nor read or decide like administrators", async () => {
      const other = await instance.account()
      const [theirs, mine] = [await other.link(), await account.link()]
      await block('links', theirs)
      expect(outcome(await appeal('link', theirs))).toEqual([404, 'not_found'])
      expect(outcome(await appeal('microsite', theirs))).toEqual([404, 'not_found'])
      expect(outcome(await owner.call(`GET /appeals?id=${theirs.id}`))).toEqual([404, 'not_found'])
      expect(outcome(await appeal('link', mine))).toEqual([403, 'forbidden'])
      for (const path of ['GET /administration/appeals', 'POST /administration/appeals/apl_x/decide'])
        expect(
          outcome(await owner.call(path, path.startsWith('POST') ? { body: { outcome: 'lifted' } } : {})),
        ).toEqual([403, 'forbidden'])
      const { short } = mine
      expect(
        (await account.call('POST /appeals', { body: { about: 'link', id: short, message: 'x' } })).status,
      ).toBe(404)
    })

    test('an empty or far too long message is refused; HTML in it stays text', async () => {
      const link = await account.link()
      await block('links', link, nasty)
      for (const message of ['', '   ', 'x'.repeat(1001), 'a\0b'])
        expect(outcome(await appeal('link', link, message))).toEqual([422, 'validation_failed', 'message'])
      expect((await appeal('link', link, nasty)).body.data.message).toBe(nasty)
      expect(instance.messageTo(account.email).to).toBe(account.email)
    })

    describe('the owner of a blocked account', () => {
      const tokenOf = () =>
        /\/account\/appeal\?token=\S+/.exec(instance.messageTo(account.email).text)?.[0] ?? ''
      const blockAccount = () => block('people', { id: account.userId }, '<script>alert(1)</script>')

      test('appeals by the link in the e-mail, which works once, and can sign in again', async () => {
        const link = await account.link()
        await blockAccount()
        const browser = formBrowser(instance)
        const page = await browser.open(tokenOf())
        expect(page.status).toBe(200)
        expect(page.text).toContain('&lt;script&gt;alert(1)')
        expect((await browser.send({ message: ' ' })).status).toBe(422)
        const sent = await browser.send({ message: nasty })
        expect(sent.text).toContain('Appeal sent')
        expect((await browser.open(tokenOf())).status).toBe(410)
        const { data } = (await root.call('GET /administration/appeals')).body
        expect(data[0]).toMatchObject({ about: 'account', link: null, owner: { email: account.email } })
        await decide(data[0], { outcome: 'lifted' })
        expect((await instance.visit(`/${link.short}`)).status).toBe(302)
        await signIn(instance, account)
      })

      test('has nothing to appeal once unblocked; no other token works', async () => {
        await blockAccount()
        const address = tokenOf()
        await root.call(`POST /administration/people/${account.userId}/unblock`)
        expect((await formBrowser(instance).open(address)).status).toBe(410)
        expect((await formBrowser(instance).open('/account/appeal?token=x')).status).toBe(410)
        expect(
          (await formBrowser(instance).post('/account/appeal', { token: 'x', message: 'y' })).status,
        ).toBe(410)
      })
    })

    test('the owner of a link on a block list is notified after a visit, in one e-mail a day, and can appeal', async () => {
      const [one, two, three] = [
        await account.link({ long_url: 'https://one.example/' }),
        await account.link({ long_url: 'https://two.example/' }),
        await account.link({ long_url: 'https://three.example/' }),
      ]
      write(['bad.example', 'one.example', 'two.example', 'three.example'])
      await instance.clock.advance(10_000)
      for (const { short } of [one, two]) expect((await instance.visit(`/${short}`)).status).toBe(410)
      await instance.clock.advance(60_000)
      expect(messagesToOwner().map(({ subject }) => subject)).toEqual(['Some of your links were blocked'])
      expect((await instance.visit(`/${three.short}`)).status).toBe(410)
      await instance.clock.advance(60_000)
      expect(messagesToOwner()).toHaveLength(1)
      const { data } = (await appeal('link', one)).body
      expect(data.reason).toBe('one.example is on a block list of this service.')
      await decide(data, { outcome: 'lifted' })
      expect((await instance.visit(`/${one.short}`)).status).toBe(302)
      write(['bad.example', 'filler.example'])
      await instance.clock.advance(11 * 60_000)
    })

    test('lifting the block of a link with a rule to a listed host vouches for that too', async () => {
      const link = await account.link({ rules: [{ to: [{ long_url: 'https://four.example/' }] }] })
      write(['bad.example', 'filler.example', 'four.example'])
      await instance.clock.advance(10_000)
      expect((await instance.visit(`/${link.short}`)).status).toBe(410)
      const { data } = (await appeal('link', link)).body
      expect((await decide(data, { outcome: 'lifted' })).body.data.link.blocked_at).toBeNull()
      expect((await instance.visit(`/${link.short}`)).headers.get('location')).toBe('https://four.example/')
    })
  },
  { BLOCKED_HOSTS_FILES: file },
)
