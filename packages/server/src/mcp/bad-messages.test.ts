// Invalid messages, in both protocol generations: JSON-RPC errors with the right id, and no effect.
import { describe, expect, test } from 'bun:test'
import {
  creating,
  expectError,
  messageOf,
  messenger,
  type RawMessage,
  revisions,
  rpc,
} from '../../../../test/agents/raw-messages.ts'
import { onOneEngine } from '../../../../test/instance.ts'

const { parseError, invalidRequest, methodNotFound } = rpc

onOneEngine('a bad message to the agent tools', (instance) => {
  const { account, post, send } = messenger(instance)

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

  test('a byte order mark is accepted', async () => {
    const answer = await post(`\ufeff${messageOf('2025-11-25', { method: '"ping"' })}`)
    expect(answer.body).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  test('JSON that is not a message is an invalid request', async () => {
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

  test('a content type other than JSON is refused, whatever the content', async () => {
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

  test('other methods than POST are 405, before authentication', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])
      for (const authorization of ['', `Bearer ${account().key}`]) {
        const answer = await instance.ask(`${method} /mcp`, {
          headers: { authorization, accept: 'text/event-stream' },
        })
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
        if (method !== 'HEAD') expect(answer.body.error.data.code).toBe('method_not_allowed')
      }
  })

  test('paths below the endpoint do not exist', async () => {
    for (const path of ['/mcp/x', '/mcp//', '/mcp/sse', '/MCP', '/mcp%2f'])
      expect(
        (
          await instance.ask(`POST ${path}`, {
            body: {},
            headers: { authorization: `Bearer ${account().key}` },
          })
        ).status,
        path,
      ).toBeOneOf([404, 405])
  })

  describe.each(revisions)('in %s', (revision) => {
    const isModern = revision === '2026-07-28'
    const message = (sent: RawMessage) => messageOf(revision, sent)

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

    test('notifications and responses are 202, and do nothing even if they name a tool', async () => {
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

    test('an id is returned as it was sent: a string or an integer', async () => {
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

    test('of two fields with one name, the last counts, for validation and for execution', async () => {
      const text = message({
        params: `"name":"get_quota","name":"create_link","arguments":{"long_url":"https://example.com/"},"arguments":{}`,
      })
      const { body } = await send(revision, text)
      expect(body.result.isError).toBe(true)
      const narrow = await account().newKey('user:read')
      expect((await send(revision, text, { authorization: `Bearer ${narrow}` })).status).toBe(403)
    })

    test('unknown methods are not found, including names of object properties', async () => {
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

    test('change streams are not supported: nothing holds a connection open', async () => {
      const params = '"notifications":{"toolsListChanged":true}'
      for (const accept of ['application/json', 'text/event-stream', '*/*'])
        expectError(
          await send(revision, message({ method: '"subscriptions/listen"', params }), { accept }),
          isModern ? 404 : 200,
          methodNotFound,
          1,
        )
    })
  })
})
