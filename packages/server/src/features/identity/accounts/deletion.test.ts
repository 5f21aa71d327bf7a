// Deleting an account: it stops working at once, and its data is erased soon after.
import { describe, expect, test } from 'bun:test'
import { newApp, person as oauthPerson, refresh, tokensFor } from '../../../../../../test/accounts/oauth.ts'
import { enrol } from '../../../../../../test/accounts/second-factor.ts'
import { password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { engines } from '../../../../../../test/databases.ts'
import { type Account, type Instance, onEachEngine, startInstance } from '../../../../../../test/instance.ts'
import { untilLockWaits } from '../../../../../../test/servers/lock-waits.ts'
import { lockTable } from '../../../../../../test/servers/table-locks.ts'
import { everyRow } from '../../../../../../test/stored-contents.ts'

const deletion = { body: { password } }
// Jobs run when the clock moves; deleted accounts are erased after a minute.
const takeApart = async (instance: Instance) => {
  await instance.clock.advance(61_000)
  await instance.clock.advance(10_000)
}

onEachEngine('deleting an account', (instance) => {
  async function person() {
    const account = await instance.account()
    return { account, ...(await signIn(instance, account)) }
  }
  const canSignIn = async ({ email }: Account) =>
    (await instance.ask('POST /api/session', { body: { email, password } })).status === 200

  test('confirms the deletion, and clears the cookie', async () => {
    const { call } = await person()
    const { status, body, headers } = await call('POST /user/delete', deletion)
    expect([status, body]).toStrictEqual([200, { data: { deleted: true } }])
    expect(headers.get('set-cookie')).toMatch(/^linnet_session=; .*Max-Age=0/)
  })

  test('ends every credential at once: sessions, keys, applications and the password', async () => {
    const { account, call } = await person()
    const app = await newApp(instance, account)
    const tokens = await tokensFor(instance, await oauthPerson(instance, account), app)
    const act = () =>
      instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect((await act()).status).toBe(200)
    const elsewhere = await signIn(instance, account)
    expect((await account.call('GET /user')).status).toBe(200)
    await call('POST /user/delete', deletion)
    expect((await account.call('GET /user')).status).toBe(401)
    expect((await act()).status).toBe(401)
    expect((await refresh(instance, app, tokens.refresh_token)).status).toBeOneOf([400, 401])
    for (const session of [call, elsewhere.call]) expect((await session('GET /keys')).status).toBe(401)
    expect(await canSignIn(account)).toBe(false)
  })

  test('its links stop working at once, even just-visited ones; those of others keep working', async () => {
    const { account, call } = await person()
    const domain = `gone-${account.userId.slice(-6)}.example.com`
    await account.domain(domain)
    const links = [await account.link(), await account.link({ domain_alias: domain })]
    const other = await (await instance.account()).link()
    const visit = (link: { short: string; domain: string }) =>
      instance.visit(`/${link.short}`, { host: link.domain })
    for (const link of [...links, other]) expect((await visit(link)).status).toBe(302)
    await call('POST /user/delete', deletion)
    for (const link of links) {
      expect((await visit(link)).status).toBe(404)
      expect((await instance.visit(`/${link.short}+`, { host: link.domain })).status).toBe(404)
    }
    expect((await visit(other)).status).toBe(302)
  })

  test('its e-mail address is free at once, and a new account with it inherits nothing', async () => {
    const { account, call } = await person()
    await account.link()
    await call('POST /user/delete', deletion)
    await instance.command('user', 'create', '--email', account.email, '--password', password)
    const again = await signIn(instance, account)
    expect((await again.call('GET /keys')).body.data).toStrictEqual([])
    expect((await again.call('GET /audit')).body.data).toHaveLength(2)
    expect((await again.call('GET /second-factor')).body.data.enabled).toBe(false)
  })

  test('soon none of its rows are left: links, codes, clicks, sums, webhooks, domains, keys, audit log, account', async () => {
    const { account, call } = await person()
    await enrol(instance, call)
    const domain = `rows-${account.userId.slice(-6)}.example.com`
    await account.domain(domain)
    const marks = [account.email, account.userId, domain, 'https://example.com/only-here', 'only-here-title']
    // Its deliveries contain the link's record and stay pending: no host has this name (RFC 6761, section 6.4).
    const hook = { url: 'https://only-here.invalid/', events: ['link.created'] }
    expect((await call('POST /webhooks', { body: hook })).status).toBe(200)
    marks.push(hook.url)
    const link = await account.link({
      long_url: 'https://example.com/only-here',
      title: 'only-here-title',
      custom_slug: `rows${instance.engine}`,
      domain_alias: domain,
    })
    for (const path of [`/${link.short}`, `/${link.short}`]) await instance.visit(path, { host: domain })
    expect((await account.call(`GET /links/${link.short}/stats/lifetime`)).body.data.clicks).toBe(2)
    // The data of other tests must be erased before rows are counted.
    await takeApart(instance)
    const before = await everyRow(instance.database)
    for (const mark of marks) expect(before).toContain(mark)
    const count = (rows: string, table: string) =>
      rows.split('\n').filter((row) => row.startsWith(`${table} `)).length

    await call('POST /user/delete', deletion)
    // The name and e-mail address are removed first.
    const users = (await everyRow(instance.database)).split('\n').filter((row) => row.startsWith('users '))
    expect(users.join('\n')).not.toContain(account.email)
    await instance.account()
    await takeApart(instance)
    const after = await everyRow(instance.database)
    for (const mark of marks)
      expect(after.split('\n').filter((row) => row.includes(mark) && !row.startsWith('changes '))).toEqual([])
    for (const table of ['link_days', 'link_totals', 'account_days', 'click_blocks'])
      expect([table, count(before, table) - count(after, table)]).toStrictEqual([table, 1])
    for (const table of ['links', 'codes', 'domains'])
      expect([table, count(before, table) - count(after, table)]).toStrictEqual([table, 1])
  })

  test('a click that was pending when the account was deleted counts for no other link', async () => {
    const { account, call } = await person()
    const link = await account.link()
    await instance.visit(`/${link.short}`)
    await call('POST /user/delete', deletion)
    await takeApart(instance)
    const other = await instance.account()
    const fresh = await other.link()
    expect((await other.call(`GET /links/${fresh.short}/stats/lifetime`)).body.data.clicks).toBe(0)
    expect((await other.call('GET /stats')).body.data.clicks).toBe(0)
    expect((await other.call('GET /links')).body.total).toBe(1)
  })

  test('once it is erased, its codes and its domain are free again', async () => {
    const { account, call } = await person()
    const domain = `free-${account.userId.slice(-6)}.example.com`
    await account.domain(domain)
    const slug = `free${instance.engine}`
    await account.link({ custom_slug: slug })
    await call('POST /user/delete', deletion)
    await takeApart(instance)
    const heir = await instance.account()
    await heir.domain(domain)
    expect((await heir.link({ custom_slug: slug })).short).toBe(slug)
  })

  test('many links are deleted too, in batches', async () => {
    const { account, call } = await person()
    for (let batch = 0; batch < 5; batch++)
      await account.call('POST /links/bulk', {
        body: { links: Array.from({ length: 100 }, () => ({ long_url: 'https://example.com/many' })) },
      })
    await call('POST /user/delete', deletion)
    await takeApart(instance)
    const rows = (await everyRow(instance.database)).split('\n')
    expect(rows.filter((row) => row.startsWith('links ') && row.includes('/many'))).toEqual([])
  })

  test("a wrong password, another site's page or an API key can't delete anything", async () => {
    const { account, call } = await person()
    expect((await call('POST /user/delete', { body: { password: 'wrong' } })).status).toBe(401)
    const foreign = await call('POST /user/delete', {
      ...deletion,
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    const headers = { authorization: `Bearer ${account.key}` }
    expect((await instance.ask('POST /api/user/delete', { ...deletion, headers })).status).toBe(401)
    expect(await canSignIn(account)).toBe(true)
  })

  test('two deletions at the same time both succeed, and delete the account once', async () => {
    const { account, call } = await person()
    const answers = await Promise.all([
      call('POST /user/delete', deletion),
      call('POST /user/delete', deletion),
    ])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect(await canSignIn(account)).toBe(false)
  })

  test('linnet user delete does the same, and takes effect at once on a running server', async () => {
    const { account, call } = await person()
    const link = await account.link()
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
    const deleted = await instance.command('user', 'delete', '--email', account.email)
    expect(deleted).toStrictEqual({ id: account.userId, deleted: true })
    expect((await call('GET /keys')).status).toBe(401)
    expect((await instance.visit(`/${link.short}`)).status).toBe(404)
    await expect(instance.command('user', 'delete', '--email', account.email)).rejects.toThrow('no account')
  })
})

for (const engine of engines)
  describe(`the only administrator, on ${engine}`, () => {
    test("can't be deleted while other accounts remain, unless one of them is made administrator", async () => {
      const instance = await startInstance(engine)
      try {
        const make = async (email: string, ...more: string[]) => {
          await instance.command('user', 'create', '--email', email, '--password', password, ...more)
          return (await signIn(instance, { email })).call
        }
        const admin = await make('admin@example.com', '--admin')
        await make('person@example.com')
        const refused = await admin('POST /user/delete', deletion)
        expect([refused.status, refused.body.error.code]).toStrictEqual([403, 'forbidden'])
        expect((await admin('GET /keys')).status).toBe(200)
        const second = await make('second@example.com', '--admin')
        // Of two deleted at the same time, one stays: both have started before either is written.
        const letGo = await lockTable(instance.database, 'audit_events')
        const going = [admin, second].map((call) => call('POST /user/delete', deletion))
        // On SQLite, no more than one writer waits for the lock.
        if (engine === 'postgres') await untilLockWaits(instance.database, 2)
        await letGo()
        const answers = await Promise.all(going)
        expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 403])
        await instance.command('user', 'delete', '--email', 'person@example.com')
        const left = answers[0]?.status === 403 ? admin : second
        expect((await left('POST /user/delete', deletion)).status).toBe(200)
      } finally {
        await instance.stop()
        await instance.database.remove()
      }
    })
  })
