// Signs in as the account of the data sets, and makes requests with its session.
import { email, password } from './data/data-sets.ts'
import { host } from './data/requests.ts'
import type { Server } from './servers.ts'

/** Sends a request with the host that all requests use, without following redirects. */
export async function ask({ port }: Server, path: string, init: RequestInit = {}): Promise<Response> {
  return await fetch(`http://127.0.0.1:${port}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { host, ...(init.headers as Record<string, string>) },
  })
}

/** The cookies of a new session, as a header. */
export async function sessionCookies(server: Server): Promise<string> {
  const signedIn = await ask(server, '/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
