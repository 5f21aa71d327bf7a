// An access token as an application gets one: by the whole flow, over HTTP.
import { createHash, randomBytes } from 'node:crypto'
import { email, password } from './data-sets.ts'
import { host } from './requests.ts'
import { linnetCommand, type Server, type Settings } from './servers.ts'

const redirectUri = 'https://app.example/callback'

/** Registers an application, signs in, allows it everything and redeems its code. */
export async function accessToken({ port }: Server, settings: Settings): Promise<string> {
  const app = await linnetCommand(
    ['app', 'create', '--email', email, '--name', 'bench', '--redirect-uri', redirectUri, '--public'],
    settings,
  )
  const clientId = app.client_id as string
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { host, ...(init.headers as Record<string, string>) },
    })
  const signedIn = await ask('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const asked = await ask(`/oauth/authorize?${query}`, { headers: { cookie } })
  const request = new URL(asked.headers.get('location') ?? '').searchParams.get('request') ?? ''
  const allowed = await ask('/consent', {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams({ request, decision: 'allow' }),
  })
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const redeemed = await ask('/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      code,
    }),
  })
  const { access_token } = (await redeemed.json()) as { access_token?: string }
  if (!access_token) throw new Error('the flow gave no access token')
  return access_token
}
