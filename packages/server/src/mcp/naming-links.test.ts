// How a link is identified: by its short code or its id, in tool arguments as in API paths.
import { beforeAll, describe, expect, test } from 'bun:test'
import { operations } from '@linnet/contract'
import { type Agent, agentOf, toolResult } from '../../../../test/agents/mcp.ts'
import { requestOf, validFor } from '../../../../test/generated/valid-arguments.ts'
import { type Account, onEachEngine } from '../../../../test/instance.ts'

const aboutOneLink = operations.filter(
  ({ audience, params }) => audience === 'public' && 'short' in params.shape,
)

onEachEngine('an operation on one link', (instance) => {
  let account: Account
  let agent: Agent
  beforeAll(async () => {
    account = await instance.account()
    agent = agentOf(instance, account.key, { tools: 'all' })
  })

  for (const operation of aboutOneLink) {
    const { tool } = operation
    describe(operation.id, () => {
      test('accepts the id of the link instead of the code in its path', async () => {
        const valid = await validFor(operation, account)
        const { id } = (await account.call(`GET /links/${valid.params?.short}`)).body.data
        const answer = await account.call(requestOf(operation, { ...valid, params: { short: id } }), {
          body: valid.body,
        })
        expect(answer.status, answer.text).toBe(200)
      })

      if (!tool) return

      test(`is a tool that takes the id of the link in place of its code`, async () => {
        const { params, query, body } = await validFor(operation, account)
        const { id } = (await account.call(`GET /links/${params?.short}`)).body.data
        const { text } = await toolResult(agent, tool.name, { ...query, ...body, id })
        expect(text).not.toContain('Ignored')
        const other = await validFor(operation, account)
        const withNull = { ...other.query, ...other.body, id: null, short: other.params?.short }
        expect((await agent.call(tool.name, withNull)).result.isError).toBeUndefined()
      })

      test('is a tool that refuses both names, none, and a non-string, and changes nothing', async () => {
        const { params, query, body } = await validFor(operation, account)
        const before = (await account.call(`GET /links/${params?.short}`)).body.data
        for (const [names, fault] of [
          [{ short: params?.short, id: before.id }, 'id: must not be given together with short'],
          [{}, 'short: is required, unless id is given'],
          [{ short: null, id: null }, 'short: is required, unless id is given'],
          [{ id: 5 }, 'id: must be a string, not a number'],
        ] as const) {
          const { result } = await agent.call(tool.name, { ...query, ...body, ...names })
          expect(result.isError).toBe(true)
          expect(result.content[0].text).toStartWith('malformed_request: ')
          expect(result.content[0].text).toContain(`\n- ${fault}\n`)
        }
        expect((await account.call(`GET /links/${params?.short}`)).body.data).toStrictEqual(before)
      })

      test('is a tool that finds no link of another account by its id', async () => {
        const { query, body } = await validFor(operation, account)
        const { id } = await (await instance.account()).link()
        const { result } = await agent.call(tool.name, { ...query, ...body, id })
        expect(result.content[0].text).toStartWith('not_found: ')
      })
    })
  }

  test('is what twelve tools do, each of which describes both', async () => {
    const { result } = await agent.ask('tools/list')
    const named = result.tools.filter(
      ({ inputSchema }: { inputSchema: { properties: object } }) => 'id' in inputSchema.properties,
    )
    expect(named.map(({ name }: { name: string }) => name)).toStrictEqual(
      aboutOneLink.flatMap(({ tool }) => tool?.name ?? []),
    )
    expect(named).toHaveLength(12)
    for (const { inputSchema } of named) expect(inputSchema.required ?? []).not.toContain('short')
  })
})
