// Raw messages to the agent tools, valid and invalid, and checks that apply to every response to an invalid one.
import { afterEach, beforeAll, expect } from 'bun:test'
import type { Account, Answer, Instance } from '../instance.ts'
import type { Revision } from './mcp.ts'

export const revisions: Revision[] = ['2025-11-25', '2026-07-28']
export const rpc = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const

const envelope = JSON.stringify({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
})

/** Encodes as base64 what a header can't carry as it is (2026-07-28, "Header encoding"). */
export const headerValue = (text: string) =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`

export interface RawMessage {
  /** As JSON. */
  id?: string
  method?: string
  /** The fields of `params` as JSON without braces; null for a message without params. */
  params?: string | null
}

/** A request as JSON, with the params that its protocol revision requires. */
export function messageOf(
  revision: Revision,
  { id = '1', method = '"tools/call"', params = '' }: RawMessage,
): string {
  const meta = revision === '2026-07-28' ? `"_meta":${envelope}` : ''
  const fields = params === null ? '' : `,"params":{${[params, meta].filter(Boolean).join(',')}}`
  return `{"jsonrpc":"2.0"${id && `,"id":${id}`}${method && `,"method":${method}`}${fields}}`
}

/** Params of a call that would create a link if nothing else were wrong. */
export const creating = (more = '') =>
  `"name":"create_link","arguments":{"long_url":"https://example.com/"${more}}`

type Body = string | Uint8Array | ReadableStream<Uint8Array>

export interface Messenger {
  /** The account whose credential it uses. */
  account(): Account
  post(body: Body, headers?: Record<string, string>): Promise<Answer>
  /** Sends a message with the headers that a correct client would send with it. */
  send(revision: Revision, text: string, headers?: Record<string, string>): Promise<Answer>
}

/** Sends messages for an account of its own, and checks that none of them changes anything. */
export function messenger(instance: Instance): Messenger {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  async function post(body: Body, headers: Record<string, string> = {}): Promise<Answer> {
    // Avoids running into the burst limit.
    await instance.clock.advance(100)
    const answer = await fetch(`${instance.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.key}`,
        accept: 'application/json',
        'content-type': 'application/json',
        ...headers,
      },
      body: body as BodyInit,
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : null }
  }

  function send(revision: Revision, text: string, headers: Record<string, string> = {}): Promise<Answer> {
    const own: Record<string, string> = { 'mcp-protocol-version': revision }
    if (revision === '2026-07-28') {
      const { method, params } = JSON.parse(text)
      if (typeof method === 'string' && method !== '') own['mcp-method'] = headerValue(method)
      if (typeof params?.name === 'string') own['mcp-name'] = headerValue(params.name)
    }
    return post(text, { ...own, ...headers })
  }

  afterEach(async () => {
    expect(instance.errors).toEqual([])
    expect((await account.call('GET /links?status=all')).body.total).toBe(0)
  })

  return { account: () => account, post, send }
}

/** Expects a JSON-RPC error with our own message. */
export function expectError(answer: Answer, status: number, code: number, id: unknown, what = ''): void {
  expect([answer.status, answer.body?.error?.code], `${what.slice(0, 300)} ${answer.text}`).toEqual([
    status,
    code,
  ])
  expect(answer.body).toStrictEqual({ jsonrpc: '2.0', id, error: expect.any(Object) })
  const { message } = answer.body.error
  expect(message).toBeString()
  // Neither a stack trace nor validator output.
  expect(message).not.toMatch(/\n|node_modules| at .+:\d/)
}
