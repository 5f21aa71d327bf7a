// Sends messages to the agent tools as an MCP client of either protocol generation does; tests can override every part.
import { expect } from 'bun:test'
import { type Answer, type Instance, request } from '../instance.ts'

/** The protocol revisions of a message: the last one with a handshake, and the one without. */
export type Revision = '2025-11-25' | '2026-07-28'

export interface MessageOptions {
  revision?: Revision
  headers?: Record<string, string>
}

/** A tool's result, or a JSON-RPC error in its place. */
export interface Outcome extends Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read results of every shape.
  result: any
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  error: any
}

export interface Agent {
  /** Sends a request by its method. */
  ask(method: string, params?: object, options?: MessageOptions): Promise<Outcome>
  /** Calls a tool. */
  call(tool: string, given?: object, options?: MessageOptions): Promise<Outcome>
  /** The names of the tools that it can list. */
  tools(options?: MessageOptions): Promise<string[]>
}

/** An agent with an API key or access token, or with no credential if it is null; `tools`: which of them it asks for. */
export function agentOf(
  instance: Pick<Instance, 'url'>,
  credential: string | null,
  { tools = 'usual' }: { tools?: 'usual' | 'all' } = {},
): Agent {
  const address = tools === 'all' ? '/mcp?tools=all' : '/mcp'
  let id = 0

  const ask: Agent['ask'] = async (method, params = {}, { revision = '2025-11-25', headers = {} } = {}) => {
    const isModern = revision === '2026-07-28'
    const { name } = params as { name?: unknown }
    const message = { jsonrpc: '2.0', id: ++id, method, params: isModern ? withEnvelope(params) : params }
    const answer = await request(instance.url, `POST ${address}`, {
      body: message,
      headers: {
        accept: 'application/json',
        'mcp-protocol-version': revision,
        ...(isModern ? { 'mcp-method': method } : {}),
        ...(isModern && typeof name === 'string' ? { 'mcp-name': name } : {}),
        ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
        ...headers,
      },
    })
    return { ...answer, result: answer.body?.result, error: answer.body?.error }
  }

  return {
    ask,
    call: (tool, given = {}, options) => ask('tools/call', { name: tool, arguments: given }, options),
    async tools(options) {
      const { result, text } = await ask('tools/list', {}, options)
      if (!result) throw new Error(`the list of tools was refused: ${text}`)
      return result.tools.map(({ name }: { name: string }) => name)
    },
  }
}

/** Calls a tool; returns its text and structured content, or throws if it refuses. */
export async function toolResult(
  agent: Agent,
  tool: string,
  given: object,
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape.
): Promise<{ text: string; data: any }> {
  const { result, text } = await agent.call(tool, given)
  if (!result || result.isError) throw new Error(`${tool} was refused: ${text}`)
  expect(result.content).toHaveLength(1)
  const words: string = result.content[0].text
  expect(words).not.toMatch(/undefined|null|NaN|\[object|Invalid/)
  expect(words.length).toBeLessThanOrEqual(20_000)
  return { text: words, data: result.structuredContent.data }
}

/** What every request of 2026-07-28 carries instead of a handshake. */
function withEnvelope(params: object): object {
  return {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }
}
