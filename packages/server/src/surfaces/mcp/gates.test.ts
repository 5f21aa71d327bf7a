// What keeps agents from taking too much: the burst of a credential, the plan's flag, and the month's pool of calls.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestClock } from '../../../../../test/clock.ts'
import { engines, freshDatabase } from '../../../../../test/databases.ts'
import { type Account, type Instance, startOn } from '../../../../../test/instance.ts'
import { type Agent, agentOf, type Outcome, type Revision } from '../../../../../test/mcp.ts'
import { signIn } from '../../../../../test/sign-in.ts'
import { runStatement } from '../../../../../test/statements.ts'

/** Stands still until a test moves it: what one second allows can be counted. */
class StandingClock extends TestClock {
  private at = super.elapsed()

  override elapsed(): number {
    return this.at
  }

  override async advance(milliseconds: number): Promise<void> {
    this.at += milliseconds
    await super.advance(milliseconds)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'linnet-gates-'))
const plansFile = join(folder, 'plans.json')
const plans = {
  unlimited: {},
  roomy: { requests_per_minute: 1_000_000 },
  pool: { mcp_calls: 25, requests_per_minute: 1000 },
  empty: { mcp_calls: 0 },
  closed: { hosted_mcp_enabled: false },
}
writeFileSync(plansFile, JSON.stringify(plans))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const revisions: Revision[] = ['2025-11-25', '2026-07-28']
const long_url = 'https://example.com/'
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const statuses = (outcomes: Outcome[], wanted: number) =>
  outcomes.filter(({ status }) => status === wanted).length
const used = async (account: Account) => (await account.call('GET /quota')).body.data.mcp_calls
const refusedByPool = ({ result }: Outcome) =>
  result?.isError === true && result.content[0].text.startsWith('plan_limit: ')

describe.each([...engines])('tool calls without a limit, on %s', (engine) => {
  test('are written down by a server that stops', async () => {
    const database = await freshDatabase(engine)
    try {
      const before = await startOn(database, engine)
      const account = await before.account()
      await times(7, () => agentOf(before, account.key).call('get_user_info'))
      await before.stop()
      const after = await startOn(database, engine)
      const answer = await after.ask('GET /v2/quota', { headers: { authorization: `Bearer ${account.key}` } })
      expect(answer.body.data.mcp_calls).toEqual({ limit: null, used: 7 })
      await after.stop()
    } finally {
      await database.remove()
    }
  })
})

describe.each([...engines])('on %s', (engine) => {
  const instance = {} as Instance
  beforeAll(async () => {
    const database = await freshDatabase(engine)
    Object.assign(instance, await startOn(database, engine, { PLANS_FILE: plansFile }, new StandingClock()))
  })
  afterAll(async () => {
    try {
      await instance.stop()
    } finally {
      await instance.database.remove()
    }
  })

  async function newcomer(plan = 'unlimited'): Promise<{ account: Account; agent: Agent }> {
    const account = await instance.account({ plan })
    return { account, agent: agentOf(instance, account.key) }
  }

  describe('a credential', () => {
    test('has 100 messages at once; the next is 429 with Retry-After, and 20 more come with each second', async () => {
      const { agent } = await newcomer()
      const burst = await times(130, () => agent.ask('ping'))
      expect([statuses(burst, 200), statuses(burst, 429)]).toEqual([100, 30])
      const refused = await agent.ask('ping')
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(refused.error).toMatchObject({ code: -32_000, data: { code: 'rate_limited' } })
      await instance.clock.advance(1000)
      expect(statuses(await times(30, () => agent.ask('ping')), 200)).toBe(20)
      await instance.clock.advance(50)
      expect(statuses(await times(3, () => agent.ask('ping')), 200)).toBe(1)
      await instance.clock.advance(3_600_000)
      expect(statuses(await times(110, () => agent.ask('ping')), 200)).toBe(100)
    })

    test('has them by itself: another one of the same account, and another account, are admitted', async () => {
      const { account, agent } = await newcomer()
      await times(100, () => agent.ask('ping'))
      expect((await agent.ask('ping')).status).toBe(429)
      expect((await agentOf(instance, await account.newKey('all')).ask('ping')).status).toBe(200)
      expect((await (await newcomer()).agent.ask('ping')).status).toBe(200)
    })

    test('spends them with whatever it sends, right or wrong', async () => {
      const { account, agent } = await newcomer()
      const send = (body: string) =>
        instance.ask('POST /mcp', {
          body,
          headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
        })
      for (const body of ['', '[]', 'null', '{"jsonrpc":"2.0","method":"notifications/initialized"}'])
        await times(25, () => send(body))
      expect((await agent.ask('ping')).status).toBe(429)
    })

    test('spends one more with each 64 KiB of a message, and waits longer where it has sent more than there were', async () => {
      const { agent } = await newcomer()
      const large = { title: 'x'.repeat(960 * 1024) }
      // Sixteen each: the seventh takes more than there are.
      for (let sent = 0; sent < 7; sent++) expect((await agent.ask('ping', large)).status).toBe(200)
      expect((await agent.ask('ping')).status).toBe(429)
      await instance.clock.advance(600)
      expect((await agent.ask('ping')).status).toBe(429)
      await instance.clock.advance(100)
      expect((await agent.ask('ping')).status).toBe(200)
    })

    test('that sends too much has done nothing by it, and uses nothing of its pool', async () => {
      const { account, agent } = await newcomer('pool')
      await times(100, () => agent.ask('ping'))
      const refused = await times(20, () => agent.call('create_link', { long_url }))
      expect(statuses(refused, 429)).toBe(20)
      expect((await account.call('GET /links')).body.total).toBe(0)
      expect(await used(account)).toEqual({ limit: 25, used: 0 })
    })

    test('is not held to the 38 requests a minute of the API, and spends none of them', async () => {
      const { account, agent } = await newcomer()
      const calls = await times(60, () => agent.call('get_user_info'))
      expect(
        calls.filter(({ result }) => result?.structuredContent.data.email === account.email),
      ).toHaveLength(60)
      expect((await account.call('GET /user')).headers.get('x-ratelimit-remaining')).toBe('37')
      for (const { headers } of calls) expect(headers.get('ratelimit')).toBeNull()
    })

    test('that protects a crowd of links keeps nobody from signing in', async () => {
      const { account, agent } = await newcomer('roomy')
      const somebody = await instance.account()
      let hashed = 0
      const calls = times(60, async () => {
        await agent.call('create_link', { long_url, password: 'a fine password' })
        hashed++
      })
      const giveUp = Date.now() + 10_000
      while ((await used(account)).used < 60) expect(Date.now()).toBeLessThan(giveUp)
      const before = hashed
      await signIn(instance, somebody)
      // The two that were being hashed, and those that took turns.
      expect(hashed - before).toBeLessThan(10)
      await calls
    }, 30_000)

    test('that has spent the requests of the API still has its tools', async () => {
      const { account, agent } = await newcomer()
      await times(40, () => account.call('GET /user'))
      expect((await account.call('GET /user')).status).toBe(429)
      expect((await agent.call('get_user_info')).result.isError).toBeUndefined()
    })
  })

  describe.each(revisions)('in %s, a plan without hosted_mcp_enabled', (revision) => {
    test('is 403 in words for every method, asks for no other scope, and leaves the API open', async () => {
      const { account, agent } = await newcomer('closed')
      const handshake = {
        protocolVersion: revision,
        capabilities: {},
        clientInfo: { name: 't', version: '1' },
      }
      const answers = [
        await agent.ask('initialize', handshake, { revision }),
        await agent.ask('ping', {}, { revision }),
        await agent.ask('server/discover', {}, { revision }),
        await agent.ask('tools/list', {}, { revision }),
        await agent.call('create_link', { long_url }, { revision }),
        await agent.ask('nothing', {}, { revision }),
      ]
      for (const { status, error, headers } of answers) {
        expect([status, error.data.code]).toEqual([403, 'plan_limit'])
        expect(error.message).toContain('hosted_mcp_enabled')
        expect(headers.has('www-authenticate')).toBe(false)
      }
      expect((await account.call('GET /links')).body.total).toBe(0)
    })
  })

  test('a plan with the tools opens them at once, and one without closes them', async () => {
    const { account, agent } = await newcomer('closed')
    const setPlan = (plan: string) =>
      instance.command('user', 'set-plan', '--email', account.email, '--plan', plan)
    await setPlan('unlimited')
    expect((await agent.ask('ping')).status).toBe(200)
    await setPlan('closed')
    expect((await agent.ask('ping')).status).toBe(403)
  })

  describe('the pool of the month', () => {
    test('is used by tools/call alone', async () => {
      const { account, agent } = await newcomer('pool')
      await agent.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} })
      for (const revision of revisions)
        for (const method of [
          'ping',
          'tools/list',
          'server/discover',
          'notifications/initialized',
          'nothing',
        ])
          await agent.ask(method, {}, { revision })
      await account.link()
      await account.call('GET /links')
      expect(await used(account)).toEqual({ limit: 25, used: 0 })
      await agent.call('list_links')
      await agent.call('list_links', {}, { revision: '2026-07-28' })
      expect(await used(account)).toEqual({ limit: 25, used: 2 })
    })

    test('of 25 gives exactly 25 of 60 calls at once, and the others have done nothing', async () => {
      const { account, agent } = await newcomer('pool')
      const calls = await times(60, (index) =>
        agent.call('create_link', { long_url }, { revision: revisions[index % 2] }),
      )
      expect(statuses(calls, 200)).toBe(60)
      expect(calls.filter(({ result }) => result?.structuredContent?.data.short)).toHaveLength(25)
      const refused = calls.filter(refusedByPool)
      expect(refused).toHaveLength(35)
      for (const { result } of refused) expect(result.structuredContent).toBeUndefined()
      expect((await account.call('GET /links?status=all')).body.total).toBe(25)
      expect(await used(account)).toEqual({ limit: 25, used: 25 })
      expect(refusedByPool(await agent.call('get_quota'))).toBe(true)
      expect((await account.call('GET /user')).status).toBe(200)
    })

    test('without a limit is counted all the same, told at once, and holds where the plan gets one', async () => {
      const { account, agent } = await newcomer('unlimited')
      await times(60, () => agent.call('get_user_info'))
      expect(await used(account)).toEqual({ limit: null, used: 60 })
      await agent.call('get_user_info')
      await instance.command('user', 'set-plan', '--email', account.email, '--plan', 'pool')
      expect(refusedByPool(await agent.call('get_user_info'))).toBe(true)
      expect(await used(account)).toEqual({ limit: 25, used: 61 })
    })

    test('belongs to the account: its credentials share it', async () => {
      const { account, agent } = await newcomer('pool')
      const other = agentOf(instance, await account.newKey('all'))
      const calls = await times(30, (index) => (index % 2 ? agent : other).call('get_user_info'))
      expect(calls.filter(refusedByPool)).toHaveLength(5)
    })

    test('is not used by what is no call of a tool: unknown names, wrong messages, a scope that is lacking', async () => {
      const { account, agent } = await newcomer('pool')
      const narrow = agentOf(instance, await account.newKey('user:read'))
      for (const revision of revisions) {
        expect((await agent.call('no_such_tool', {}, { revision })).error.code).toBe(-32_602)
        expect((await agent.ask('tools/call', { arguments: {} }, { revision })).error).toBeDefined()
        expect(
          (await agent.ask('tools/call', { name: 'get_quota', arguments: [] }, { revision })).error,
        ).toBeDefined()
        expect((await narrow.call('create_link', { long_url }, { revision })).status).toBe(403)
      }
      expect(await used(account)).toEqual({ limit: 25, used: 0 })
    })

    test('is used by a call that the operation refuses', async () => {
      const { account, agent } = await newcomer('pool')
      expect((await agent.call('get_link', { short: 'nobody-has-this' })).result.isError).toBe(true)
      expect((await agent.call('create_link', { long_url: 'nonsense' })).result.isError).toBe(true)
      expect(await used(account)).toEqual({ limit: 25, used: 2 })
    })

    test('of none refuses every call, and lists the tools all the same', async () => {
      const { account, agent } = await newcomer('empty')
      expect(refusedByPool(await agent.call('create_link', { long_url }))).toBe(true)
      expect(await agent.tools()).toHaveLength(28)
      expect(await used(account)).toEqual({ limit: 0, used: 0 })
    })

    test('gets back what a call took that failed on our side', async () => {
      const { account, agent } = await newcomer('pool')
      await agent.call('get_user_info')
      await runStatement(instance.database, 'alter table qr_settings rename to qr_settings_away')
      try {
        for (const revision of revisions) {
          const { result } = await agent.call('get_global_qr', {}, { revision })
          expect(result.isError).toBe(true)
          expect(result.content[0].text).toStartWith('internal: ')
          // What went wrong within is for the log, and for nobody else.
          expect(result.content[0].text).not.toContain('qr_settings')
        }
      } finally {
        await runStatement(instance.database, 'alter table qr_settings_away rename to qr_settings')
      }
      expect(instance.errors.splice(0)).toHaveLength(2)
      expect(await used(account)).toEqual({ limit: 25, used: 1 })
      expect((await agent.call('get_global_qr')).result.isError).toBeUndefined()
    })

    test('starts again with the next month (UTC)', async () => {
      const { account, agent } = await newcomer('pool')
      await times(30, () => agent.call('get_user_info'))
      expect(refusedByPool(await agent.call('get_user_info'))).toBe(true)
      const { resets_at } = (await account.call('GET /quota')).body.data
      await instance.clock.advance(resets_at * 1000 - instance.clock.now() - 5_000)
      expect(refusedByPool(await agent.call('get_user_info'))).toBe(true)
      await instance.clock.advance(6_000)
      expect((await agent.call('get_user_info')).result.isError).toBeUndefined()
      expect(await used(account)).toEqual({ limit: 25, used: 1 })
    })
  })
})

describe('two servers on one PostgreSQL', () => {
  const second = mkdtempSync(join(tmpdir(), 'linnet-second-'))
  let servers: Instance[] = []
  beforeAll(async () => {
    const database = await freshDatabase('postgres')
    servers = [
      await startOn(database, 'postgres', { PLANS_FILE: plansFile }),
      await startOn(database, 'postgres', { PLANS_FILE: plansFile, DATA_DIR: second }),
    ]
  })
  afterAll(async () => {
    try {
      await Promise.all(servers.map((server) => server.stop()))
    } finally {
      await servers[0]?.database.remove()
      rmSync(second, { recursive: true, force: true })
    }
  })

  test('give exactly the 25 calls of a pool together', async () => {
    const [first] = servers as [Instance]
    const account = await first.account({ plan: 'pool' })
    const agents = servers.map((server) => agentOf(server, account.key))
    const calls = await times(60, (index) => (agents[index % 2] as Agent).call('create_link', { long_url }))
    expect(calls.filter(({ result }) => result?.structuredContent?.data.short)).toHaveLength(25)
    expect(calls.filter(refusedByPool)).toHaveLength(35)
    expect((await account.call('GET /links?status=all')).body.total).toBe(25)
    expect(await used(account)).toEqual({ limit: 25, used: 25 })
  })
})
