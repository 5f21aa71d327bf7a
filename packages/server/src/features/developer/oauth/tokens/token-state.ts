// The state of a token: revoking it (RFC 7009), and describing it to its application (RFC 7662).

import { sha256 } from '../../../../platform/security/ids.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Applications } from '../../applications/index.ts'
import type { EndpointContext } from '../endpoint-context.ts'
import { OauthError } from '../oauth-error.ts'
import type { OnRevoked } from '../operations.ts'
import { type Parameters, readFormOrJson, requireOnce } from '../parameters.ts'
import type { OauthStore } from '../store.ts'
import { credentialsOf } from './client-credentials.ts'
import { familyOf } from './tokens.ts'

export interface TokenStateNeeds {
  store: OauthStore
  applications: Applications
  issuer: string
  onRevoked: OnRevoked
}

/**
 * Revokes a token: an access token alone, a refresh token with its whole grant (RFC 7009, section 2.1).
 * Whoever has a token may revoke it, but a request that names an application other than the token's has no
 * effect. The response is the same for every token and for none, so that it reveals nothing.
 */
export async function revoke(
  { store, onRevoked }: TokenStateNeeds,
  request: Request,
  { client, now }: EndpointContext,
): Promise<void> {
  const parameters = await readFormOrJson(request).catch(ignoreOauthError)
  const token = parameters?.get('token')
  if (!parameters || !token) return
  const hash = sha256(token)
  const family = familyOf(token)
  const clientId = clientIdOf(request.headers, parameters)
  const isAnothers = (appId: string) => clientId !== null && clientId !== appId
  // Even if the token seems to have expired: by another node's clock, it may still be valid.
  const app = await store.appOfAccessToken(hash)
  if (app && !isAnothers(app)) await store.transaction((tx) => store.deleteAccessToken(tx, hash))
  const grant = family === null ? undefined : await store.grantOfFamily(sha256(family))
  if (grant && !isAnothers(grant.app_id))
    await store.transaction(async (tx) => {
      const revoked = await store.revokeGrant(tx, grant.id, unixSeconds(now))
      if (revoked) await onRevoked(tx, { userId: revoked.user_id, client, now })
    })
}

function ignoreOauthError(error: unknown): null {
  if (error instanceof OauthError) return null
  throw error
}

function clientIdOf(headers: Headers, parameters: Parameters): string | null {
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

/**
 * Describes a token to its application, which must authenticate; tokens of other applications are shown as
 * inactive. Throws `invalid_request` or `invalid_client`, both with 400.
 */
export async function introspect(
  needs: TokenStateNeeds,
  request: Request,
  now: number,
): Promise<Introspection> {
  const parameters = await readFormOrJson(request)
  requireOnce(parameters)
  const credentials = credentialsOf(request.headers, parameters)
  if (!credentials) throw new OauthError('invalid_request', 'Send client_id and client_secret.')
  const result = await needs.applications.authenticate(credentials, now)
  if (!('app' in result) || !result.app.confidential)
    throw new OauthError('invalid_client', 'The client credentials are wrong.')
  const token = parameters.get('token')
  if (token === null) throw new OauthError('invalid_request', 'The token is missing.')
  return await describe(needs, { clientId: result.app.clientId, token, now: unixSeconds(now) })
}

async function describe(
  needs: TokenStateNeeds,
  { clientId, token, now }: { clientId: string; token: string; now: number },
): Promise<Introspection> {
  const { store, issuer: iss } = needs
  const access = await store.validAccessToken(sha256(token), now)
  const known = access ? { ...access, issued_at: access.created_at } : await activeGrant(store, token, now)
  if (!known || known.app_id !== clientId || access?.blocked_reason) return { active: false }
  const audience = known.resource?.split(' ')
  return {
    active: true,
    scope: known.scopes,
    client_id: known.app_id,
    sub: known.public_id,
    exp: known.expires_at,
    iat: known.issued_at,
    token_type: access ? 'Bearer' : 'refresh_token',
    iss,
    ...(audience ? { aud: audience.length === 1 ? audience[0] : audience } : {}),
  }
}

/** The grant of a valid refresh token. */
async function activeGrant(store: OauthStore, token: string, now: number) {
  const family = familyOf(token)
  const grant = family === null ? undefined : await store.grantOfFamily(sha256(family))
  if (!grant || grant.refresh_hash !== sha256(token)) return null
  const hasEnded =
    [grant.revoked_at, grant.deleted_at, grant.blocked_at].some((at) => at !== null) ||
    grant.expires_at <= now
  return hasEnded ? null : { ...grant, issued_at: grant.refresh_issued_at }
}
