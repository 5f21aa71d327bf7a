// What an access token gives access to: the API, as a caller, and the userinfo endpoint.
import { scopesIn, type User } from '@linnet/contract'
import type { Caller } from '../../../../platform/operations/handler.ts'
import { roleInWorkspace } from '../../../../platform/operations/roles.ts'
import { bearerOf } from '../../../../platform/security/bearer.ts'
import { sha256 } from '../../../../platform/security/ids.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Accounts } from '../../../identity/accounts/index.ts'
import { OauthError } from '../oauth-error.ts'
import type { Resource, Resources } from '../resources.ts'
import type { OauthStore } from '../store.ts'
import { accessTokenPrefix } from './tokens.ts'

export interface AccessNeeds {
  store: OauthStore
  accounts: Accounts
  resources: Resources
  requestsPerMinute(plan: string): number
}

// The list of connected apps shows the last use of each with this precision.
const usedEverySeconds = 60

type ValidToken = NonNullable<Awaited<ReturnType<OauthStore['validAccessToken']>>>

/** Finds the token with this hash, and records its use. */
async function findValidToken({ store }: AccessNeeds, hash: string, now: number): Promise<ValidToken | null> {
  const seconds = unixSeconds(now)
  const valid = await store.validAccessToken(hash, seconds)
  if (!valid) return null
  if (seconds - (valid.last_used_at ?? 0) >= usedEverySeconds)
    await store.transaction((tx) => store.useGrant(tx, valid.grant_id, seconds))
  return valid
}

/** The caller with an access token, or null if it isn't valid at this resource. */
export async function callerByAccessToken(
  needs: AccessNeeds,
  { token, resource, now }: { token: string; resource: Resource; now: number },
): Promise<Caller | null> {
  if (!token.startsWith(accessTokenPrefix)) return null
  const hash = sha256(token)
  const valid = await findValidToken(needs, hash, now)
  if (!valid || !needs.resources.admits(valid.resource, resource)) return null
  return {
    workspaceId: valid.user_id,
    personId: valid.person_id,
    role: roleInWorkspace(valid.user_id, valid.person_id, valid.role),
    plan: valid.plan,
    // Each access token has a request limit of its own, as each API key has.
    credential: hash,
    // Of the grant, not the token: a client may refresh its token before it repeats a request.
    keyOwner: `grant ${valid.grant_id}`,
    session: null,
    app: valid.app_id,
    scopes: new Set(scopesIn(valid.scopes)),
    mayDelete: valid.may_delete === 1,
    requestsPerMinute: needs.requestsPerMinute(valid.plan),
    blocked: valid.blocked_reason,
  }
}

/** `GET /oauth/userinfo`: the User record with `sub`, without the envelope. Throws an OauthError (RFC 6750, section 3.1). */
export async function userinfo(
  needs: AccessNeeds,
  headers: Headers,
  now: number,
): Promise<User & { sub: string }> {
  const given = bearerOf(headers)
  if (given === null)
    throw new OauthError('invalid_token', 'Send an access token as Authorization: Bearer.', 401, {
      'WWW-Authenticate': 'Bearer',
    })
  const valid = await findValidToken(needs, sha256(given), now)
  const account = valid && (await needs.accounts.byId(valid.person_id))
  if (!account)
    throw new OauthError('invalid_token', 'The access token is unknown, revoked or expired.', 401, {
      'WWW-Authenticate': 'Bearer error="invalid_token"',
    })
  // RFC 6750 has no other error for a token that gives no access.
  if (valid.blocked_reason !== null)
    throw new OauthError('invalid_token', 'The account is blocked.', 403, {
      'WWW-Authenticate': 'Bearer error="invalid_token"',
    })
  if (!valid.scopes.split(' ').includes('user:read'))
    throw new OauthError('insufficient_scope', 'This needs the scope user:read.', 403, {
      'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="user:read"',
    })
  const { user_id: workspaceId, person_id: personId, plan } = valid
  const role = roleInWorkspace(workspaceId, personId, valid.role)
  const user = await needs.accounts.recordFor({ workspaceId, personId, role, plan }, account)
  return { sub: user.id, ...user }
}
