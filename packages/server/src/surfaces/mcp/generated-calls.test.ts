// Generated arguments, right and wrong, for every tool: each call is answered by a result of the tool's own shape, or refused.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { errorCodes, type Operation, operations } from '@linnet/contract'
import fc from 'fast-check'
import { z } from 'zod'
import { type Account, type Instance, request, startInstance } from '../../../../../test/instance.ts'
import { type JsonSchema, jsonFor } from '../../../../../test/json-arbitraries.ts'
import { componentsOf, microsite } from '../../../../../test/microsites.ts'

// A failure is reported with its seed and path: { seed, path } here repeats it.
const settings = { numRuns: 25, interruptAfterTimeLimit: 4_000 }
const tools = operations.filter(({ tool }) => tool)
const codes = Object.keys(errorCodes)

/** Often names what the account has, so that more is reached than a lookup that finds nothing. */
function knownIn(operation: Operation, text: string, known: Record<string, string>): string {
  try {
    const given = JSON.parse(text)
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return text
    for (const name of Object.keys(operation.params.shape))
      if (known[name] !== undefined && text.length % 3 > 0) given[name] = known[name]
    return JSON.stringify(given)
  } catch {
    return text
  }
}

// What an operation does with the same input on either engine is for the tests of the API.
describe('generated calls of tools', () => {
  let instance: Instance
  let account: Account
  let known: Record<string, string>
  beforeAll(async () => {
    // Logos are fetched from addresses that are generated: no name of them is found, so nothing goes to strangers.
    instance = await startInstance('sqlite', { DNS_SERVERS: '127.0.0.1:9' })
    account = await instance.account()
    const { short } = await account.link()
    const { slug } = await microsite(account)
    const { id } = await componentsOf(account, slug).add('TEXT')
    known = { short, slug, componentId: id }
  })
  afterAll(async () => {
    try {
      await instance.stop()
    } finally {
      await instance.database.remove()
    }
  })

  async function call(name: string, given: string) {
    // So that no burst comes to an end.
    await instance.clock.advance(100)
    return await request(instance.url, 'POST /mcp', {
      body: `{"jsonrpc":"2.0","id":"an id","method":"tools/call","params":{"name":"${name}","arguments":${given}}}`,
      headers: {
        authorization: `Bearer ${account.key}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
    })
  }

  for (const operation of tools) {
    const name = operation.tool?.name ?? ''
    test(`${name} answers with what it declares, or says what is wrong`, async () => {
      const { params, query, body } = operation
      const shape: z.ZodRawShape = { ...params.shape, ...query.shape, ...body?.shape }
      const schema = z.toJSONSchema(z.object(shape), { io: 'input' }) as JsonSchema
      const answered = operation.tool?.answer ?? operation.answer
      const property = fc.asyncProperty(jsonFor(schema), async (text) => {
        const { status, body, headers } = await call(name, knownIn(operation, text, known))
        expect(instance.errors).toEqual([])
        expect(headers.get('content-type')).toStartWith('application/json')
        if (body.error) {
          // The arguments were no object, or one that is nested too deep to be read.
          const fault = [status, body.id, body.error.code]
          expect([
            [200, 'an id', -32_602],
            [400, null, -32_700],
          ]).toContainEqual(fault)
          return
        }
        expect([status, body.jsonrpc, body.id]).toEqual([200, '2.0', 'an id'])
        const { content, structuredContent, isError } = body.result
        expect(content).toEqual([{ type: 'text', text: expect.any(String) }])
        if (isError) {
          expect(structuredContent).toBeUndefined()
          expect(codes).toContain(content[0].text.split(':')[0])
          expect(content[0].text).not.toStartWith('internal')
        } else expect(answered.safeParse(structuredContent).error).toBeUndefined()
      })
      await fc.assert(property, settings)
    })
  }

  test('have left nothing that cannot be listed', async () => {
    for (const tool of ['list_links', 'list_microsites', 'get_account_stats', 'get_quota']) {
      const { body } = await call(tool, '{}')
      expect(body.result.isError, tool).toBeUndefined()
    }
  })
})
