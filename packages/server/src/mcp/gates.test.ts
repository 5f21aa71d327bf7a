// Guards against excessive use by agents: the burst limit of a credential, and the plan's flag.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '../../../../test/accounts/sign-in.ts'
import { type Agent, agentOf, type Revision } from '../../../../test/agents/mcp.ts'
import { statuses, times, toolPlans, used } from '../../../../test/agents/tool-plans.ts'
import { atFullCost } from '../../../../test/cheap-hashes.ts'
import { TestClock } from '../../../../test/clock.ts'
import { engines, freshDatabase } from '../../../../test/databases.ts'
import { type Account, type Instance, startOn } from '../../../../test/instance.ts'

/** A clock that only moves when a test advances it, so that a test can count what one second allows. */
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
writeFileSync(plansFile, JSON.stringify(toolPlans))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const revisions: Revision[] = ['2025-11-25', '2026-07-28']
const long_url = 'https://example.com/'

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
    test('may send 100 messages at once; the next is 429 with Retry-After, and each second allows 20 more', async () => {
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

    test('has its own limit: another one of the same account, and another account, are admitted', async () => {
      const { account, agent } = await newcomer()
      await times(100, () => agent.ask('ping'))
      expect((await agent.ask('ping')).status).toBe(429)
      expect((await agentOf(instance, await account.newKey('all')).ask('ping')).status).toBe(200)
      expect((await (await newcomer()).agent.ask('ping')).status).toBe(200)
    })

    test('uses it up with valid and invalid messages', async () => {
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

    test('uses one more for each 64 KiB of a message, and waits longer if it exceeded the limit', async () => {
      const { agent } = await newcomer()
      const large = { title: 'x'.repeat(960 * 1024) }
      // Sixteen each: the seventh exceeds the limit.
      for (let sent = 0; sent < 7; sent++) expect((await agent.ask('ping', large)).status).toBe(200)
      expect((await agent.ask('ping')).status).toBe(429)
      await instance.clock.advance(600)
      expect((await agent.ask('ping')).status).toBe(429)
      await instance.clock.advance(100)
      expect((await agent.ask('ping')).status).toBe(200)
    })

    test('that is refused has no effect, and uses nothing of its pool', async () => {
      const { account, agent } = await newcomer('pool')
      await times(100, () => agent.ask('ping'))
      const refused = await times(20, () => agent.call('create_link', { long_url }))
      expect(statuses(refused, 429)).toBe(20)
      expect((await account.call('GET /links')).body.total).toBe(0)
      expect(await used(account)).toEqual({ limit: 25, used: 0 })
    })

    test('is not subject to the API’s 38 requests a minute, and uses none of them', async () => {
      const { account, agent } = await newcomer()
      const calls = await times(60, () => agent.call('get_user_info'))
      expect(
        calls.filter(({ result }) => result?.structuredContent.data.email === account.email),
      ).toHaveLength(60)
      expect((await account.call('GET /user')).headers.get('x-ratelimit-remaining')).toBe('37')
      for (const { headers } of calls) expect(headers.get('ratelimit')).toBeNull()
    })

    test('that sets passwords on many links keeps no user from signing in', async () => {
      const { agent } = await newcomer('roomy')
      const somebody = await instance.account()
      const crowd = 30
      let hashed = 0
      // At their full cost, hashes take most of the time. Without fair scheduling, signing in would wait for all of them.
      await atFullCost(async () => {
        const { promise: underWay, resolve } = Promise.withResolvers<void>()
        const calls = times(crowd, async () => {
          await agent.call('create_link', { long_url, password: 'a fine password' })
          // By then, as many others as may wait at once wait for a core.
          if (++hashed === 5) resolve()
        })
        await underWay
        const left = crowd - hashed
        await signIn(instance, somebody)
        expect(crowd - hashed).toBeGreaterThan(left / 4)
        await calls
      })
    })

    test('that has used up the requests of the API can still use its tools', async () => {
      const { account, agent } = await newcomer()
      await times(40, () => account.call('GET /user'))
      expect((await account.call('GET /user')).status).toBe(429)
      expect((await agent.call('get_user_info')).result.isError).toBeUndefined()
    })
  })

  describe.each(revisions)('in %s, a plan without hosted_mcp_enabled', (revision) => {
    test('is 403 with an explanation for every method, asks for no other scope, and leaves the API open', async () => {
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

  test('changing to a plan with the tools enables them at once, and to one without disables them', async () => {
    const { account, agent } = await newcomer('closed')
    const setPlan = (plan: string) =>
      instance.command('user', 'set-plan', '--email', account.email, '--plan', plan)
    await setPlan('unlimited')
    expect((await agent.ask('ping')).status).toBe(200)
    await setPlan('closed')
    expect((await agent.ask('ping')).status).toBe(403)
  })
})
