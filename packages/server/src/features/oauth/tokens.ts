// Codes and tokens: random texts with a prefix that secret scanners can know, kept as SHA-256 only.
import type { Scope } from '@linnet/contract'
import { unixSeconds } from '../../platform/clock.ts'
import { randomText, sha256 } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction.ts'
import { scopeText } from '../applications/index.ts'
import type { OauthStore } from './store.ts'

export const accessTokenPrefix = 'linnet_at_'
export const refreshTokenPrefix = 'linnet_rt_'
const codePrefix = 'linnet_ac_'

// The contract: OAuth artifacts.
export const codeSeconds = 10 * 60
export const accessTokenSeconds = 60 * 60
const refreshTokenSeconds = 30 * 24 * 60 * 60

// 40 letters and digits carry 238 bits.
const randomLength = 40

export function newCode(): string {
  return codePrefix + randomText(randomLength)
}

/** The body of RFC 6749, section 5.1. */
export interface TokenResponse {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

interface Wanted {
  grantId: string
  scopes: readonly Scope[]
  /** What the access token is bound to. */
  resource: string | null
  now: number
}

/** Gives a grant its next pair of tokens, which are only ever in this answer. */
export async function issueTokens(store: OauthStore, tx: Tx, wanted: Wanted): Promise<TokenResponse> {
  const { grantId: grant_id, resource } = wanted
  const created_at = unixSeconds(wanted.now)
  const scope = scopeText(wanted.scopes)
  const access_token = accessTokenPrefix + randomText(randomLength)
  const refresh_token = refreshTokenPrefix + randomText(randomLength)
  await store.insertAccessToken(tx, {
    token_hash: sha256(access_token),
    grant_id,
    scopes: scope,
    resource,
    created_at,
    expires_at: created_at + accessTokenSeconds,
  })
  await store.insertRefreshToken(tx, {
    token_hash: sha256(refresh_token),
    grant_id,
    created_at,
    expires_at: created_at + refreshTokenSeconds,
    rotated_at: null,
  })
  return { access_token, token_type: 'Bearer', expires_in: accessTokenSeconds, refresh_token, scope }
}
