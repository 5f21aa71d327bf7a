// Refreshing: the next pair of tokens for a refresh token, which is used up by it (RFC 6749, section 6; RFC 9700, 4.14).
import { isScope, type Scope } from '@linnet/contract'
import { unixSeconds } from '../../platform/clock.ts'
import { sha256 } from '../../platform/ids.ts'
import type { KnownApp } from '../applications/index.ts'
import { OauthError } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'
import type { OauthStore } from './store.ts'
import type { GrantNeeds } from './token-endpoint.ts'
import { issueTokens, type TokenResponse } from './tokens.ts'

// Two tabs that refresh at once are no thief: within this time the second is only refused.
const graceSeconds = 10

type Token = NonNullable<Awaited<ReturnType<OauthStore['refreshToken']>>>

interface Refresh {
  app: KnownApp
  token: Token
  now: number
}

const refuse = (description: string) => new OauthError('invalid_grant', description)
const unknown = () => refuse('The refresh token is not known, or not of this application.')

/** A refresh token that comes again long after its use was copied: by whom, nobody can tell. */
class Reuse extends OauthError {
  constructor() {
    super('invalid_grant', 'The refresh token was used already. Ask for authorization again.')
  }
}

/** What a refresh token must be; the first check that fails is answered. */
const checks: { name: string; check(refresh: Refresh): void }[] = [
  {
    name: 'the token was given to this application',
    check({ app, token }) {
      if (token.app_id !== app.clientId) throw unknown()
    },
  },
  {
    name: 'neither the person nor the application took it back',
    check({ token }) {
      if (token.revoked_at !== null || token.deleted_at !== null)
        throw refuse('The authorization was revoked.')
    },
  },
  {
    name: 'the token was not used before',
    check({ token, now }) {
      if (token.rotated_at === null) return
      if (unixSeconds(now) - token.rotated_at > graceSeconds) throw new Reuse()
      throw refuse('The refresh token was used a moment ago. Use the tokens of that answer.')
    },
  },
  {
    name: 'the token is not older than thirty days',
    check({ token, now }) {
      if (token.expires_at <= unixSeconds(now)) throw refuse('The refresh token has expired.')
    },
  },
]

export async function refreshTokens(
  { store, resources }: GrantNeeds,
  app: KnownApp,
  parameters: Parameters,
  now: number,
): Promise<TokenResponse> {
  const given = parameters.get('refresh_token')
  if (given === null) throw new OauthError('invalid_request', '"refresh_token" is missing.')
  const tokenHash = sha256(given)
  const token = await store.refreshToken(tokenHash)
  if (!token) throw unknown()
  try {
    for (const { check } of checks) check({ app, token, now })
  } catch (error) {
    if (error instanceof Reuse)
      await store.transaction((tx) => store.revokeGrant(tx, token.grant_id, unixSeconds(now)))
    throw error
  }
  const scopes = scopesOf(token, parameters)
  const resource = resources.narrowed(token.resource, parameters.all('resource'))
  return await store.transaction(async (tx) => {
    if (!(await store.rotate(tx, tokenHash, unixSeconds(now))))
      throw refuse('The refresh token was used a moment ago. Use the tokens of that answer.')
    await store.useGrant(tx, token.grant_id, unixSeconds(now))
    return await issueTokens(store, tx, { grantId: token.grant_id, scopes, resource, now })
  })
}

/** The same scopes, or those that are asked for, if all were granted (RFC 6749, section 6). */
function scopesOf(token: Token, parameters: Parameters): Scope[] {
  const granted = token.scopes.split(' ').filter(isScope)
  const wanted = (parameters.get('scope') ?? '').split(' ').filter(Boolean)
  if (!wanted.every((word) => isScope(word) && granted.includes(word)))
    throw new OauthError('invalid_scope', 'One of the scopes was not granted.')
  return wanted.length > 0 ? wanted.filter(isScope) : granted
}
