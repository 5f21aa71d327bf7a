// Signing in as the account of the data sets, and what is made with its session.
import { email, password } from './data-sets.ts'
import { host } from './requests.ts'
import type { Server } from './servers.ts'

/** Asks a server under the host that all are asked for, following no redirect. */
export async function ask({ port }: Server, path: string, init: RequestInit = {}): Promise<Response> {
  return await fetch(`http://127.0.0.1:${port}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { host, ...(init.headers as Record<string, string>) },
  })
}

export interface Person {
  email: string
  password: string
}

/** The cookies of somebody who has just signed in, as a header. */
export async function sessionCookies(server: Server, who: Person = { email, password }): Promise<string> {
  const signedIn = await ask(server, '/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: who.email, password: who.password }),
  })
  return signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Makes API keys. */
export async function newKeys(
  server: Server,
  count: number,
  { who, scopes = ['links:read', 'links:write', 'user:read'] }: { who?: Person; scopes?: string[] } = {},
): Promise<string[]> {
  const cookie = await sessionCookies(server, who)
  const body = JSON.stringify({ name: 'bench', scopes })
  const keys: string[] = []
  while (keys.length < count) {
    const made = await ask(server, '/api/keys', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body,
    })
    const { data } = (await made.json()) as { data?: { key: string } }
    if (!data) throw new Error(`a key was refused with ${made.status}`)
    keys.push(data.key)
  }
  return keys
}
