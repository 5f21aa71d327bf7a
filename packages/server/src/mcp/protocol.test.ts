// The protocol of the agent tools, in both generations.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Agent, agentOf, type Revision } from '../../../../test/agents/mcp.ts'
import { type Account, onOneEngine } from '../../../../test/instance.ts'

const revisions: Revision[] = ['2025-11-25', '2026-07-28']

onOneEngine('the agent tools', (instance) => {
  let account: Account
  let agent: Agent
  beforeAll(async () => {
    account = await instance.account()
    agent = agentOf(instance, account.key)
  })

  test('answer the handshake of a client with its own revision', async () => {
    for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      const { result } = await agent.ask('initialize', {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      })
      expect(result).toStrictEqual({
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'linnet', title: 'Linnet', version: expect.any(String) },
        instructions: expect.any(String),
      })
    }
  })

  test('answer a ping', async () => {
    expect((await agent.ask('ping')).result).toStrictEqual({})
  })

  describe.each(revisions)('in revision %s', (revision) => {
    test('are 28, and each answers as plain JSON', async () => {
      const answer = await agent.ask('tools/list', {}, { revision })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toStartWith('application/json')
      expect(answer.result.tools).toHaveLength(28)
      const link = await account.link({ title: 'One' })
      const called = await agent.call('get_link', { short: link.short }, { revision })
      expect(called.result.structuredContent).toStrictEqual({ data: link })
      expect(called.result.isError).toBeUndefined()
    })
  })
})
