// Requests whose Host is missing or invalid: they count as the default domain.
import { expect, test } from 'bun:test'
import { onOneEngine } from '../../../../test/instance.ts'

/** Sends raw bytes; returns the status line and headers of the response. */
async function raw(port: number, request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  await Bun.connect({
    hostname: 'localhost',
    port,
    socket: {
      open: (socket) => void socket.write(request),
      data(socket, bytes) {
        answer += bytes.toString()
        if (answer.includes('\r\n\r\n')) socket.end()
      },
      close: () => resolve(answer),
      error: (_socket, error) => reject(error),
    },
  })
  return await promise
}

onOneEngine('a request with an odd Host', (instance) => {
  test('is answered like one to the default domain', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'odd', long_url: 'https://example.com/odd' })
    const port = Number(new URL(instance.url).port)
    const heads = [
      'GET /odd HTTP/1.0\r\n\r\n',
      'GET /odd HTTP/1.0\r\nHost:\r\n\r\n',
      ...['a/b', 'x#y', 'user@localhost', 'evil?x', 'unknown.example'].map(
        (host) => `GET /odd?q=1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      ),
    ]
    for (const head of heads) {
      const answer = await raw(port, head)
      expect(answer, head).toMatch(/^HTTP\/1\.[01] 302 /)
      expect(answer, head).toContain('Location: https://example.com/odd\r\n')
    }
    const api = await raw(port, `GET /v2/quota HTTP/1.0\r\nAuthorization: Bearer ${account.key}\r\n\r\n`)
    expect(api).toMatch(/^HTTP\/1\.[01] 200 /)
  })

  test('does not change /healthz, which is read-only', async () => {
    expect((await instance.ask('GET /healthz')).body).toMatchObject({ status: 'ok' })
    expect((await instance.ask('HEAD /healthz')).status).toBe(200)
    const refused = await instance.ask('POST /healthz')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await instance.ask('GET /healthz/more')).status).toBe(404)
  })
})
