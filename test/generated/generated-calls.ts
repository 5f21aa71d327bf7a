// Calls every tool with generated arguments, valid and invalid: each call returns a result that matches the tool's schema, or
// is refused. The caller chooses how many.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { errorCodes, type Operation, operations } from '@linnet/contract'
import fc from 'fast-check'
import { z } from 'zod'
import { type Account, type Instance, request, startInstance } from '../instance.ts'
import { componentsOf, microsite } from '../microsites.ts'
import { type JsonSchema, jsonFor } from './json-arbitraries.ts'

// A failure is reported with its seed and path: { seed, path } here repeats it.
const settings = { interruptAfterTimeLimit: 4_000 }
const tools = operations.filter(({ tool }) => tool)
const codes = Object.keys(errorCodes)

// The JSON-RPC error codes for invalid messages, with those of 2026-07-28; an internal error is not among them.
const faults = [-32_700, -32_600, -32_601, -32_602, -32_020, -32_021, -32_022]

const meta = {
  type: 'object',
  required: ['io.modelcontextprotocol/protocolVersion', 'io.modelcontextprotocol/clientCapabilities'],
  properties: {
    'io.modelcontextprotocol/protocolVersion': { enum: ['2026-07-28'] },
    'io.modelcontextprotocol/clientCapabilities': { type: 'object' },
    'io.modelcontextprotocol/clientInfo': { type: 'object' },
    progressToken: { type: 'string' },
  },
}
const messages = jsonFor({
  type: 'object',
  required: ['jsonrpc', 'id', 'method', 'params'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    method: {
      enum: ['tools/call', 'tools/list', 'initialize', 'ping', 'server/discover', 'subscriptions/listen'],
    },
    params: {
      type: 'object',
      required: ['name', '_meta', 'protocolVersion', 'capabilities', 'clientInfo'],
      properties: {
        name: { enum: ['get_quota'] },
        arguments: { type: 'object' },
        _meta: meta,
        protocolVersion: { enum: ['2025-11-25'] },
        capabilities: {
          type: 'object',
          properties: { roots: { type: 'object' }, tasks: { type: 'object' } },
        },
        clientInfo: { type: 'object', properties: { name: { type: 'string' }, icons: { type: 'array' } } },
        notifications: { type: 'object' },
        inputResponses: { type: 'object' },
        requestState: { type: 'string' },
        task: { type: 'object' },
        cursor: { type: 'string' },
      },
    },
  },
})
const headersOfMessages = fc.record(
  {
    'mcp-protocol-version': fc.constantFrom('2025-11-25', '2026-07-28', '2099-01-01'),
    'mcp-method': fc.constantFrom('tools/call', 'tools/list', 'server/discover', 'subscriptions/listen'),
    'mcp-name': fc.constantFrom('get_quota', '=?base64?Z2V0X3F1b3Rh?=', '=?base64?%?='),
    'mcp-session-id': fc.constant('x'),
    'last-event-id': fc.constant('1'),
  },
  { requiredKeys: [] },
)

/** Often names resources of the account, so that calls get further than a failed lookup. */
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

/** How many calls of each tool, and how many messages that are generated as a whole. */
export function describeGeneratedCalls(runs: { tool: number; messages: number }): void {
  // The tests of the API cover what an operation does with the same input on both engines.
  describe('generated tool calls', () => generatedCalls(runs))
}

function generatedCalls(runs: { tool: number; messages: number }): void {
  let instance: Instance
  let account: Account
  let known: Record<string, string>
  beforeAll(async () => {
    // Logos are fetched from generated URLs, whose host names don't resolve, so nothing is sent to strangers.
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
    // So that the burst limit is never reached.
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
    test(`${name} returns what it declares, or an error that says what is wrong`, async () => {
      const { params, query, body } = operation
      const shape: z.ZodRawShape = { ...params.shape, ...query.shape, ...body?.shape }
      const schema = z.toJSONSchema(z.object(shape), { io: 'input' }) as JsonSchema
      const answered = operation.tool?.answer ?? operation.answer
      const property = fc.asyncProperty(jsonFor(schema), async (text) => {
        const { status, body, headers } = await call(name, knownIn(operation, text, known))
        expect(instance.errors).toEqual([])
        expect(headers.get('content-type')).toStartWith('application/json')
        if (body.error) {
          // The arguments were not an object, or one that is nested too deep to be parsed.
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
      await fc.assert(property, { ...settings, numRuns: runs.tool })
    })
  }

  test('are also handled if the whole message is generated', async () => {
    const property = fc.asyncProperty(messages, headersOfMessages, async (body, headers) => {
      await instance.clock.advance(100)
      const answer = await request(instance.url, 'POST /mcp', {
        body,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...headers,
          authorization: `Bearer ${account.key}`,
        },
      })
      expect(instance.errors).toEqual([])
      expect(answer.status).toBeOneOf([200, 202, 400, 404])
      if (answer.status === 202) expect(answer.text).toBe('')
      else expect(answer.body).toContainAnyKeys(['result', 'error'])
      if (answer.body?.error) expect(answer.body.error.code).toBeOneOf(faults)
    })
    await fc.assert(property, { ...settings, numRuns: runs.messages })
  })

  test("have left nothing that can't be listed", async () => {
    for (const tool of ['list_links', 'list_microsites', 'get_account_stats', 'get_quota']) {
      const { body } = await call(tool, '{}')
      expect(body.result.isError, tool).toBeUndefined()
    }
  })
}
