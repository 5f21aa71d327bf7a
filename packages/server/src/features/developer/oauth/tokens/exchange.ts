// Exchanging an authorization code for tokens: a table of named checks, then one winner (RFC 6749, section 4.1.3).
import { isScope } from '@linnet/contract'
import { newId, sha256 } from '../../../../platform/security/ids.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import { matchesChallenge } from '../authorization/pkce.ts'
import { OauthError } from '../oauth-error.ts'
import type { CodeRow } from '../store.ts'
import { revokeStolen } from './stolen-tokens.ts'
import type { GrantNeeds, TokenRequest } from './token-request.ts'
import { issueTokens, newFamily, newRefreshToken, refreshTokenSeconds, type TokenResponse } from './tokens.ts'

interface Exchange extends TokenRequest {
  code: CodeRow
}

const refuse = (description: string) => new OauthError('invalid_grant', description)

/** The checks of a code and of what must be sent with it; the first one that fails is answered. */
const checks: { name: string; check(exchange: Exchange): void }[] = [
  {
    name: 'the code was given to this application',
    check({ app, code }) {
      if (code.app_id !== app.clientId) throw refuse('The code is not known, or not for this application.')
    },
  },
  {
    name: 'the code was not used before',
    check({ code }) {
      if (code.used_at !== null) throw new Replay()
    },
  },
  {
    name: 'the code is not older than ten minutes',
    check({ code, now }) {
      if (code.expires_at <= unixSeconds(now))
        throw refuse('The code has expired. Ask for authorization again.')
    },
  },
  {
    name: 'the redirect address is the one that the code was sent to',
    check({ code, parameters }) {
      const named = parameters.get('redirect_uri')
      if (named === null ? code.redirect_uri_given === 1 : named !== code.redirect_uri)
        throw refuse('The redirect_uri is not the one of the authorization request.')
    },
  },
  {
    name: 'who redeems the code is who asked for it',
    check({ code, parameters }) {
      const verifier = parameters.get('code_verifier')
      if (code.code_challenge === null) {
        // A verifier without a challenge: somebody took the challenge out of the request (RFC 9700, section 2.1.1).
        if (verifier !== null) throw refuse('There was no "code_challenge" in the authorization request.')
        return
      }
      if (verifier === null) throw refuse('The code_verifier is missing.')
      if (!matchesChallenge(verifier, code.code_challenge))
        throw refuse('The code_verifier does not fit the challenge.')
    },
  },
]

/** A code that is used twice was stolen on its way, so its tokens are revoked (RFC 6749, section 4.1.2). */
class Replay extends OauthError {
  constructor() {
    super('invalid_grant', 'The code was used already.')
  }
}

export async function exchangeCode(needs: GrantNeeds, request: TokenRequest): Promise<TokenResponse> {
  const given = request.parameters.get('code')
  if (given === null) throw new OauthError('invalid_request', 'The code is missing.')
  const codeHash = sha256(given)
  const code = await needs.store.code(codeHash)
  if (!code) throw refuse('The code is not known, or not for this application.')
  try {
    const exchange = { ...request, code }
    for (const { check } of checks) check(exchange)
    const account = await needs.accounts.byId(code.user_id)
    if (!account) throw refuse('The account is no more.')
    return await useCode(needs, exchange)
  } catch (error) {
    if (error instanceof Replay) await revokeGrantOfCode(needs, codeHash, request)
    throw error
  }
}

/** Uses up the code for a new grant and its first tokens. Of several exchanges at once, only one succeeds. */
async function useCode({ store, resources }: GrantNeeds, exchange: Exchange): Promise<TokenResponse> {
  const { app, code, parameters, now } = exchange
  const resource = resources.narrowed(code.resource, parameters.all('resource'))
  const grantId = newId('grt', now)
  const family = newFamily()
  const refreshToken = newRefreshToken(family)
  return await store.transaction(async (tx) => {
    const { user_id, scopes } = code
    await store.lock(tx, user_id, app.clientId)
    if (!(await store.useCode(tx, { codeHash: code.code_hash, grantId, now: unixSeconds(now) })))
      throw new Replay()
    await store.insertGrant(tx, {
      id: grantId,
      app_id: app.clientId,
      user_id,
      scopes,
      resource: code.resource,
      created_at: unixSeconds(now),
      last_used_at: null,
      revoked_at: null,
      family_hash: sha256(family),
      refresh_hash: sha256(refreshToken),
      refresh_issued_at: unixSeconds(now),
      retired: '[]',
      expires_at: unixSeconds(now) + refreshTokenSeconds,
    })
    const granted = scopes.split(' ').filter(isScope)
    return await issueTokens(store, tx, { grantId, refreshToken, scopes: granted, resource, now })
  })
}

async function revokeGrantOfCode(needs: GrantNeeds, codeHash: string, request: TokenRequest): Promise<void> {
  const used = await needs.store.code(codeHash)
  if (!used?.grant_id) return
  await revokeStolen(needs, { grantId: used.grant_id, reason: 'a code that came twice' }, request)
}
