// Exchanging an authorization code for tokens: a table of named checks, then one winner (RFC 6749, section 4.1.3).
import { scopesIn } from '@linnet/contract'
import { newId, sha256 } from '../../../../platform/security/ids.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import { matchesChallenge } from '../authorization/pkce.ts'
import { OauthError } from '../oauth-error.ts'
import type { CodeRow } from '../store.ts'
import { revokingStolen, UsedTwice } from './stolen-tokens.ts'
import { type Check, type GrantNeeds, refuse, type TokenRequest } from './token-request.ts'
import { issueTokens, newFamily, newRefreshToken, refreshTokenSeconds, type TokenResponse } from './tokens.ts'

interface Exchange extends TokenRequest {
  code: CodeRow
}

const noMember = () => refuse('The user no longer belongs to the workspace.')
const usedBefore = () => new UsedTwice('The code has already been used.')

/** The checks of a code and of what must be sent with it. */
const checks: Check<Exchange>[] = [
  {
    name: 'the code was given to this application',
    check({ app, code }) {
      if (code.app_id !== app.clientId)
        throw refuse('The code is unknown, or was issued to another application.')
    },
  },
  {
    name: 'the code is unused',
    check({ code }) {
      if (code.used_at !== null) throw usedBefore()
    },
  },
  {
    name: 'the code is at most ten minutes old',
    check({ code, now }) {
      if (code.expires_at <= unixSeconds(now))
        throw refuse('The code has expired. Request authorization again.')
    },
  },
  {
    name: 'the redirect URI is the one that the code was sent to',
    check({ code, parameters }) {
      const named = parameters.get('redirect_uri')
      if (named === null ? code.redirect_uri_given === 1 : named !== code.redirect_uri)
        throw refuse('The redirect_uri differs from the one in the authorization request.')
    },
  },
  {
    name: 'the code is redeemed by the application that requested it',
    check({ code, parameters }) {
      const verifier = parameters.get('code_verifier')
      if (code.code_challenge === null) {
        // A verifier without a challenge: somebody took the challenge out of the request (RFC 9700, section 2.1.1).
        if (verifier !== null) throw refuse('There was no "code_challenge" in the authorization request.')
        return
      }
      if (verifier === null) throw refuse('The code_verifier is missing.')
      if (!matchesChallenge(verifier, code.code_challenge))
        throw refuse("The code_verifier doesn't match the challenge.")
    },
  },
]

export async function exchangeCode(needs: GrantNeeds, request: TokenRequest): Promise<TokenResponse> {
  const given = request.parameters.get('code')
  if (given === null) throw new OauthError('invalid_request', 'The code is missing.')
  const codeHash = sha256(given)
  const code = await needs.store.code(codeHash)
  if (!code) throw refuse('The code is unknown, or was issued to another application.')
  const exchange = { ...request, code }
  const stolen = {
    reason: 'a code that came twice',
    // Read again, because another exchange may just have used it.
    grantId: async () => (await needs.store.code(codeHash))?.grant_id ?? null,
  }
  return await revokingStolen(needs, request, stolen, async () => {
    for (const { check } of checks) check(exchange)
    const personId = code.person_id ?? code.user_id
    if (!(await needs.accounts.byId(personId))) throw refuse('The account has been deleted.')
    return await useCode(needs, exchange)
  })
}

/** Uses up the code for a new grant and its first tokens. Of several exchanges at once, only one succeeds. */
async function useCode(
  { store, workspaces, resources }: GrantNeeds,
  exchange: Exchange,
): Promise<TokenResponse> {
  const { app, code, parameters, now } = exchange
  const resource = resources.narrowed(code.resource, parameters.all('resource'))
  const grantId = newId('grt', now)
  const family = newFamily()
  const refreshToken = newRefreshToken(family)
  return await store.transaction(async (tx) => {
    const { user_id, person_id, scopes } = code
    await workspaces.lock(tx, user_id)
    if ((await workspaces.roleIn(user_id, person_id ?? user_id, tx)) === null) throw noMember()
    await store.lock(tx, user_id, app.clientId)
    if (!(await store.useCode(tx, { codeHash: code.code_hash, grantId, now: unixSeconds(now) })))
      throw usedBefore()
    await store.insertGrant(tx, {
      id: grantId,
      app_id: app.clientId,
      user_id,
      person_id,
      scopes,
      may_delete: code.may_delete,
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
    return await issueTokens(store, tx, { grantId, refreshToken, scopes: scopesIn(scopes), resource, now })
  })
}
