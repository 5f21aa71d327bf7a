// The monthly pool of tool calls: exact under concurrent calls, and used only by tool calls.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Agent, agentOf, type Revision } from '../../../../test/agents/mcp.ts'
import { refusedByPool, statuses, times, toolPlans, used } from '../../../../test/agents/tool-plans.ts'
import { engines, freshDatabase } from '../../../../test/databases.ts'
import { type Account, type Instance, onEachEngine, startOn } from '../../../../test/instance.ts'
import { runStatement } from '../../../../test/servers/statements.ts'

const folder = mkdtempSync(join(tmpdir(), 'linnet-pool-'))
const plansFile = join(folder, 'plans.json')
writeFileSync(plansFile, JSON.stringify(toolPlans))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const revisions: Revision[] = ['2025-11-25', '2026-07-28']
const long_url = 'https://example.com/'

describe.each([...engines])('tool calls without a limit, on %s', (engine) => {
  test('are saved by a server that stops', async () => {
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

onEachEngine(
  'the pool of the month',
  (instance) => {
    async function newcomer(plan = 'unlimited'): Promise<{ account: Account; agent: Agent }> {
      const account = await instance.account({ plan })
      return { account, agent: agentOf(instance, account.key) }
    }

    test('is used only by tools/call', async () => {
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

    test('of 25 gives exactly 25 of 60 calls at once, and the others have no effect', async () => {
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

    test('without a limit is counted and reported anyway, and applies once the plan has a limit', async () => {
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

    test('is used only by tool calls: not by unknown names, invalid messages or missing scopes', async () => {
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

    test('of zero refuses every call, but still lists the tools', async () => {
      const { account, agent } = await newcomer('empty')
      expect(refusedByPool(await agent.call('create_link', { long_url }))).toBe(true)
      expect(await agent.tools()).toHaveLength(28)
      expect(await used(account)).toEqual({ limit: 0, used: 0 })
    })

    test('gets back the unit of a call that failed with a server error', async () => {
      const { account, agent } = await newcomer('pool')
      await agent.call('get_user_info')
      await runStatement(instance.database, 'alter table qr_settings rename to qr_settings_away')
      try {
        for (const revision of revisions) {
          const { result } = await agent.call('get_global_qr', {}, { revision })
          expect(result.isError).toBe(true)
          expect(result.content[0].text).toStartWith('internal: ')
          // Internal errors are only logged.
          expect(result.content[0].text).not.toContain('qr_settings')
        }
      } finally {
        await runStatement(instance.database, 'alter table qr_settings_away rename to qr_settings')
      }
      expect(instance.errors.splice(0)).toHaveLength(2)
      expect(await used(account)).toEqual({ limit: 25, used: 1 })
      expect((await agent.call('get_global_qr')).result.isError).toBeUndefined()
    })

    test('resets with the next month (UTC)', async () => {
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
  },
  { PLANS_FILE: plansFile },
)

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
