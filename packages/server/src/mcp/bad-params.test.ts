// Wrong, odd or too large params, in both protocol generations: refused, and without effect.
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

const { parseError, invalidRequest, invalidParams } = rpc
const mebibyte = 1024 * 1024

onOneEngine('bad params to the agent tools', (instance) => {
  const { send } = messenger(instance)

  describe.each(revisions)('in %s', (revision) => {
    const isModern = revision === '2026-07-28'
    const message = (sent: RawMessage) => messageOf(revision, sent)

    test('unknown tools are invalid params, including names of object properties', async () => {
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

    test('params of a wrong type are invalid params', async () => {
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

    test('a message may have unknown fields', async () => {
      const text = message({ method: '"tools/list"' }).replace('{', '{"foo":1,"__proto__":{},"result":null,')
      const answer = await send(revision, text)
      expect(answer.status).toBe(200)
      expect(answer.body.result.tools).toHaveLength(28)
    })

    test('a malformed _meta is invalid params, in any method', async () => {
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

    test('params that are not an object are an invalid request', async () => {
      for (const params of ['[]', '["create_link"]', '5', 'null', '"create_link"'])
        expectError(
          await send(revision, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`),
          400,
          invalidRequest,
          1,
          params,
        )
    })

    test('arguments can’t access prototypes', async () => {
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

    test('messages nested too deep are refused unread', async () => {
      const nested = (levels: number) =>
        `"name":"create_link","arguments":{"odd":${'['.repeat(levels)}${']'.repeat(levels)}}`
      for (const levels of [99, 101, 1000, 100_000])
        expectError(await send('2025-11-25', message({ params: nested(levels) })), 400, parseError, null)
      const taken = await send(revision, message({ params: nested(97) }))
      expect(taken.body.result.content[0].text).toStartWith('validation_failed: ')
    })

    test('messages with too many names or values are refused unread', async () => {
      const named = (names: number) =>
        `"name":"create_link","arguments":{${Array.from({ length: names }, (_, index) => `"k${index}":1`)}}`
      for (const names of [3000, 80_000])
        expectError(await send(revision, message({ params: named(names) })), 400, parseError, null)
      const listed = `"name":"create_link","arguments":{"title":[${'[],'.repeat(12_000)}[]]}`
      expectError(await send(revision, message({ params: listed })), 400, parseError, null)
      const taken = await send(revision, message({ params: named(2900) }))
      expect(taken.body.result.content[0].text).toStartWith('validation_failed: ')
      // Colons and commas in strings do not count.
      const title = ':,'.repeat(13_000)
      const text = await send(revision, message({ params: creating(`,"title":"${title}"`) }))
      expect(text.body.result.content[0].text).toContain('title')
    })

    test('messages of 1 MiB are accepted, and one byte more is 413', async () => {
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
})
