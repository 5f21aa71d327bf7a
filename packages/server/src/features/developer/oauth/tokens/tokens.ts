// Codes and tokens: random strings with a prefix that secret scanners recognize, stored only as SHA-256.
import type { Scope } from '@linnet/contract'
import { randomText, sha256 } from '../../../../platform/security/ids.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import { scopeText } from '../../applications/index.ts'
import type { OauthStore } from '../store.ts'

export const accessTokenPrefix = 'linnet_at_'
const refreshTokenPrefix = 'linnet_rt_'
const codePrefix = 'linnet_ac_'

// The contract: OAuth artifacts.
export const codeSeconds = 10 * 60
const accessTokenSeconds = 60 * 60
export const refreshTokenSeconds = 30 * 24 * 60 * 60

// 40 letters and digits have 238 bits, and each half 119.
const randomLength = 40
const familyLength = refreshTokenPrefix.length + randomLength / 2

export function newCode(): string {
  return codePrefix + randomText(randomLength)
}

/** The beginning of all refresh tokens of a grant: whoever has it has had one of them. */
export function newFamily(): string {
  return refreshTokenPrefix + randomText(randomLength / 2)
}

export function newRefreshToken(family: string): string {
  return family + randomText(randomLength / 2)
}

/** The family of a refresh token; null if it isn't one. */
export function familyOf(token: string): string | null {
  const isToken =
    token.startsWith(refreshTokenPrefix) && token.length === refreshTokenPrefix.length + randomLength
  return isToken ? token.slice(0, familyLength) : null
}

/** The body of RFC 6749, section 5.1. */
export interface TokenResponse {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

interface NewTokens {
  grantId: string
  /** The grant's next refresh token, which is already stored with it. */
  refreshToken: string
  scopes: readonly Scope[]
  /** What the access token is bound to. */
  resource: string | null
  now: number
}

/** Issues an access token for a grant; both tokens are only in this result. */
export async function issueTokens(store: OauthStore, tx: Tx, wanted: NewTokens): Promise<TokenResponse> {
  const created_at = unixSeconds(wanted.now)
  const scope = scopeText(wanted.scopes)
  const access_token = accessTokenPrefix + randomText(randomLength)
  await store.insertAccessToken(tx, {
    token_hash: sha256(access_token),
    grant_id: wanted.grantId,
    scopes: scope,
    resource: wanted.resource,
    created_at,
    expires_at: created_at + accessTokenSeconds,
  })
  return {
    access_token,
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    refresh_token: wanted.refreshToken,
    scope,
  }
}
