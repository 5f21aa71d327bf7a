// What administrators see of the people of a server, and what they can change: plans, administrator rights and invitations.
import { beforeAll, describe, expect, test } from 'bun:test'
import { password, reauthenticate, type SignedIn, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, type Answer, onEachEngine } from '../../../../../../test/instance.ts'
import { microsite, outcome } from '../../../../../../test/microsites.ts'

onEachEngine('administration', (instance) => {
  let root: SignedIn
  let rootId: string

  beforeAll(async () => {
    const email = 'root@example.com'
    const made = await instance.command('user', 'create', '--email', email, '--password', password, '--admin')
    rootId = made.id as string
    root = await signIn(instance, { email })
  })

  const people = async (query = '') => (await root.call(`GET /administration/people${query}`)).body
  const read = async ({ userId }: Account) =>
    (await root.call(`GET /administration/people/${userId}`)).body.data
  const change = (id: string, body: unknown) => root.call(`PUT /administration/people/${id}`, { body })
  const linesOf = async ({ call }: SignedIn, action: string) =>
    (await call('GET /audit')).body.data
      .filter((line: { action: string }) => line.action === action)
      .map(({ detail, address }: { detail: object; address: string }) => ({ detail, from: address !== '' }))

  describe('the list of people', () => {
    test('shows each person with plan, links, microsites and when they were last seen', async () => {
      const account = await instance.account({ plan: 'tiny' })
      expect(await read(account)).toStrictEqual({
        id: account.userId,
        email: account.email,
        name: '',
        plan: 'tiny',
        administrator: false,
        status: 'active',
        blocked_at: null,
        quarantined_until: null,
        blocked_reason: null,
        created_at: expect.any(Number),
        last_seen_at: null,
        links: 0,
        microsites: 0,
      })
      await account.link()
      await account.link()
      await microsite(account)
      const { data } = await people()
      expect(data[0]).toMatchObject({ id: account.userId, links: 2, microsites: 1 })
      expect(Math.abs(data[0].last_seen_at - instance.clock.unix())).toBeLessThan(10)
    })

    test('can be searched by part of the e-mail or name; nothing is a wildcard', async () => {
      const made = async (email: string, name: string) =>
        await instance.command('user', 'create', '--email', email, '--password', password, '--name', name)
      await made('a_b@search.example', 'Percent 100% Ana')
      await made('axb@search.example', 'Budi')
      const found = async (term: string) =>
        (await people(`?search=${encodeURIComponent(term)}`)).data.map(
          ({ email }: { email: string }) => email,
        )
      expect(await found('SEARCH.example')).toEqual(['axb@search.example', 'a_b@search.example'])
      expect(await found('a_b@')).toEqual(['a_b@search.example'])
      expect(await found('100%')).toEqual(['a_b@search.example'])
      expect(await found('budi')).toEqual(['axb@search.example'])
      for (const term of ['%', '_', '\\', "' or 1=1 --", '%%', 'search%example'])
        expect((await found(term)).every((email: string) => email === 'a_b@search.example')).toBe(true)
      expect(await found("' or 1=1 --")).toEqual([])
    })

    test('comes in pages, and total counts all matches', async () => {
      const { total } = await people()
      expect(total).toBeGreaterThanOrEqual(3)
      const [first, second] = [await people('?limit=1&page=1'), await people('?limit=1&page=2')]
      expect([first.total, second.total]).toEqual([total, total])
      expect(first.data[0].id).not.toBe(second.data[0].id)
      expect((await people('?page=1000')).data).toEqual([])
      expect((await people('?status=administrators')).data.map(({ id }: { id: string }) => id)).toEqual([
        rootId,
      ])
      for (const query of ['?limit=101', '?limit=0', '?page=0', '?status=gone'])
        expect((await root.call(`GET /administration/people${query}`)).status).toBe(400)
    })

    test("doesn't list deleted accounts", async () => {
      const account = await instance.account()
      const { call } = await signIn(instance, account)
      await call('POST /user/delete', { body: { password } })
      expect((await people('?limit=100')).data.some(({ id }: { id: string }) => id === account.userId)).toBe(
        false,
      )
      expect((await root.call(`GET /administration/people/${account.userId}`)).status).toBe(404)
      expect((await change(account.userId, { plan: 'tiny' })).status).toBe(404)
    })
  })

  describe('changing a person', () => {
    test('changes the plan at once, and both audit logs show it', async () => {
      const account = await instance.account({ plan: 'roomy' })
      const { status, body } = await change(account.userId, { plan: 'tiny' })
      expect([status, body.data.plan]).toEqual([200, 'tiny'])
      expect((await account.call('GET /quota')).body.data.links.limit).toBe(3)
      const owner = await signIn(instance, account)
      // The owner doesn't see the administrator's address.
      expect(await linesOf(owner, 'plan_changed')).toEqual([{ detail: { plan: 'tiny' }, from: false }])
      expect((await linesOf(root, 'plan_changed'))[0]).toEqual({
        detail: { plan: 'tiny', account: account.email },
        from: true,
      })
    })

    test('an unknown plan is refused by name, and nothing else in the request is changed', async () => {
      const account = await instance.account()
      const answer = await change(account.userId, { plan: 'golden', administrator: true })
      expect(outcome(answer)).toEqual([422, 'validation_failed', 'plan'])
      expect(answer.body.error.details[0].message).toContain('tiny')
      const both = await change(account.userId, { administrator: true, plan: 'golden' })
      expect(both.status).toBe(422)
      expect(await read(account)).toMatchObject({ administrator: false, plan: 'roomy' })
    })

    test('grants and removes administrator rights, and never leaves a server without an administrator', async () => {
      const account = await instance.account()
      const other = await signIn(instance, account)
      expect((await change(account.userId, { administrator: true })).body.data.administrator).toBe(true)
      expect((await other.call('GET /administration/people')).status).toBe(200)
      expect((await change(account.userId, { administrator: false })).body.data.administrator).toBe(false)
      expect(outcome(await other.call('GET /administration/people'))).toEqual([403, 'forbidden'])
      expect(outcome(await change(rootId, { administrator: false }))).toEqual([403, 'forbidden'])
      expect((await root.call('GET /me')).body.data.administrator).toBe(true)
    })

    test('if two administrators demote each other at once, one stays', async () => {
      const account = await instance.account()
      await change(account.userId, { administrator: true })
      const other = await signIn(instance, account)
      const body = { administrator: false }
      const ends = await Promise.all([
        root.call(`PUT /administration/people/${account.userId}`, { body }),
        other.call(`PUT /administration/people/${rootId}`, { body }),
      ])
      expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 403])
      await instance.command('user', 'set-admin', '--email', 'root@example.com')
      await instance.command('user', 'set-admin', '--email', account.email, '--off')
    })
  })

  describe('invitations', () => {
    const pending = async () => (await root.call('GET /administration/invitations')).body.data

    test('are listed without their URLs while pending, and stop working once withdrawn', async () => {
      const invited = (await root.call('POST /invitations', { body: { email: 'eva@example.com' } })).body.data
      const [invitation] = await pending()
      expect(invitation).toStrictEqual({
        id: expect.any(String),
        email: 'eva@example.com',
        created_at: expect.any(Number),
        expires_at: invited.expires_at,
      })
      expect(JSON.stringify(await pending())).not.toContain(
        new URL(invited.url).searchParams.get('token') as string,
      )
      const path = new URL(invited.url).pathname + new URL(invited.url).search
      expect((await instance.ask(`GET ${path}`)).status).toBe(200)
      const withdraw = () => root.call(`DELETE /administration/invitations/${invitation.id}`)
      expect((await withdraw()).body).toEqual({ data: { id: invitation.id, withdrawn: true } })
      expect((await instance.ask(`GET ${path}`)).status).toBe(410)
      expect((await withdraw()).status).toBe(404)
      expect(await pending()).toEqual([])
      expect((await linesOf(root, 'invitation_withdrawn'))[0].detail).toEqual({ email: 'eva@example.com' })
    })

    test("that have expired are not listed, and an id that isn't an invitation can't be withdrawn", async () => {
      await root.call('POST /invitations', { body: { email: 'late@example.com' } })
      const [{ id }] = await pending()
      expect((await root.call(`DELETE /administration/invitations/${id.slice(1)}`)).status).toBe(404)
      await instance.clock.advance(8 * 86_400_000)
      expect(await pending()).toEqual([])
    })
  })

  describe('the overview and the health', () => {
    test('count accounts by plan, links, clicks and sign-ups of the last days', async () => {
      const before = (await root.call('GET /administration/overview')).body.data
      const account = await instance.account({ plan: 'free' })
      const link = await account.link()
      await instance.visit(`/${link.short}`)
      const { data } = (await root.call('GET /administration/overview')).body
      expect(data.accounts.total).toBe(before.accounts.total + 1)
      expect(data.accounts).toMatchObject({ blocked: 0, administrators: 1 })
      expect([data.links, data.microsites, data.open_reports]).toEqual([
        before.links + 1,
        before.microsites,
        0,
      ])
      expect(data.sign_ups).toBe('invite')
      const free = (of: typeof data) => of.plans.find(({ name }: { name: string }) => name === 'free')
      expect(free(data).accounts).toBe(free(before).accounts + 1)
      expect(free(data)).toMatchObject({ is_default: false, links: 100, hosted_mcp_enabled: false })
      expect(data.days).toHaveLength(30)
      const [today, wasToday] = [data.days.at(-1), before.days.at(-1)]
      expect(today).toMatchObject({ day: instance.clock.day(), clicks: wasToday.clicks + 1 })
      expect(today.sign_ups).toBe(wasToday.sign_ups + 1)
      expect((await root.call('GET /administration/overview?days=7')).body.data.days).toHaveLength(7)
    })

    test('the health shows the version, database, clicks, webhooks and process', async () => {
      const { status, body } = await root.call('GET /administration/health')
      expect(status).toBe(200)
      const { version, database, clicks, webhooks } = body.data
      expect(version).toMatch(/^\d+\./)
      expect(database.engine).toBe(instance.engine)
      expect(database.bytes).toBeGreaterThan(50_000)
      expect([clicks.waiting, clicks.uncounted, webhooks.waiting]).toEqual([0, 0, 0])
      expect(body.data.process.memory_bytes).toBeGreaterThan(1_000_000)
    })
  })

  describe('anyone but an administrator', () => {
    const id = `usr_${'0'.repeat(26)}`
    const all = [
      'GET /administration/people',
      `GET /administration/people/${id}`,
      `PUT /administration/people/${id}`,
      `POST /administration/people/${id}/block`,
      `POST /administration/people/${id}/unblock`,
      'GET /administration/invitations',
      'DELETE /administration/invitations/abc',
      'GET /administration/overview',
      'GET /administration/health',
    ]
    const ask = (call: SignedIn['call'], what: string): Promise<Answer> => {
      const hasBody = what.startsWith('PUT') || what.endsWith('/block')
      return call(what, hasBody ? { body: { plan: 'tiny', reason: 'because' } } : {})
    }

    test('gets 403 forbidden everywhere, whether or not the resource exists', async () => {
      const account = await instance.account()
      const { call } = await signIn(instance, account)
      for (const what of all) expect(outcome(await ask(call, what))).toEqual([403, 'forbidden'])
      const real = all.map((what) => what.replace(id, rootId))
      for (const what of real) expect(outcome(await ask(call, what))).toEqual([403, 'forbidden'])
      expect((await root.call('GET /me')).body.data.administrator).toBe(true)
    })

    test("gets nothing without a session, with an administrator's key, or from another site", async () => {
      root = await reauthenticate(instance, root)
      const key = (await root.call('POST /keys', { body: { name: 'k', scopes: ['user:read'] } })).body.data
        .key
      for (const what of all) {
        const [method, path] = what.split(' ')
        const nobody = await instance.ask(`${method} /api${path}`)
        expect([401, 400, 422]).toContain(nobody.status)
        expect(nobody.status === 401 || method !== 'GET').toBe(true)
        const withKey = await instance.ask(`${method} /api${path}`, {
          headers: { authorization: `Bearer ${key}` },
        })
        expect(withKey.status).toBe(401)
        const publicly = await instance.ask(`${method} /v2${path}`, {
          headers: { authorization: `Bearer ${key}` },
        })
        expect(publicly.status).toBe(404)
      }
      const foreign = await root.call(`PUT /administration/people/${rootId}`, {
        body: { plan: 'tiny' },
        headers: { origin: 'https://evil.example' },
      })
      expect(foreign.status).toBe(403)
      expect((await root.call('GET /me')).body.data.user.plan).not.toBe('tiny')
    })
  })
})
