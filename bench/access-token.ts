// Gets an access token as an application does: through the whole OAuth flow, over HTTP.
import { createHash, randomBytes } from 'node:crypto'
import { email } from './data/data-sets.ts'
import { linnetCommand, type Server, type Settings } from './servers.ts'
import { ask, sessionCookies } from './session.ts'

const redirectUri = 'https://app.example/callback'

/** Registers an application, signs in, grants it all scopes and redeems its code. */
export async function accessToken(server: Server, settings: Settings): Promise<string> {
  const app = await linnetCommand(
    ['app', 'create', '--email', email, '--name', 'bench', '--redirect-uri', redirectUri, '--public'],
    settings,
  )
  const clientId = app.client_id as string
  const cookie = await sessionCookies(server)
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const asked = await ask(server, `/oauth/authorize?${query}`, { headers: { cookie } })
  const request = new URL(asked.headers.get('location') ?? '').searchParams.get('request') ?? ''
  const allowed = await ask(server, '/consent', {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams({ request, decision: 'allow' }),
  })
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const redeemed = await ask(server, '/oauth/token', {
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
  if (!access_token) throw new Error('the flow returned no access token')
  return access_token
}
