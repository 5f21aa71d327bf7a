// Refreshing: exchanges a refresh token for the next pair of tokens (RFC 6749, section 6; RFC 9700, section 4.14).
import { isScope, type Scope, scopesIn } from '@linnet/contract'
import { sha256 } from '../../../../platform/security/ids.ts'
import { secondsLeft } from '../../../../platform/security/rate-limit.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import { OauthError } from '../oauth-error.ts'
import type { Parameters } from '../parameters.ts'
import type { OauthStore } from '../store.ts'
import { revokingStolen, UsedTwice } from './stolen-tokens.ts'
import { type Check, type GrantNeeds, refuse, type TokenRequest } from './token-request.ts'
import { familyOf, issueTokens, newRefreshToken, refreshTokenSeconds, type TokenResponse } from './tokens.ts'

// Two tabs that refresh at once are not a theft: within this time the second is only refused.
const graceSeconds = 10
// Each access token has a request limit of its own; refreshing without limit would be a way around it.
const refreshesPerMinute = 12

type Grant = NonNullable<Awaited<ReturnType<OauthStore['grantOfFamily']>>>

interface Refresh extends TokenRequest {
  grant: Grant
  /** The family of refresh tokens that the sent one belongs to. */
  family: string
  /** Of the refresh token that was sent. */
  hash: string
}

const unknown = () => refuse('The refresh token is unknown, or was issued to another application.')
const usedJustNow = () =>
  refuse('The refresh token was used a moment ago. Use the tokens from that response.')

/** The checks of a refresh token. */
const checks: Check<Refresh>[] = [
  {
    name: 'the token was given to this application',
    check({ app, grant }) {
      if (grant.app_id !== app.clientId) throw unknown()
    },
  },
  {
    name: 'neither the user nor the application has revoked it',
    check({ grant }) {
      const hasLeft = grant.person_id !== null && grant.role === null
      if (grant.revoked_at !== null || grant.deleted_at !== null || hasLeft)
        throw refuse('The authorization was revoked.')
    },
  },
  {
    name: 'the account is not blocked',
    check({ grant }) {
      if (grant.blocked_at !== null) throw refuse('The account is blocked.')
    },
  },
  {
    name: 'the token is unused',
    check({ grant, hash, now }) {
      if (grant.refresh_hash === hash) return
      if (recentlyRetired(grant, now).some(([retired]) => retired === hash)) throw usedJustNow()
      throw new UsedTwice('The refresh token has already been used. Request authorization again.')
    },
  },
  {
    name: 'the token is at most thirty days old',
    check({ grant, now }) {
      if (grant.expires_at <= unixSeconds(now)) throw refuse('The refresh token has expired.')
    },
  },
]

/** The tokens that were used within the grace period, each with its hash and time of use. */
function recentlyRetired({ retired }: Grant, now: number): [hash: string, at: number][] {
  const all = JSON.parse(retired) as [string, number][]
  return all.filter(([, at]) => unixSeconds(now) - at <= graceSeconds)
}

export async function refreshTokens(needs: GrantNeeds, request: TokenRequest): Promise<TokenResponse> {
  const given = request.parameters.get('refresh_token')
  if (given === null) throw new OauthError('invalid_request', 'The refresh_token is missing.')
  const family = familyOf(given)
  const grant = family === null ? undefined : await needs.store.grantOfFamily(sha256(family))
  if (family === null || !grant) throw unknown()
  const refresh = { ...request, grant, family, hash: sha256(given) }
  const stolen = { reason: 'a refresh token that came twice', grantId: async () => grant.id }
  return await revokingStolen(needs, request, stolen, async () => {
    for (const { check } of checks) check(refresh)
    return await rotate(needs, refresh)
  })
}

/** Replaces the refresh token with the next one of its family, and issues an access token. */
async function rotate(needs: GrantNeeds, refresh: Refresh): Promise<TokenResponse> {
  const { store, resources } = needs
  const { grant, family, hash, parameters, now } = refresh
  const scopes = scopesOf(grant, parameters)
  const resource = resources.narrowed(grant.resource, parameters.all('resource'))
  const refreshToken = newRefreshToken(family)
  const rotation = {
    grantId: grant.id,
    from: hash,
    to: sha256(refreshToken),
    retired: JSON.stringify([...recentlyRetired(grant, now), [hash, unixSeconds(now)]]),
    now: unixSeconds(now),
    expires: unixSeconds(now) + refreshTokenSeconds,
  }
  await requireNotTooOften(needs, grant.id)
  return await store.transaction(async (tx) => {
    if (!(await store.rotate(tx, rotation))) throw usedJustNow()
    return await issueTokens(store, tx, { grantId: grant.id, refreshToken, scopes, resource, now })
  })
}

async function requireNotTooOften({ limiter }: GrantNeeds, grantId: string): Promise<void> {
  const booked = await limiter.take(`refresh:${grantId}`, refreshesPerMinute)
  if (booked.admitted) return
  const seconds = String(secondsLeft(booked))
  throw new OauthError(
    'temporarily_unavailable',
    `More than ${refreshesPerMinute} refreshes in a minute. Use the access token for its whole hour; wait ${seconds} s.`,
    429,
    { 'Retry-After': seconds },
  )
}

/** The granted scopes, or the requested ones if all of them were granted (RFC 6749, section 6). */
function scopesOf(grant: Grant, parameters: Parameters): Scope[] {
  const granted = scopesIn(grant.scopes)
  const wanted = (parameters.get('scope') ?? '').split(' ').filter(Boolean)
  if (!wanted.every((word) => isScope(word) && granted.includes(word)))
    throw new OauthError('invalid_scope', 'One of the scopes was not granted.')
  return wanted.length > 0 ? wanted.filter(isScope) : granted
}
