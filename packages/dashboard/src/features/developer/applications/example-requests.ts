// The two requests of the authorization code flow, as examples for an application.
import type { Application } from '@linnet/contract'

/** RFC 6749, section 4.1.1, with the challenge of RFC 7636, section 4.3. */
export function authorizationAddress(
  issuer: string,
  { client_id, redirect_uris, scopes }: Pick<Application, 'client_id' | 'redirect_uris' | 'scopes'>,
): string {
  const query = [
    'response_type=code',
    `client_id=${client_id}`,
    `redirect_uri=${encodeURIComponent(redirect_uris[0] ?? '')}`,
    `scope=${scopes.join('%20')}`,
    'state=RANDOM',
    'code_challenge=CHALLENGE',
    'code_challenge_method=S256',
  ]
  return `${issuer}/oauth/authorize?${query.join('&')}`
}

/** RFC 6749, section 4.1.3, with the verifier of RFC 7636, section 4.5. */
export function exchange(
  issuer: string,
  { client_id, type, redirect_uris }: Pick<Application, 'client_id' | 'type' | 'redirect_uris'>,
): string {
  const who = type === 'confidential' ? `-u '${client_id}:CLIENT_SECRET'` : `-d client_id=${client_id}`
  return [
    `curl ${issuer}/oauth/token ${who}`,
    '-d grant_type=authorization_code -d code=CODE -d code_verifier=VERIFIER',
    `--data-urlencode 'redirect_uri=${redirect_uris[0] ?? ''}'`,
  ].join(' \\\n  ')
}
