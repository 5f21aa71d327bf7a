// Clients that are slow or disconnect: no call is left half done.
import { describe, expect, test } from 'bun:test'
import { agentOf } from '../../../../test/agents/mcp.ts'
import { creating, messageOf, messenger, revisions } from '../../../../test/agents/raw-messages.ts'
import { type Account, onEachEngine } from '../../../../test/instance.ts'
import { openRaw, statuses } from '../../../../test/servers/raw-http.ts'
import { until } from '../../../../test/timeouts.ts'

onEachEngine('a client of the agent tools', (instance) => {
  const { account } = messenger(instance)

  describe('a slow connection', () => {
    const head = (length: string) =>
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${account().key}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
    const open = () => openRaw(Number(new URL(instance.url).port))

    test('that sends its message byte by byte gets a normal response', async () => {
      const connection = await open()
      await connection.send(head('Transfer-Encoding: chunked'))
      for (const byte of messageOf('2025-11-25', { method: '"ping"' }))
        await connection.send(`1\r\n${byte}\r\n`)
      await connection.send('0\r\n\r\n')
      expect(await connection.answers(1)).toContain('{"result":{},"jsonrpc":"2.0","id":1}')
      connection.end()
    })

    test('that disconnects before its message is complete changes nothing', async () => {
      const text = messageOf('2025-11-25', { params: creating() })
      for (const length of [`Content-Length: ${text.length}`, 'Transfer-Encoding: chunked']) {
        const connection = await open()
        await connection.send(
          `${head(length)}${length.startsWith('C') ? text.slice(0, -1) : `${text.length.toString(16)}\r\n${text}\r\n`}`,
        )
        connection.end()
      }
      expect((await agentOf(instance, account().key).ask('ping')).result).toEqual({})
    })
  })

  describe('a slow message', () => {
    const ends: [string, (account: Account, key: string) => Promise<unknown>, number, string][] = [
      [
        'whose key was revoked',
        (_, id) => instance.command('key', 'revoke', '--id', id),
        401,
        'unauthenticated',
      ],
      [
        'whose plan no longer includes the tools',
        ({ email }) => instance.command('user', 'set-plan', '--email', email, '--plan', 'free'),
        403,
        'plan_limit',
      ],
      [
        'whose account was deleted',
        ({ email }) => instance.command('user', 'delete', '--email', email),
        401,
        'unauthenticated',
      ],
    ]
    test.each(ends)('and %s meanwhile has no effect', async (_, end, status, code) => {
      const person = await instance.account()
      const { id, key } = await instance.command(
        ...['key', 'create', '--email', person.email, '--name', 'short-lived', '--scopes', 'links:write'],
      )
      const text = messageOf('2025-11-25', { params: creating(`,"custom_slug":"${instance.engine}-late"`) })
      const connection = await openRaw(Number(new URL(instance.url).port))
      const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`
      await connection.send(`${head}Content-Length: ${text.length}\r\n\r\n${text.slice(0, 40)}`)
      // The server continues reading while it answers these.
      for (let count = 0; count < 3; count++) expect((await person.call('GET /quota')).status).toBe(200)
      await end(person, id as string)
      await instance.clock.advance(1500)
      await connection.send(text.slice(40))
      const answer = await connection.answers(1)
      connection.end()
      expect(statuses(answer)).toEqual([status])
      expect(answer).toContain(`"code":"${code}"`)
      expect((await instance.visit(`/${instance.engine}-late`)).status).toBe(404)
    })
  })
})

onEachEngine('a client that disconnects during its call', (instance) => {
  test.each(revisions)(
    'has still called the tool, once, and causes no logged error (%s)',
    async (revision) => {
      const account = await instance.account()
      const port = Number(new URL(instance.url).port)
      // Passwords are hashed two at a time: so most calls have started and are waiting when their clients disconnect.
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
      await until('every call has started', async () => (await usage()).calls >= 20)
      for (const connection of connections) connection.end()
      await until('every link is created', async () => (await usage()).links >= 20)
      expect(await usage()).toEqual({ calls: 20, links: 20 })
      expect((await account.call('GET /links')).body.total).toBe(20)
      expect(instance.errors).toEqual([])
    },
  )
})
