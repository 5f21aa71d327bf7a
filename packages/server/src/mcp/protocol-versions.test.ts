// Protocol versions in messages: which are supported, and that header and body agree.
import { describe, expect, test } from 'bun:test'
import type { Revision } from '../../../../test/agents/mcp.ts'
import { creating, expectError, messageOf, messenger, rpc } from '../../../../test/agents/raw-messages.ts'
import { onOneEngine } from '../../../../test/instance.ts'

const { invalidRequest, invalidParams, headerMismatch, unsupportedVersion } = rpc

onOneEngine('the versions of the agent tools', (instance) => {
  const { post, send } = messenger(instance)

  describe('versions', () => {
    const listing = (revision: Revision) => messageOf(revision, { method: '"tools/list"' })

    test('that are unknown are refused with their name, but a handshake is offered the newest one', async () => {
      for (const version of ['1999-01-01', '2025-11-26', '2026-07-27', '0', '2025-11-25, 2026-07-28', "';--"])
        expectError(
          await send('2025-11-25', listing('2025-11-25'), { 'mcp-protocol-version': version }),
          400,
          invalidRequest,
          1,
          version,
        )
      // Anything that sorts after the last revision with a handshake is treated the same, in every method.
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

    test('in an invalid handshake are invalid params', async () => {
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

    test('in message and header must agree, and so must the method and the tool', async () => {
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

    test('of revisions with a handshake are refused in a message without one', async () => {
      const params =
        '"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}'
      const text = messageOf('2025-11-25', { method: '"initialize"', params })
      expectError(await post(text, { 'mcp-protocol-version': '2026-07-28' }), 400, headerMismatch, 1)
    })

    test('of the future get a list of the supported ones', async () => {
      const text = listing('2026-07-28').replace('Version":"2026-07-28', 'Version":"2099-01-01')
      const answer = await send('2026-07-28', text, { 'mcp-protocol-version': '2099-01-01' })
      expectError(answer, 400, unsupportedVersion, 1)
      expect(answer.body.error.data).toStrictEqual({ supported: ['2026-07-28'], requested: '2099-01-01' })
    })
  })
})
