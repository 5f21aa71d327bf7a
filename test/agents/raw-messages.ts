// Messages to the agent tools as they come over the wire, right and wrong, and what is true of the answer to every wrong one.
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

/** What a header can't carry as it is goes as base64 (2026-07-28, "Header encoding"). */
export const headerValue = (text: string) =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`

export interface Sent {
  /** JSON. */
  id?: string
  method?: string
  /** The members of `params`, in JSON, without braces; null for a message without params. */
  params?: string | null
}

/** JSON of a request, with what its era wants in its params. */
export function messageOf(
  revision: Revision,
  { id = '1', method = '"tools/call"', params = '' }: Sent,
): string {
  const meta = revision === '2026-07-28' ? `"_meta":${envelope}` : ''
  const members = params === null ? '' : `,"params":{${[params, meta].filter(Boolean).join(',')}}`
  return `{"jsonrpc":"2.0"${id && `,"id":${id}`}${method && `,"method":${method}`}${members}}`
}

/** Params of a call that would create a link, did nothing stand in its way. */
export const creating = (more = '') =>
  `"name":"create_link","arguments":{"long_url":"https://example.com/"${more}}`

type Body = string | Uint8Array | ReadableStream<Uint8Array>

export interface Messenger {
  /** Whose credential it sends with. */
  account(): Account
  post(body: Body, headers?: Record<string, string>): Promise<Answer>
  /** Sends a text with the headers that a right client would send with it. */
  send(revision: Revision, text: string, headers?: Record<string, string>): Promise<Answer>
}

/** Sends messages for an account of its own, for which nothing may be done by any of them. */
export function messenger(instance: Instance): Messenger {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  async function post(body: Body, headers: Record<string, string> = {}): Promise<Answer> {
    // So that no burst comes to an end.
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

/** An error of JSON-RPC, in our words. */
export function expectError(answer: Answer, status: number, code: number, id: unknown, what = ''): void {
  expect([answer.status, answer.body?.error?.code], `${what.slice(0, 300)} ${answer.text}`).toEqual([
    status,
    code,
  ])
  expect(answer.body).toStrictEqual({ jsonrpc: '2.0', id, error: expect.any(Object) })
  const { message } = answer.body.error
  expect(message).toBeString()
  // Neither a trace nor the report of a validator.
  expect(message).not.toMatch(/\n|node_modules| at .+:\d/)
}
