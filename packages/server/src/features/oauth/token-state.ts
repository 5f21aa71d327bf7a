// What has become of a token: revoking one (RFC 7009), and telling applications about one (RFC 7662).
import { unixSeconds } from '../../platform/clock.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Applications } from '../applications/index.ts'
import { credentialsOf } from './client-credentials.ts'
import { OauthError } from './oauth-error.ts'
import { type Parameters, readParameters } from './parameters.ts'
import type { OauthStore } from './store.ts'

export interface TokenStateNeeds {
  store: OauthStore
  applications: Applications
  issuer: string
}

/**
 * Ends a token: an access token by itself, a refresh token with its whole grant (RFC 7009, section 2.1). Whoever holds a
 * token may end it. The answer is the same for every token and for none, so that nothing is learned from it; a request
 * that names another application than the token's ends nothing.
 */
export async function revoke({ store }: TokenStateNeeds, request: Request, now: number): Promise<void> {
  const parameters = await readParameters(request, true).catch(ignoreOauthError)
  const token = parameters?.get('token')
  if (!parameters || !token) return
  const hash = sha256(token)
  const named = clientNamed(request.headers, parameters)
  const isAnothers = (appId: string) => named !== null && named !== appId
  const access = await store.validAccessToken(hash, unixSeconds(now))
  if (access && !isAnothers(access.app_id)) await store.transaction((tx) => store.deleteAccessToken(tx, hash))
  const refresh = await store.refreshToken(hash)
  if (refresh && !isAnothers(refresh.app_id))
    await store.transaction((tx) => store.revokeGrant(tx, refresh.grant_id, unixSeconds(now)))
}

function ignoreOauthError(error: unknown): null {
  if (error instanceof OauthError) return null
  throw error
}

function clientNamed(headers: Headers, parameters: Parameters): string | null {
  try {
    return credentialsOf(headers, parameters)?.clientId ?? null
  } catch (error) {
    return ignoreOauthError(error)
  }
}

/** RFC 7662, section 2.2. */
export type Introspection =
  | { active: false }
  | {
      active: true
      scope: string
      client_id: string
      sub: string
      exp: number
      iat: number
      token_type: string
      iss: string
      aud?: string | string[]
    }

/** Answers any application that authenticates about any token. Throws `invalid_request` or `invalid_client`, all 400. */
export async function introspect(
  needs: TokenStateNeeds,
  request: Request,
  now: number,
): Promise<Introspection> {
  const parameters = await readParameters(request, true)
  if (parameters.repeated !== null)
    throw new OauthError('invalid_request', `"${parameters.repeated.slice(0, 50)}" is given twice.`)
  const credentials = credentialsOf(request.headers, parameters)
  if (!credentials) throw new OauthError('invalid_request', 'Send "client_id" and "client_secret".')
  const result = await needs.applications.authenticate(credentials, now)
  if (!('app' in result) || !result.app.confidential)
    throw new OauthError('invalid_client', 'The client credentials are not right.')
  const token = parameters.get('token')
  if (token === null) throw new OauthError('invalid_request', '"token" is missing.')
  return await describe(needs, sha256(token), unixSeconds(now))
}

async function describe(
  { store, issuer: iss }: TokenStateNeeds,
  hash: string,
  now: number,
): Promise<Introspection> {
  const access = await store.validAccessToken(hash, now)
  const refresh = access ? undefined : await store.refreshToken(hash)
  const token = access ?? refresh
  if (!token) return { active: false }
  if (refresh) {
    const { revoked_at, deleted_at, rotated_at, expires_at } = refresh
    if (revoked_at !== null || deleted_at !== null || rotated_at !== null || expires_at <= now)
      return { active: false }
  }
  const audience = token.resource?.split(' ')
  return {
    active: true,
    scope: token.scopes,
    client_id: token.app_id,
    sub: token.public_id,
    exp: token.expires_at,
    iat: token.created_at,
    token_type: access ? 'Bearer' : 'refresh_token',
    iss,
    ...(audience ? { aud: audience.length === 1 ? audience[0] : audience } : {}),
  }
}
