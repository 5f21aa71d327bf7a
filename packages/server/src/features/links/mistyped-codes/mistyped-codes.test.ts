// Mistyped codes: what the page for unknown codes offers and never offers, and what owners see of them.
import { describe, expect, test } from 'bun:test'
import { type DashboardCall, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { addMember, newWorkspace } from '../../../../../../test/accounts/workspaces.ts'
import { linnetHere } from '../../../../../../test/commands.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'
import { codeMaker } from '../links/index.ts'
import { editsOf, lettersOf, mayBeOffered } from './edits.ts'

const minute = 60_000
const day = 86_400_000

test('no generated code can be taken for a chosen one, in either case', () => {
  for (let count = 0; count < 100_000; count++) {
    const code = codeMaker.make()
    if (mayBeOffered(code) || mayBeOffered(code.toLowerCase())) throw new Error(`${code} would be offered`)
  }
})

test('the edits of a code are those of one letter, and no others', () => {
  const letters = 'abc'
  const edits = editsOf('abc', Array(4).fill(letters))
  const distance = (one: string, other: string) => {
    const swapped = [0, 1].map((at) => other.slice(0, at) + other[at + 1] + other[at] + other.slice(at + 2))
    if (swapped.includes(one)) return 1
    const rows = Array.from({ length: one.length + 1 }, (_, index) => [index])
    for (let column = 0; column <= other.length; column++) (rows[0] as number[])[column] = column
    for (let row = 1; row <= one.length; row++)
      for (let column = 1; column <= other.length; column++)
        (rows[row] as number[])[column] = Math.min(
          (rows[row - 1]?.[column] ?? 0) + 1,
          (rows[row]?.[column - 1] ?? 0) + 1,
          (rows[row - 1]?.[column - 1] ?? 0) + Number(one[row - 1] !== other[column - 1]),
        )
    return rows[one.length]?.[other.length]
  }
  const words = (length: number): string[] =>
    length === 0 ? [''] : words(length - 1).flatMap((word) => [...letters].map((letter) => word + letter))
  const near = [2, 3, 4].flatMap(words).filter((word) => distance(word, 'abc') === 1)
  expect([...new Set(edits)].sort()).toEqual(near.sort())
  expect(lettersOf(false)).toHaveLength(64)
})

onEachEngine(
  'mistyped codes',
  (instance) => {
    let made = 0
    /** A word that no other test uses: edits of it are no edits of another. */
    const word = (start = 'spring') => `${start}-${(++made + 1000).toString(36).repeat(3)}`
    const offer = async (code: string, headers = {}) => {
      const answer = await instance.visit(`/${code}`, headers)
      expect(answer.status, answer.text).toBe(404)
      return /<a class="button code" href="\/([^"]*)"/.exec(answer.text)?.[1] ?? null
    }
    const member = async () => {
      const account = await instance.account()
      return { account, call: (await signIn(instance, account)).call }
    }
    const customDomain = async (account: Account) => {
      const host = `typo${++made}.example.com`
      return { host, ...((await account.domain(host)) as { id: string }) }
    }
    const passRememberedResults = () => instance.clock.advance(11_000)
    const listOf = async (call: DashboardCall) => {
      await instance.clock.advance(minute)
      return (await call('GET /mistyped-codes')).body.data
    }

    describe('the page for unknown codes', () => {
      test('offers the code with one character added, missing or different, two swapped, or another case', async () => {
        const { account } = await member()
        const code = word('Spring-Sale')
        await account.link({ custom_slug: code })
        for (const typed of [
          `${code}x`,
          code.slice(1),
          code.slice(0, -1),
          code.replace('S', 'X'),
          code.replace('pr', 'rp'),
          code.replace('-', '--'),
          code.toLowerCase(),
          code.toUpperCase(),
        ])
          expect([typed, await offer(typed)]).toEqual([typed, code])
        for (const typed of [`${code}xy`, code.slice(2), code.replace('Spr', 'prS'), `x${code}x`])
          expect([typed, await offer(typed)]).toEqual([typed, null])
      })

      test('offers it in the visitor’s language, and says nothing of it to programs', async () => {
        const { account } = await member()
        const code = word()
        await account.link({ custom_slug: code })
        const page = await instance.visit(`/${code}x`, { 'accept-language': 'id' })
        expect(page.text).toContain('Apakah tautan ini yang Anda maksud?')
        const json = await instance.visit(`/${code}x`, { accept: 'application/json' })
        expect(json.body.error).toMatchObject({ code: 'not_found' })
        expect(json.text).not.toContain(`${code}"`)
      })

      test('offers aliases and published microsites too, and the link’s own code if that is also near', async () => {
        const { account, call } = await member()
        const [own, alias, slug] = [word(), word('autumn'), word('page')]
        const { id } = await account.link({ custom_slug: own })
        for (const code of [alias, `${own}1`])
          expect((await call(`POST /links/${id}/aliases`, { body: { code } })).status).toBe(200)
        const site = { slug, title: 'A', kind: 'portfolio', theme: 'light' }
        await account.call('POST /microsites', { body: { ...site, draft: true } })
        expect([await offer(`${alias}x`), await offer(`${own}2`), await offer(`${slug}x`)]).toEqual([
          alias,
          own,
          null,
        ])
        await account.call(`POST /microsites/${slug}/publish`)
        await passRememberedResults()
        expect(await offer(`${slug}x`)).toBe(slug)
      })

      test('offers nothing if two codes are near, unless one of them must not be offered', async () => {
        const { account } = await member()
        const code = word()
        await account.link({ custom_slug: `${code}a` })
        const other = await account.link({ custom_slug: `${code}b` })
        expect(await offer(`${code}c`)).toBeNull()
        await account.call(`PUT /links/${other.id}`, { body: { password: 'sesame' } })
        await passRememberedResults()
        expect(await offer(`${code}c`)).toBe(`${code}a`)
      })

      test('never offers generated codes, or links that are protected, not active, imported, blocked or for one click', async () => {
        const { account } = await member()
        const generated = await account.link()
        expect(await offer(`${generated.short}2`)).toBeNull()
        const later = Math.floor(instance.clock.now() / 1000) + 5000
        for (const fields of [
          { password: 'sesame' },
          { starts_at: later },
          { disposable: true },
          { archive_at: instance.clock.day() },
        ]) {
          const code = word()
          const { id } = await account.link({ custom_slug: code })
          expect(await offer(`${code}x`)).toBe(code)
          await account.call(`PUT /links/${id}`, { body: fields })
          await passRememberedResults()
          expect([fields, await offer(`${code}x`)]).toEqual([fields, null])
        }
        const ending = word()
        await account.link({ custom_slug: ending, expired_at: later })
        expect(await offer(`${ending}x`)).toBe(ending)
        await instance.clock.advance(5_001_000)
        expect(await offer(`${ending}x`)).toBeNull()
        const imported = word()
        const { id } = await account.link({ custom_slug: imported })
        await ask(
          instance.database,
          `insert into imported_links (user_id, domain_id, source, destination_mark, link_id)
         select user_id, 0, 'x', 0, id from links where public_id = ? returning link_id`,
          [id],
        )
        expect(await offer(`${imported}x`)).toBeNull()
      })

      test('forgets a remembered code as soon as its link gets a password or is blocked', async () => {
        const { account } = await member()
        const code = word()
        const { id } = await account.link({ custom_slug: code })
        expect(await offer(`${code}x`)).toBe(code)
        await account.call(`PUT /links/${id}`, { body: { password: 'sesame' } })
        expect(await offer(`${code}x`)).toBeNull()
      })

      test('offers nothing of another domain, and folds case where a domain does', async () => {
        const { account, call } = await member()
        const { host, id } = await customDomain(account)
        const code = word()
        await account.link({ custom_slug: code, domain_alias: host })
        expect([await offer(`${code}x`), await offer(`${code}x`, { host })]).toEqual([null, code])
        await call(`PUT /domains/${id}/settings`, { body: { case_insensitive: true } })
        await passRememberedResults()
        expect(await offer(`${code}X`.toUpperCase(), { host })).toBe(code)
      })

      test('shows hostile codes nowhere, and searches for none of them', async () => {
        const hostile = [
          '<script>alert(1)</script>',
          '"><img src=x onerror=alert(1)>',
          'a\u0000b',
          'a\r\nb',
          'ⓐⓑⓒ',
          'x'.repeat(8192),
          "' or 1=1 --",
          '%00',
        ]
        for (const code of hostile) {
          const answer = await instance.visit(`/${encodeURIComponent(code)}`)
          expect([404, 400, 414]).toContain(answer.status)
          expect(answer.text).not.toMatch(/<script>|onerror|or 1=1/)
        }
        const longest = 'a'.repeat(48)
        expect(await offer(longest)).toBeNull()
      })

      test('offers nothing if somebody has created codes to slow searches down', async () => {
        const { account } = await member()
        const code = word('a-long-code-of-many-letters')
        await account.link({ custom_slug: code })
        const mistyped = () => offer(`${code.slice(0, -1)}-`, { 'x-forwarded-for': '198.51.100.71' })
        const beginnings = Array.from({ length: 10 }, (_, index) => code.slice(0, 8 + index))
        const letters = [...lettersOf(false)]
        for (const start of beginnings) {
          const links = letters.map((letter) => ({
            long_url: 'https://example.com/',
            short: `${start}${letter}zz`,
          }))
          expect((await account.call('POST /links/bulk', { body: { links } })).body.data.failed).toBe(0)
          // As long as fewer letters follow the prefixes, nothing is missed.
          if (start === beginnings[3]) expect(await mistyped()).toBe(code)
        }
        await passRememberedResults()
        expect(await mistyped()).toBeNull()
      })

      test('offers nothing below a code, for its picture or its preview', async () => {
        const { account } = await member()
        const code = word()
        await account.link({ custom_slug: code })
        for (const path of [`${code}x/below`, `${code}x.svg`, `${code}x+`])
          expect(await offer(path)).toBeNull()
      })
    })

    describe('the list of mistyped codes', () => {
      test('counts people, not requests, and not crawlers', async () => {
        const { account, call } = await member()
        const code = word()
        const link = await account.link({ custom_slug: code })
        for (let count = 0; count < 3; count++) await instance.visit(`/${code}x`)
        await instance.visit(`/${code}x`, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
        expect(await listOf(call)).toStrictEqual([
          {
            ...{ code: `${code}x`, domain: link.domain, asked: 1, last_at: expect.any(Number) },
            link: { id: link.id, short: code, short_url: link.short_url, title: '' },
          },
        ])
        await instance.clock.advance(day)
        await instance.visit(`/${code}x`)
        expect((await listOf(call))[0].asked).toBe(2)
      })

      test('has everything on a custom domain, but on the default domain only what is near one’s own links', async () => {
        const [mine, theirs] = [await member(), await member()]
        const { host } = await customDomain(mine.account)
        const [own, other] = [word(), word()]
        await mine.account.link({ custom_slug: own })
        await theirs.account.link({ custom_slug: other })
        for (const path of [`${own}x`, `${other}x`, word('nobody')]) await instance.visit(`/${path}`)
        await instance.visit('/whatever', { host })
        const codes = (await listOf(mine.call)).map(({ code }: { code: string }) => code)
        expect(codes.sort()).toEqual([`${own}x`, 'whatever'].sort())
        const [listed] = (await listOf(mine.call)).filter(({ domain }: { domain: string }) => domain === host)
        expect(listed.link).toBeNull()
        expect((await listOf(theirs.call)).map(({ code }: { code: string }) => code)).toEqual([`${other}x`])
      })

      test('is the same on the command line and in the dashboard, for accounts and shared workspaces', async () => {
        const { account, call } = await member()
        const { workspace, owner } = await newWorkspace(instance)
        const { host } = await customDomain(account)
        const [own, shared] = [word(), word()]
        await account.link({ custom_slug: own })
        await owner.call('POST /links', { body: { long_url: 'https://example.com/', custom_slug: shared } })
        for (const path of [`${own}x`, `${shared}x`]) await instance.visit(`/${path}`)
        await instance.visit('/whatever', { host })
        const [mine, theirs] = [await listOf(call), await listOf(owner.call)]
        expect([mine.length, theirs.length]).toEqual([2, 1])
        const command = (...words: string[]) => instance.command('mistyped', 'list', ...words)
        expect(await command('--email', account.email)).toEqual({ mistyped_codes: mine })
        expect(await command('--workspace', workspace.id)).toEqual({ mistyped_codes: theirs })
        await expect(command()).rejects.toThrow('give --email EMAIL')
        await expect(command('--email', 'nobody@example.com')).rejects.toThrow('there is no account')
        await expect(command('--workspace', 'wsp_none')).rejects.toThrow('there is no workspace')
        const settings = { ...instance.database.env, PORT: new URL(instance.url).port }
        const { out } = await linnetHere(['mistyped', 'list', '--email', account.email], settings)
        expect(out.split('\n').sort()).toEqual(
          [
            '',
            `1 person asked for ${host}/whatever`,
            `1 person asked for ${new URL(instance.url).host}/${own}x; they probably meant ${own}`,
          ].sort(),
        )
      })

      test('makes an alias of a code, which then leads to the link and leaves the list', async () => {
        const { account, call } = await member()
        const code = word()
        await account.link({ custom_slug: code })
        await instance.visit(`/${code}x`)
        const [{ link, domain }] = await listOf(call)
        const added = await call(`POST /links/${link.id}/aliases?domain=${domain}`, {
          body: { code: `${code}x` },
        })
        expect(added.status).toBe(200)
        expect((await instance.visit(`/${code}x`)).status).toBe(302)
        expect(await listOf(call)).toEqual([])
      })

      test('leaves out what was dismissed, for good', async () => {
        const { account, call } = await member()
        const { host } = await customDomain(account)
        const code = word()
        await account.link({ custom_slug: code })
        await instance.visit(`/${code}x`)
        await instance.visit('/elsewhere', { host })
        for (const { code, domain } of await listOf(call))
          expect((await call('POST /mistyped-codes/dismiss', { body: { code, domain } })).body.data).toEqual({
            code,
            dismissed: true,
          })
        await instance.clock.advance(day)
        await instance.visit(`/${code}x`)
        expect(await listOf(call)).toEqual([])
        const again = await call('POST /mistyped-codes/dismiss', { body: { code: `${code}x`, domain: host } })
        expect(again.status).toBe(404)
      })

      test('can be changed by editors, and by nobody outside', async () => {
        const { workspace, owner } = await newWorkspace(instance)
        const viewer = await addMember(instance, { workspace, owner }, 'viewer')
        const code = word()
        const link = await owner.call('POST /links', {
          body: { long_url: 'https://example.com/', custom_slug: code },
        })
        await instance.visit(`/${code}x`)
        expect(await listOf(viewer.call as DashboardCall)).toHaveLength(1)
        const body = { code: `${code}x`, domain: link.body.data.domain }
        expect((await viewer.call('POST /mistyped-codes/dismiss', { body })).status).toBe(403)
        const stranger = await member()
        expect((await stranger.call('POST /mistyped-codes/dismiss', { body })).status).toBe(404)
        expect(await listOf(owner.call as DashboardCall)).toHaveLength(1)
      })

      test('forgets a code after ninety days if nobody asks for it', async () => {
        const { account, call } = await member()
        const code = word()
        await account.link({ custom_slug: code })
        await instance.visit(`/${code}x`)
        expect(await listOf(call)).toHaveLength(1)
        const stored = () =>
          ask(instance.database, 'select code from mistyped_codes where code = ?', [`${code}x`])
        await instance.clock.advance(89 * day)
        expect(await stored()).toHaveLength(1)
        await instance.clock.advance(2 * day)
        expect(await stored()).toEqual([])
      })

      test('stays short, and keeps what is frequent, whatever strangers ask a domain for', async () => {
        const { account, call } = await member()
        const { host } = await customDomain(account)
        let address = 0
        const visit = (path: string, from = ++address) =>
          instance.visit(path, { host, 'x-forwarded-for': `198.51.${from >> 8}.${from & 255}` })
        for (let round = 0; round < 4; round++) {
          const paths = Array.from({ length: 120 }, (_, count) => [
            `/noise-${round}-${count}`,
            ...(count % 15 === 0 ? ['/frequent'] : []),
          ])
          await Promise.all(paths.flat().map((path) => visit(path)))
          await instance.clock.advance(minute)
        }
        const list = await listOf(call)
        expect(list.length).toBeLessThanOrEqual(200)
        expect(list[0].code).toBe('frequent')
        // Never more than asked for it.
        expect(list[0].asked).toBeWithin(20, 33)
        expect(Math.max(...list.slice(1).map(({ asked }: { asked: number }) => asked))).toBe(1)
      })

      test('has at most twenty codes a day from one address', async () => {
        const { account, call } = await member()
        const { host } = await customDomain(account)
        for (let count = 0; count < 60; count++)
          await instance.visit(`/scanned-${count}`, { host, 'x-forwarded-for': '203.0.113.77' })
        expect(await listOf(call)).toHaveLength(20)
      })

      test('leaves out what was meant for a link that is in another workspace now', async () => {
        const { workspace, owner } = await newWorkspace(instance)
        const code = word()
        const { id } = (
          await owner.call('POST /links', { body: { long_url: 'https://example.com/', custom_slug: code } })
        ).body.data
        await instance.visit(`/${code}x`)
        expect(await listOf(owner.call as DashboardCall)).toHaveLength(1)
        const there = owner.userId.replace('usr_', 'wsp_')
        await owner.call('POST /links/move', { body: { ids: [id], workspace: there } })
        expect(await listOf(owner.call as DashboardCall)).toEqual([])
        expect(workspace.id).toBeString()
      })
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)

onEachEngine(
  'with the usual limit of unknown codes',
  (instance) => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const statuses = async (count: number, headers: Record<string, string>, path = () => '/nothing-here') => {
      const all = []
      for (let index = 0; index < count; index++) all.push((await instance.visit(path(), headers)).status)
      return all
    }

    test('an address gets 429 after sixty in a minute, with the time to wait, and can still open codes that exist', async () => {
      const account = await instance.account()
      const { short } = await account.link()
      const headers = from('198.51.100.1')
      let asked = 0
      const unknown = () => `/missing-${++asked}`
      expect(await statuses(60, headers, unknown)).toEqual(Array(60).fill(404))
      for (const path of ['/other', '/other+', '/other.svg', '/other/below']) {
        const answer = await instance.visit(path, headers)
        expect([path, answer.status]).toEqual([path, 429])
        expect(Number(answer.headers.get('retry-after'))).toBeWithin(1, 61)
      }
      const page = await instance.visit('/other', headers)
      expect(page.text).toContain('Too many unknown links')
      const json = await instance.visit('/other', { ...headers, accept: 'application/json' })
      expect(json.body.error.code).toBe('rate_limited')
      expect((await instance.visit(`/${short}`, headers)).status).toBe(302)
      expect((await instance.visit(`/${short}.svg`, headers)).status).toBe(200)
      expect((await instance.visit('/other', from('198.51.100.2'))).status).toBe(404)
      await instance.clock.advance(minute + 1)
      expect((await instance.visit('/other', headers)).status).toBe(404)
    })

    test('an IPv6 network of one customer counts as one address', async () => {
      let host = 0
      const answers = []
      for (let count = 0; count < 62; count++)
        answers.push(
          (await instance.visit('/missing', from(`2001:db8:1:2::${(++host).toString(16)}`))).status,
        )
      expect(answers).toEqual([...Array(60).fill(404), 429, 429])
      expect((await instance.visit('/missing', from('2001:db8:1:3::1'))).status).toBe(404)
    })

    test('an archived code counts like one that never existed', async () => {
      const account = await instance.account()
      const { id, short } = await account.link()
      await account.call(`DELETE /links/${id}`)
      const headers = from('198.51.100.9')
      expect(await statuses(61, headers, () => `/${short}`)).toEqual([...Array(60).fill(404), 429])
    })

    test('paths that can’t be codes are not counted', async () => {
      const headers = from('198.51.100.20')
      expect(await statuses(70, headers, () => '/favicon.ico')).toEqual(Array(70).fill(404))
      expect((await instance.visit('/missing', headers)).status).toBe(404)
    })
  },
  { UNKNOWN_CODES_PER_MINUTE: '60', TRUST_PROXY: '127.0.0.1,::1' },
)
