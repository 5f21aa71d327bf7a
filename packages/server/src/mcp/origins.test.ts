// Which pages may use the agent tools: protection against DNS rebinding, and configured origins.
import { beforeAll, expect, test } from 'bun:test'
import { type Account, onOneEngine } from '../../../../test/instance.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

const inspector = 'http://localhost:6274'
const extension = 'chrome-extension://abcdefghijklmnop'

onOneEngine(
  'pages that send messages to the agent tools',
  (instance) => {
    let account: Account
    beforeAll(async () => {
      account = await instance.account()
    })
    const send = (headers: Record<string, string>) =>
      instance.ask('POST /mcp', {
        body: ping,
        headers: { authorization: `Bearer ${account.key}`, ...headers },
      })

    test('are those of the service itself; programs send no Origin', async () => {
      expect((await send({})).status).toBe(200)
      const own = await send({ origin: instance.url })
      expect([own.status, own.headers.has('access-control-allow-origin')]).toEqual([200, false])
    })

    test('are those in MCP_ALLOWED_ORIGINS: they may read every response, and send preflight requests', async () => {
      for (const origin of [inspector, extension]) {
        for (const headers of [{}, { authorization: 'Bearer nonsense' }] as Record<string, string>[]) {
          const answer = await send({ origin, ...headers })
          expect(answer.status).toBe(headers.authorization ? 401 : 200)
          expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
          expect(answer.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
          expect(answer.headers.get('vary')).toContain('Origin')
          expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
        }
        const preflight = await instance.ask('OPTIONS /mcp', {
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
          },
        })
        expect([preflight.status, preflight.text]).toEqual([204, ''])
        expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
        expect(preflight.headers.get('access-control-allow-methods')).toBe('POST')
        const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase()
        for (const name of [
          'authorization',
          'content-type',
          'mcp-protocol-version',
          'mcp-method',
          'mcp-name',
        ])
          expect(allowed).toContain(name)
      }
    })

    test('are no others: they get 403 for any request, without CORS headers', async () => {
      const { port } = new URL(instance.url)
      const strangers = [
        'null',
        'http://evil.example',
        'https://localhost:6274',
        'http://localhost:6275',
        'http://localhost',
        'http://localhost:6274.evil.example',
        `http://127.0.0.1:${port}`,
        `${inspector}/`,
        `${inspector}, http://evil.example`,
        'chrome-extension://another',
        'HTTP://LOCALHOST:6274',
        '*',
      ]
      for (const origin of strangers)
        for (const method of ['POST', 'OPTIONS', 'GET', 'DELETE']) {
          const answer = await instance.ask(`${method} /mcp`, {
            headers: { origin, authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
            ...(method === 'POST' ? { body: ping } : {}),
          })
          expect([answer.status, answer.body.error.data.code], origin).toEqual([403, 'forbidden'])
          expect(answer.headers.has('access-control-allow-origin')).toBe(false)
        }
    })

    test('can’t use their own host name that points here (DNS rebinding)', async () => {
      const { port } = new URL(instance.url)
      for (const host of [`evil.example:${port}`, 'evil.example', `localhost:${port}`]) {
        const answer = await send({ host, origin: 'http://evil.example' })
        expect(answer.status).toBe(403)
        expect((await send({ host, origin: `http://evil.example:${port}` })).status).toBe(403)
      }
    })
  },
  { MCP_ALLOWED_ORIGINS: `${inspector}, ${extension}` },
)
