// Messages that are none, or wrong, in both eras: errors of JSON-RPC with the right id, and nothing done by any of them.
import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { type Account, type Answer, type Instance, onEachEngine } from '../../../../../test/instance.ts'
import { agentOf, type Revision } from '../../../../../test/mcp.ts'
import { openRaw } from '../../../../../test/raw-http.ts'

const revisions: Revision[] = ['2025-11-25', '2026-07-28']
const mebibyte = 1024 * 1024
const [parseError, invalidRequest, methodNotFound, invalidParams] = [-32_700, -32_600, -32_601, -32_602]
const headerMismatch = -32_020
const unsupportedVersion = -32_022

const envelope = JSON.stringify({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
})

/** What a header can't carry as it is goes as base64 (2026-07-28, "Header encoding"). */
const headerValue = (text: string) =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`

interface Sent {
  /** JSON. */
  id?: string
  method?: string
  /** The members of `params`, in JSON, without braces; null for a message without params. */
  params?: string | null
}

/** JSON of a request, with what its era wants in its params. */
function messageOf(revision: Revision, { id = '1', method = '"tools/call"', params = '' }: Sent): string {
  const meta = revision === '2026-07-28' ? `"_meta":${envelope}` : ''
  const members = params === null ? '' : `,"params":{${[params, meta].filter(Boolean).join(',')}}`
  return `{"jsonrpc":"2.0"${id && `,"id":${id}`}${method && `,"method":${method}`}${members}}`
}

/** Params of a call that would create a link, did nothing stand in its way. */
const creating = (more = '') => `"name":"create_link","arguments":{"long_url":"https://example.com/"${more}}`

function badMessages(instance: Instance): void {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  type Body = string | Uint8Array | ReadableStream<Uint8Array>

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

  /** Sends a text with the headers that a right client would send with it. */
  function send(revision: Revision, text: string, headers: Record<string, string> = {}): Promise<Answer> {
    const own: Record<string, string> = { 'mcp-protocol-version': revision }
    if (revision === '2026-07-28') {
      const { method, params } = JSON.parse(text)
      if (typeof method === 'string' && method !== '') own['mcp-method'] = headerValue(method)
      if (typeof params?.name === 'string') own['mcp-name'] = headerValue(params.name)
    }
    return post(text, { ...own, ...headers })
  }

  function expectError(answer: Answer, status: number, code: number, id: unknown, what = ''): void {
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

  afterEach(async () => {
    expect(instance.errors).toEqual([])
    expect((await account.call('GET /links?status=all')).body.total).toBe(0)
  })

  test('no JSON, or not in UTF-8, is a parse error', async () => {
    const whole = messageOf('2025-11-25', { params: creating() })
    const texts = [
      '',
      ' ',
      '{',
      whole.slice(0, -1),
      `${whole}}`,
      "{'jsonrpc':'2.0'}",
      'NaN',
      '[',
      '\ufeff',
      'a=b',
      '\0',
    ]
    const odd = messageOf('2025-11-25', { params: creating(',"title":"é"') })
    const bytes = [
      Buffer.from(odd, 'latin1'),
      Buffer.from(odd, 'utf16le'),
      Buffer.from([0xff, 0xfe]),
      Bun.gzipSync(whole),
    ]
    for (const body of [...texts, ...bytes])
      expectError(await post(body), 400, parseError, null, String(body))
  })

  test('a byte order mark is forgiven', async () => {
    const answer = await post(`\ufeff${messageOf('2025-11-25', { method: '"ping"' })}`)
    expect(answer.body).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  test('JSON that is no message is an invalid request', async () => {
    for (const body of [
      'null',
      'true',
      '5',
      '"text"',
      '{}',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","method":"ping","params":[]}',
    ])
      expectError(await post(body), 400, invalidRequest, null, body)
    for (const body of [
      '{"id":7,"method":"ping"}',
      '{"jsonrpc":"1.0","id":7,"method":"ping"}',
      '{"jsonrpc":2,"id":7,"method":"ping"}',
      '{"jsonrpc":"2.0","id":7}',
      '{"jsonrpc":"2.0","id":7,"method":null}',
      '{"jsonrpc":"2.0","id":7,"method":5}',
      '{"jsonrpc":"2.0","id":7,"method":{"toString":"ping"}}',
      '{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}',
      '{"jsonrpc":"2.0","id":7,"method":"ping","params":null}',
      '{"jsonrpc":"2.0","id":7,"method":"ping","params":"x"}',
    ])
      expectError(await post(body), 400, invalidRequest, 7, body)
  })

  test('another content type than JSON is refused, whatever it holds', async () => {
    const text = messageOf('2025-11-25', { params: creating() })
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
      'application/jsonx',
      'application/json, text/plain',
      '*/*',
      'x'.repeat(8000),
    ])
      expectError(await post(text, { 'content-type': type }), 400, invalidRequest, null, type)
  })

  test('other methods than POST are 405, before anything is asked', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])
      for (const authorization of ['', `Bearer ${account.key}`]) {
        const answer = await instance.ask(`${method} /mcp`, {
          headers: { authorization, accept: 'text/event-stream' },
        })
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
        if (method !== 'HEAD') expect(answer.body.error.data.code).toBe('method_not_allowed')
      }
  })

  test('below the endpoint is nothing', async () => {
    for (const path of ['/mcp/x', '/mcp//', '/mcp/sse', '/MCP', '/mcp%2f'])
      expect(
        (
          await instance.ask(`POST ${path}`, {
            body: {},
            headers: { authorization: `Bearer ${account.key}` },
          })
        ).status,
        path,
      ).toBeOneOf([404, 405])
  })

  describe.each(revisions)('in %s', (revision) => {
    const isModern = revision === '2026-07-28'
    const message = (sent: Sent) => messageOf(revision, sent)

    test('batches are refused as a whole', async () => {
      const one = message({ params: creating() })
      const rests = [[], [one], [one, one], Array(100).fill(one), ['1'], [one, 'null'], [`[${one}]`]]
      for (const rest of rests)
        expectError(
          await post(`[${rest.join(',')}]`, { 'mcp-protocol-version': revision }),
          400,
          invalidRequest,
          null,
        )
    })

    test('a batch of a thousand is refused unread', async () => {
      const batch = `[${Array(1000)
        .fill(message({ params: creating() }))
        .join(',')}]`
      expectError(await post(batch, { 'mcp-protocol-version': revision }), 400, parseError, null)
    })

    test('notifications and answers are 202, and do nothing even where they name a tool', async () => {
      const texts = [
        message({ id: '', method: '"notifications/initialized"' }),
        message({ id: '', method: '"notifications/cancelled"', params: '"requestId":1' }),
        message({ id: '', method: '"notifications/nothing"' }),
        message({ id: '', method: '"__proto__"' }),
        message({ id: '', params: creating() }),
        message({ id: '', method: '"tools/list"' }),
      ]
      const answers = ['"result":{}', '"error":{"code":1,"message":"x"}'].map(
        (end) => `{"jsonrpc":"2.0","id":1,${end}}`,
      )
      for (const text of [...texts, ...answers]) {
        const answer = await send(revision, text)
        expect([answer.status, answer.text], text).toEqual([202, ''])
      }
    })

    test('an id is answered as it came: a text, or a whole number', async () => {
      for (const id of [
        '0',
        '-1',
        '9007199254740991',
        '""',
        '"a"',
        '"__proto__"',
        '"\\u0000\\ud83d\\ude00"',
        `"${'x'.repeat(100_000)}"`,
      ]) {
        const answer = await send(revision, message({ id, method: '"tools/list"' }))
        expect([answer.status, answer.body.id], id.slice(0, 20)).toEqual([200, JSON.parse(id)])
        expect(answer.body.result.tools).toHaveLength(28)
      }
    })

    test('an id of any other type is an invalid request', async () => {
      const echoed: [string, unknown][] = [
        ['null', null],
        ['1.5', 1.5],
        ['{}', null],
        ['[1]', null],
        ['true', null],
        ['1e999', null],
        ['9007199254740993', null],
        ['-1e300', null],
      ]
      for (const [id, answered] of echoed)
        expectError(
          await send(revision, message({ id, params: creating() })),
          400,
          invalidRequest,
          answered,
          id,
        )
    })

    test('of two members of one name the last counts, for what is checked as for what is done', async () => {
      const text = message({
        params: `"name":"get_quota","name":"create_link","arguments":{"long_url":"https://example.com/"},"arguments":{}`,
      })
      const { body } = await send(revision, text)
      expect(body.result.isError).toBe(true)
      const narrow = await account.newKey('user:read')
      expect((await send(revision, text, { authorization: `Bearer ${narrow}` })).status).toBe(403)
    })

    test('unknown methods are not found, also those that every object has', async () => {
      const names = [
        'nothing',
        '__proto__',
        'constructor',
        'toString',
        'hasOwnProperty',
        'rpc.discover',
        'tools/Call',
        'resources/list',
        'prompts/get',
        'tasks/get',
        'logging/setLevel',
        'completion/complete',
        'x'.repeat(8000),
      ]
      for (const name of names)
        expectError(
          await send(revision, message({ method: JSON.stringify(name), params: creating() })),
          isModern ? 404 : 200,
          methodNotFound,
          1,
          name,
        )
    })

    test('streams of changes are no method: nothing holds a connection open', async () => {
      const params = '"notifications":{"toolsListChanged":true}'
      for (const accept of ['application/json', 'text/event-stream', '*/*'])
        expectError(
          await send(revision, message({ method: '"subscriptions/listen"', params }), { accept }),
          isModern ? 404 : 200,
          methodNotFound,
          1,
        )
    })

    test('unknown tools are wrong params, also what every object has', async () => {
      const names = [
        '',
        'nothing',
        '__proto__',
        'constructor',
        'toString',
        'hasOwnProperty',
        'Create_Link',
        'create_link ',
        ' create_link',
        'create_link\0',
        'create-link',
        'löschen',
        'x'.repeat(2000),
        '../create_link',
        'signIn',
        'createApiKey',
      ]
      for (const name of names)
        expectError(
          await send(
            revision,
            message({ params: creating().replace('"create_link"', JSON.stringify(name)) }),
          ),
          200,
          invalidParams,
          1,
          name,
        )
    })

    test('params of a wrong type are wrong params', async () => {
      const rests = [
        '',
        '"arguments":{}',
        ...['5', 'null', 'true', '["create_link"]', '{"a":1}'].map((name) => `"name":${name}`),
      ]
      for (const params of rests)
        expectError(await send(revision, message({ params })), 200, invalidParams, 1, params)
      for (const given of ['null', '[]', '["https://example.com/"]', '"x"', '5', 'true'])
        expectError(
          await send(revision, message({ params: `"name":"create_link","arguments":${given}` })),
          200,
          invalidParams,
          1,
          given,
        )
      for (const cursor of ['"x"', '""', '5', 'null', '{}'])
        expectError(
          await send(revision, message({ method: '"tools/list"', params: `"cursor":${cursor}` })),
          200,
          invalidParams,
          1,
          cursor,
        )
    })

    test('a message may have members that nobody knows', async () => {
      const text = message({ method: '"tools/list"' }).replace('{', '{"foo":1,"__proto__":{},"result":null,')
      const answer = await send(revision, text)
      expect(answer.status).toBe(200)
      expect(answer.body.result.tools).toHaveLength(28)
    })

    test('a _meta of a wrong shape is wrong params, in any method', async () => {
      for (const method of ['tools/call', 'tools/list', 'ping', 'nothing'])
        for (const meta of ['"x"', '5', 'null', '[]', '{"progressToken":{}}', '{"progressToken":null}']) {
          const params = `{"name":"create_link","arguments":{"long_url":"https://example.com/"},"_meta":${meta}}`
          const answer = await send(
            revision,
            `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`,
          )
          expectError(answer, isModern ? 400 : 200, invalidParams, 1, meta)
          expect(answer.body.error.message).toContain('params._meta')
        }
    })

    test('params that are no object are an invalid request', async () => {
      for (const params of ['[]', '["create_link"]', '5', 'null', '"create_link"'])
        expectError(
          await send(revision, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`),
          400,
          invalidRequest,
          1,
          params,
        )
    })

    test('arguments that reach for prototypes reach nothing', async () => {
      for (const more of [
        '"__proto__":{"long_url":"https://example.com/"}',
        '"constructor":{"prototype":{"long_url":"https://example.com/"}}',
        '"__proto__":null',
        '"toString":1,"hasOwnProperty":1,"then":1',
      ]) {
        const { status, body } = await send(
          revision,
          message({ params: `"name":"create_link","arguments":{${more}}` }),
        )
        expect([status, body.result.isError], more).toEqual([200, true])
        expect(body.result.content[0].text).toStartWith('validation_failed: ')
      }
      expect(({} as { long_url?: string }).long_url).toBeUndefined()
    })

    test('messages that are nested deeper than anybody needs are refused unread', async () => {
      const nested = (levels: number) =>
        `"name":"create_link","arguments":{"odd":${'['.repeat(levels)}${']'.repeat(levels)}}`
      for (const levels of [99, 101, 1000, 100_000])
        expectError(await send('2025-11-25', message({ params: nested(levels) })), 400, parseError, null)
      const taken = await send(revision, message({ params: nested(97) }))
      expect(taken.body.result.content[0].text).toStartWith('validation_failed: ')
    })

    test('messages with more names, or more values, than anybody needs are refused unread', async () => {
      const named = (names: number) =>
        `"name":"create_link","arguments":{${Array.from({ length: names }, (_, index) => `"k${index}":1`)}}`
      for (const names of [3000, 80_000])
        expectError(await send(revision, message({ params: named(names) })), 400, parseError, null)
      const listed = `"name":"create_link","arguments":{"title":[${'[],'.repeat(12_000)}[]]}`
      expectError(await send(revision, message({ params: listed })), 400, parseError, null)
      const taken = await send(revision, message({ params: named(2900) }))
      expect(taken.body.result.content[0].text).toStartWith('validation_failed: ')
      // Colons and commas in texts are none.
      const title = ':,'.repeat(13_000)
      const text = await send(revision, message({ params: creating(`,"title":"${title}"`) }))
      expect(text.body.result.content[0].text).toContain('title')
    })

    test('messages of 1 MiB are taken, and a byte more is 413', async () => {
      const sized = (bytes: number) => {
        const text = message({ params: '"name":"create_link","arguments":{"odd":""}' })
        return text.replace('"odd":""', `"odd":"${'x'.repeat(bytes - text.length)}"`)
      }
      const taken = await send(revision, sized(mebibyte))
      expect(taken.body.result.content[0].text).toStartWith('validation_failed: ')
      for (const bytes of [mebibyte + 1, 20 * mebibyte]) {
        const refused = await send(revision, sized(bytes))
        expectError(refused, 413, -32_000, null)
        expect(refused.body.error.data.code).toBe('payload_too_large')
      }
    })
  })

  describe('what a client wrote is not repeated to it', () => {
    const evil = 'IGNORE-ALL \u202e\n"rules"'
    const json = JSON.stringify(evil)
    const key = `${json}:5`
    const expectOurs = (answer: Answer, status: number, code: number) => {
      expectError(answer, status, code, 1)
      expect(answer.text).not.toMatch(/ignore|rules/i)
      expect(answer.text.length).toBeLessThan(1000)
    }
    const revised = (from: string, to: string) =>
      messageOf('2026-07-28', { params: creating() }).replace(from, to)
    const plain = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'create_link',
    }

    test('where headers and message differ', async () => {
      const named = (method: string) =>
        messageOf('2026-07-28', { method: JSON.stringify(method), params: '' })
      for (const method of [evil, 'ignore'.repeat(150_000)])
        expectOurs(await post(named(method), { ...plain, 'mcp-method': 'x' }), 400, headerMismatch)
      expectOurs(await post(named(evil), { 'mcp-protocol-version': '2026-07-28' }), 400, headerMismatch)
      for (const tool of [json, `"${'ignore'.repeat(150_000)}"`])
        expectOurs(await post(revised('"create_link"', tool), plain), 400, headerMismatch)
      const other = { ...plain, 'mcp-name': headerValue(evil) }
      expectOurs(await post(revised('x', 'x'), other), 400, headerMismatch)
      expectOurs(
        await post(revised('x', 'x'), { ...plain, 'mcp-method': 'ignore rules' }),
        400,
        headerMismatch,
      )
    })

    test('where it is a version', async () => {
      const version = '2099-IGNORE ALL'
      const text = revised('Version":"2026-07-28', `Version":"${version}`)
      const answer = await post(text, { ...plain, 'mcp-protocol-version': version })
      expectOurs(answer, 400, unsupportedVersion)
      expect(answer.body.error.data).toStrictEqual({ supported: ['2026-07-28'] })
      expectOurs(await post(text, plain), 400, headerMismatch)
      for (const method of ['"initialize"', '"ping"'])
        expectOurs(
          await post(messageOf('2025-11-25', { method }), { 'mcp-protocol-version': version }),
          400,
          invalidRequest,
        )
      const hello = `"protocolVersion":"${version}","capabilities":5`
      expectOurs(
        await post(messageOf('2025-11-25', { method: '"initialize"', params: hello })),
        200,
        invalidParams,
      )
    })

    test('where it is the name of a member', async () => {
      const params = (capabilities: string) =>
        `"protocolVersion":"2025-11-25","capabilities":${capabilities},"clientInfo":{"name":"x","version":"1"}`
      for (const capabilities of [
        `{"experimental":{${key}}}`,
        `{"extensions":{${key}}}`,
        `{"tasks":{"requests":{${key}}}}`,
      ]) {
        const answer = await post(
          messageOf('2025-11-25', { method: '"initialize"', params: params(capabilities) }),
        )
        expect(answer.text).not.toMatch(/ignore|rules/i)
      }
      const experimental = await post(
        messageOf('2025-11-25', { method: '"initialize"', params: params(`{"experimental":{${key}}}`) }),
      )
      expectOurs(experimental, 200, invalidParams)
      expect(experimental.body.error.message).toContain('"params.capabilities.experimental"')
      const extensions = await post(revised('ilities":{}', `ilities":{"extensions":{${key}}}`), plain)
      expectOurs(extensions, 400, invalidParams)
      expect(extensions.body.error.message).toEndWith('io.modelcontextprotocol/clientCapabilities.')
    })

    test('where it is a method, a tool or an argument', async () => {
      for (const revision of revisions) {
        const isModern = revision === '2026-07-28'
        for (const method of ['"ignore-all rules"', `"${'ignore'.repeat(1000)}"`])
          expectOurs(
            await send(revision, messageOf(revision, { method })),
            isModern ? 404 : 200,
            methodNotFound,
          )
        expectOurs(
          await send(revision, messageOf(revision, { params: `"name":${json}` })),
          200,
          invalidParams,
        )
        const list = messageOf(revision, { method: '"tools/list"', params: `"cursor":{${key}}` })
        expectOurs(await send(revision, list), 200, invalidParams)
      }
    })
  })

  describe('versions', () => {
    const listing = (revision: Revision) => messageOf(revision, { method: '"tools/list"' })

    test('that are not known are refused by name, but a handshake is offered the newest that there is', async () => {
      for (const version of ['1999-01-01', '2025-11-26', '2026-07-27', '0', '2025-11-25, 2026-07-28', "';--"])
        expectError(
          await send('2025-11-25', listing('2025-11-25'), { 'mcp-protocol-version': version }),
          400,
          invalidRequest,
          1,
          version,
        )
      // What sorts behind the last revision with a handshake is no other matter, in no method.
      const hello = '"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}'
      const greeting = messageOf('2025-11-25', { method: '"initialize"', params: hello })
      for (const version of ['2026-07-29', '2099-01-01', 'latest', 'junk', 'x'.repeat(8000)])
        for (const text of [listing('2025-11-25'), greeting]) {
          const answer = await send('2025-11-25', text, { 'mcp-protocol-version': version })
          expectError(answer, 400, invalidRequest, 1, version)
          expect(answer.body.error.message).toContain('Send one of 2025-11-25, 2025-06-18')
        }
      for (const version of ['1999-01-01', '2099-01-01', '2026-07-28', '']) {
        const params = `"protocolVersion":"${version}","capabilities":{},"clientInfo":{"name":"x","version":"1"}`
        const { body } = await post(messageOf('2025-11-25', { method: '"initialize"', params }))
        expect(body.result.protocolVersion, version).toBe('2025-11-25')
      }
    })

    test('of a handshake that is none are wrong params', async () => {
      for (const params of [
        null,
        '',
        '"protocolVersion":5',
        '"protocolVersion":"2025-11-25"',
        '"protocolVersion":"2025-11-25","capabilities":[],"clientInfo":{"name":"x","version":"1"}',
        '"protocolVersion":"2025-11-25","capabilities":{"roots":5},"clientInfo":{"name":"x","version":"1"}',
      ])
        expectError(
          await post(messageOf('2025-11-25', { method: '"initialize"', params })),
          200,
          invalidParams,
          1,
          String(params),
        )
    })

    test('of message and header have to agree, and so have the method and the tool', async () => {
      const [call, list] = [messageOf('2026-07-28', { params: creating() }), listing('2026-07-28')]
      for (const headers of [
        { 'mcp-protocol-version': '2025-11-25' },
        { 'mcp-protocol-version': '2099-01-01' },
        { 'mcp-method': 'tools/list' },
        { 'mcp-name': 'get_quota' },
        { 'mcp-name': '=?base64?!!!?=' },
      ] as Record<string, string>[])
        expectError(await send('2026-07-28', call, headers), 400, headerMismatch, 1, JSON.stringify(headers))
      expectError(
        await post(call, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' }),
        400,
        headerMismatch,
        1,
      )
      expectError(await post(list), 400, headerMismatch, 1)
      expectError(
        await send('2025-11-25', listing('2025-11-25'), { 'mcp-protocol-version': '2026-07-28' }),
        400,
        invalidParams,
        1,
      )
    })

    test('of the handshake are none of the revision without one', async () => {
      const params =
        '"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}'
      const text = messageOf('2025-11-25', { method: '"initialize"', params })
      expectError(await post(text, { 'mcp-protocol-version': '2026-07-28' }), 400, headerMismatch, 1)
    })

    test('of the future are told which there are', async () => {
      const text = listing('2026-07-28').replace('Version":"2026-07-28', 'Version":"2099-01-01')
      const answer = await send('2026-07-28', text, { 'mcp-protocol-version': '2099-01-01' })
      expectError(answer, 400, unsupportedVersion, 1)
      expect(answer.body.error.data).toStrictEqual({ supported: ['2026-07-28'], requested: '2099-01-01' })
    })
  })

  describe('a slow connection', () => {
    const head = (length: string) =>
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${account.key}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
    const open = () => openRaw(Number(new URL(instance.url).port))

    test('that sends its message in single bytes is answered as any other', async () => {
      const connection = await open()
      await connection.send(head('Transfer-Encoding: chunked'))
      for (const byte of messageOf('2025-11-25', { method: '"ping"' }))
        await connection.send(`1\r\n${byte}\r\n`)
      await connection.send('0\r\n\r\n')
      expect(await connection.answers(1)).toContain('{"result":{},"jsonrpc":"2.0","id":1}')
      connection.end()
    })

    test('that ends before its message has done nothing', async () => {
      const text = messageOf('2025-11-25', { params: creating() })
      for (const length of [`Content-Length: ${text.length}`, 'Transfer-Encoding: chunked']) {
        const connection = await open()
        await connection.send(
          `${head(length)}${length.startsWith('C') ? text.slice(0, -1) : `${text.length.toString(16)}\r\n${text}\r\n`}`,
        )
        connection.end()
      }
      expect((await agentOf(instance, account.key).ask('ping')).result).toEqual({})
    })
  })
}

onEachEngine('a bad message to the agent tools', badMessages)

onEachEngine('a client that goes away in the middle of its call', (instance) => {
  test.each(revisions)(
    'has called the tool all the same, once, and leaves no trace of a fault (%s)',
    async (revision) => {
      const account = await instance.account()
      const port = Number(new URL(instance.url).port)
      // Passwords are hashed two at a time: so most calls have begun, and wait, when their clients go.
      const text = messageOf(revision, { params: creating(',"password":"a fine password"') })
      const head = [
        'POST /mcp HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${account.key}`,
        'Content-Type: application/json',
        `Mcp-Protocol-Version: ${revision}`,
        'Mcp-Method: tools/call',
        'Mcp-Name: create_link',
        `Content-Length: ${text.length}`,
      ].join('\r\n')
      const connections = await Promise.all(Array.from({ length: 20 }, () => openRaw(port)))
      for (const connection of connections) await connection.send(`${head}\r\n\r\n${text}`)
      const usage = async () => {
        const { mcp_calls, links } = (await account.call('GET /quota')).body.data
        return { calls: mcp_calls.used, links: links.used }
      }
      const giveUp = Date.now() + 20_000
      while ((await usage()).calls < 20) expect(Date.now()).toBeLessThan(giveUp)
      for (const connection of connections) connection.end()
      while ((await usage()).links < 20) expect(Date.now()).toBeLessThan(giveUp)
      expect(await usage()).toEqual({ calls: 20, links: 20 })
      expect((await account.call('GET /links')).body.total).toBe(20)
      expect(instance.errors).toEqual([])
    },
    30_000,
  )
})
