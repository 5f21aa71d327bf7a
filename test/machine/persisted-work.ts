// Checks that everything a process acknowledged before it ended is there after the next start.
import { expect } from 'bun:test'
import { connect, type Socket } from 'node:net'
import type { Load } from './load.ts'
import type { ServerProcess } from './program.ts'

/** A connection that sends these bytes and then nothing more. */
export function silentConnection(server: ServerProcess, bytes: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes, () => resolve(socket)))
    socket.once('error', reject)
  })
}

export async function api(url: string, key: string, path: string, body?: unknown) {
  const answer = await fetch(`${url}/v2${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : undefined,
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers have every shape.
  return ((await answer.json()) as any).data
}

/** Expects the links and visits that were answered before the process ended. */
export async function expectPersisted(url: string, key: string, visited: string, load: Load): Promise<void> {
  for (const code of load.codes) expect((await api(url, key, `/links/${code}`))?.short).toBe(code)
  const { clicks } = await api(url, key, `/links/${visited}/stats/lifetime`)
  // A visit may count although its answer got lost, but none may count twice.
  expect(clicks).toBeGreaterThanOrEqual(load.answered)
  expect(clicks).toBeLessThanOrEqual(load.sent)
}

/** What open connections have sent: nothing yet, an answered request, and incomplete requests. */
export const opened = [
  '',
  'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /visited HTTP/1.1\r\nHost: a\r\n',
  'POST /v2/links HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{',
]
