// A blocked account: nobody can use it in any way, and visitors see that its links and pages are blocked, until it is unblocked.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { newApp, person, refresh, tokensFor } from '../../../../../../test/accounts/oauth.ts'
import { password, type SignedIn, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { agentOf } from '../../../../../../test/agents/mcp.ts'
import { formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { freshDatabase } from '../../../../../../test/databases.ts'
import { type Account, type Instance, onEachEngine, startOn } from '../../../../../../test/instance.ts'
import { microsite, outcome } from '../../../../../../test/microsites.ts'
import { notificationMilliseconds, until } from '../../../../../../test/timeouts.ts'

const reason = 'It led people to a false bank.'

async function administratorOf(instance: Instance): Promise<SignedIn> {
  const email = 'root@example.com'
  await instance.command('user', 'create', '--email', email, '--password', password, '--admin')
  return await signIn(instance, { email })
}

onEachEngine('a blocked account', (instance) => {
  let root: SignedIn
  beforeAll(async () => {
    root = await administratorOf(instance)
  })

  const block = ({ userId }: Account) =>
    root.call(`POST /administration/people/${userId}/block`, { body: { reason } })
  const unblock = ({ userId }: Account) => root.call(`POST /administration/people/${userId}/unblock`)

  test("is listed with the reason; its audit log and the administrator's show the block", async () => {
    const account = await instance.account()
    const { status, body } = await block(account)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ status: 'blocked', blocked_reason: reason })
    expect(Math.abs(body.data.blocked_at - instance.clock.unix())).toBeLessThan(10)
    const blockedPeople = (await root.call('GET /administration/people?status=blocked')).body.data
    expect(blockedPeople.map(({ id }: { id: string }) => id)).toEqual([account.userId])
    const [line] = (await root.call('GET /audit')).body.data
    expect(line).toMatchObject({ action: 'account_blocked', detail: { account: account.email, reason } })
    expect((await unblock(account)).body.data).toMatchObject({
      status: 'active',
      blocked_at: null,
      blocked_reason: null,
    })
    const owner = await signIn(instance, account)
    const told = (await owner.call('GET /audit')).body.data.map(({ action, detail, address }: Line) => [
      action,
      detail,
      address,
    ])
    expect(told.slice(1, 3)).toEqual([
      ['account_unblocked', {}, ''],
      ['account_blocked', { reason }, ''],
    ])
  })
  type Line = { action: string; detail: object; address: string }

  test('has no sessions left, and signing in shows the reason, but only after the right password', async () => {
    const account = await instance.account()
    const { call } = await signIn(instance, account)
    await block(account)
    expect((await call('GET /me')).status).toBe(401)
    const signingIn = (pass: string) =>
      instance.ask('POST /api/session', { body: { email: account.email, password: pass } })
    const told = await signingIn(password)
    expect(outcome(told)).toEqual([403, 'forbidden'])
    expect(told.body.error.message).toContain(reason)
    expect(told.headers.getSetCookie()).toEqual([])
    const stranger = await signingIn('a wrong password')
    expect(outcome(stranger)).toEqual([401, 'wrong_password'])
    expect(stranger.text).not.toContain(reason)

    const browser = formBrowser(instance, { 'accept-language': 'id' })
    await browser.open('/account/sign-in')
    const page = await browser.send({ email: account.email, password })
    expect(page.status).toBe(403)
    expect(page.text).toContain('Akun ini diblokir')
    expect(page.text).toContain(reason)
    expect([...browser.cookies.keys()].some((name) => name.includes('session'))).toBe(false)
    await unblock(account)
    expect((await signingIn(password)).status).toBe(200)
  })

  test('has its keys, tokens and agent tools refused with 403 forbidden until it is unblocked', async () => {
    const account = await instance.account()
    const app = await newApp(instance, await instance.account())
    const tokens = await tokensFor(instance, await person(instance, account), app)
    const withToken = (path: string) =>
      instance.ask(`GET ${path}`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    const agent = agentOf(instance, account.key)
    expect((await agent.ask('tools/list')).status).toBe(200)
    await block(account)

    for (const call of ['GET /user', 'GET /links', 'POST /links']) {
      const answer = await account.call(
        call,
        call.startsWith('POST') ? { body: { long_url: 'https://e.com/' } } : {},
      )
      expect(outcome(answer)).toEqual([403, 'forbidden'])
      expect(answer.body.error.message).toContain(reason)
      // A refused request counts toward the rate limit too, so it can't be repeated endlessly.
      expect(Number(answer.headers.get('x-ratelimit-limit'))).toBeGreaterThan(0)
    }
    expect(outcome(await withToken('/v2/user'))).toEqual([403, 'forbidden'])
    expect((await withToken('/oauth/userinfo')).status).toBe(403)
    for (const method of ['tools/list', 'tools/call']) {
      const told = await agent.ask(method, { name: 'list_links', arguments: {} })
      expect(told.status).toBe(403)
      expect(told.text).toContain(reason)
    }
    const again = await refresh(instance, app, tokens.refresh_token)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    const { clientId, secret } = app
    const inspected = await instance.ask('POST /oauth/introspect', {
      body: new URLSearchParams({
        token: tokens.access_token,
        client_id: clientId,
        client_secret: secret ?? '',
      }),
    })
    expect(inspected.body).toEqual({ active: false })

    await unblock(account)
    expect((await account.call('GET /links')).body.total).toBe(0)
    expect((await withToken('/v2/user')).status).toBe(200)
    expect((await agent.ask('tools/list')).status).toBe(200)
    expect((await refresh(instance, app, tokens.refresh_token)).status).toBe(200)
  })

  test('answers visitors of its links and microsites with 410, and counts no clicks', async () => {
    const account = await instance.account()
    await account.domain('blocked.example.com')
    const link = await account.link()
    const guarded = await account.link({ password: 'sesame' })
    const elsewhere = await account.link({ domain_alias: 'blocked.example.com' })
    const site = await microsite(account)
    const paths = [
      `/${link.short}`,
      `/${guarded.short}`,
      `/${link.short}+`,
      `/${site.slug}`,
      `/${site.slug}/preview.png`,
    ]
    // From now on they are cached.
    for (const path of paths) expect((await instance.visit(path)).status).toBeLessThan(400)
    await block(account)
    for (const path of paths) {
      const answer = await instance.visit(path)
      expect([path, answer.status]).toEqual([path, 410])
      expect(answer.headers.get('location')).toBeNull()
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.text).not.toContain(reason)
      expect(answer.text).not.toContain('example.com/')
    }
    const onDomain = await instance.visit(`/${elsewhere.short}`, { host: 'blocked.example.com' })
    expect(onDomain.status).toBe(410)
    const json = await instance.visit(`/${link.short}`, { accept: 'application/json' })
    expect(outcome(json)).toEqual([410, 'gone'])
    const indonesian = await instance.visit(`/${link.short}`, { 'accept-language': 'id' })
    expect(indonesian.text).toContain('Tautan ini diblokir')
    await unblock(account)
    for (const path of paths) expect((await instance.visit(path)).status).toBeLessThan(400)
    expect((await account.call(`GET /links/${link.short}`)).body.data.clicks).toBe(2)
  })

  test('can be blocked twice and unblocked twice; the second time changes nothing', async () => {
    const account = await instance.account()
    const first = (await block(account)).body.data
    await instance.clock.advance(5_000)
    expect((await block(account)).body.data).toEqual(first)
    expect((await unblock(account)).status).toBe(200)
    expect((await unblock(account)).status).toBe(200)
    const { data } = (await root.call('GET /audit?limit=2')).body
    expect(data.map(({ action }: { action: string }) => action)).toEqual([
      'account_unblocked',
      'account_blocked',
    ])
  })

  test("is never an administrator: an administrator can't be blocked, and a blocked account can't become one", async () => {
    const account = await instance.account()
    const change = (administrator: boolean) =>
      root.call(`PUT /administration/people/${account.userId}`, { body: { administrator } })
    await change(true)
    const refused = await block(account)
    expect(outcome(refused)).toEqual([403, 'forbidden'])
    expect((await account.call('GET /user')).status).toBe(200)
    const self = (await root.call('GET /me')).body.data.user.id
    expect(outcome(await block({ ...account, userId: self }))).toEqual([403, 'forbidden'])
    await change(false)
    await block(account)
    expect(outcome(await change(true))).toEqual([403, 'forbidden'])
    await expect(instance.command('user', 'set-admin', '--email', account.email)).rejects.toThrow('blocked')
  })

  test('needs a reason of at most 500 characters, and an existing account', async () => {
    const account = await instance.account()
    for (const body of [{}, { reason: '' }, { reason: '   ' }, { reason: 'x'.repeat(501) }, { reason: 5 }]) {
      const answer = await root.call(`POST /administration/people/${account.userId}/block`, { body })
      expect(outcome(answer)).toEqual([422, 'validation_failed', 'reason'])
    }
    for (const id of ['usr_nobody', "' or 1=1", account.email])
      expect((await block({ ...account, userId: encodeURIComponent(id) })).status).toBe(404)
    expect((await account.call('GET /user')).status).toBe(200)
  })

  test('a reason is shown as text, whatever it contains', async () => {
    const account = await instance.account()
    const body = { reason: '<img src=x onerror=alert(1)>' }
    await root.call(`POST /administration/people/${account.userId}/block`, { body })
    const browser = formBrowser(instance)
    await browser.open('/account/sign-in')
    const { text } = await browser.send({ email: account.email, password })
    expect(text).toContain('&lt;img src=x')
    expect(text).not.toContain('<img src=x')
  })
})

// SQLite supports one server process.
describe('an account that is blocked on one of two servers with the same PostgreSQL', () => {
  let one: Instance
  let other: Instance
  beforeAll(async () => {
    const database = await freshDatabase('postgres')
    one = await startOn(database, 'postgres')
    other = await startOn(database, 'postgres')
  })
  afterAll(async () => {
    await other.stop()
    await one.stop()
    await one.database.remove()
  })

  test('is refused by the other at once, and visitors see the block soon', async () => {
    const root = await administratorOf(one)
    const account = await one.account()
    const link = await account.link()
    const atOther = () => other.ask('GET /v2/user', { headers: { authorization: `Bearer ${account.key}` } })
    expect((await other.visit(`/${link.short}`)).status).toBe(302)
    expect((await atOther()).status).toBe(200)
    await root.call(`POST /administration/people/${account.userId}/block`, { body: { reason } })
    expect((await atOther()).status).toBe(403)
    const isBlocked = async () => (await other.visit(`/${link.short}`)).status === 410
    await until('visitors of the other server see that it is blocked', isBlocked, notificationMilliseconds)
  })
})
