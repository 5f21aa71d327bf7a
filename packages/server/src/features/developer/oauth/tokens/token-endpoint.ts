// The token endpoint (RFC 6749, section 3.2): finds the grant and the application of a request, and applies the grant's rules.
import type { KnownApp } from '../../applications/index.ts'
import type { EndpointContext } from '../endpoint-context.ts'
import { OauthError } from '../oauth-error.ts'
import { readForm, requireOnce } from '../parameters.ts'
import { requireClient } from './client-credentials.ts'
import { exchangeCode } from './exchange.ts'
import { refreshTokens } from './refresh.ts'
import type { GrantNeeds, TokenRequest } from './token-request.ts'
import type { TokenResponse } from './tokens.ts'

type Grant = (needs: GrantNeeds, request: TokenRequest) => Promise<TokenResponse>

const grants: Record<string, Grant> = { authorization_code: exchangeCode, refresh_token: refreshTokens }

export const grantTypes = Object.keys(grants)

/** Throws an OauthError. The grant type is checked before the client, so anyone can learn that a type is unsupported. */
export async function answerToken(
  needs: GrantNeeds,
  request: Request,
  { client, now }: EndpointContext,
): Promise<TokenResponse> {
  const parameters = await readForm(request)
  requireOnce(parameters)
  const grant = grantOfType(parameters.get('grant_type'))
  const app = await requireClient({
    applications: needs.applications,
    headers: request.headers,
    parameters,
    now,
  })
  try {
    return await grant(needs, { app, parameters, client, now })
  } catch (error) {
    throw excusedFor(app, error)
  }
}

function grantOfType(type: string | null): Grant {
  if (type === null) throw new OauthError('invalid_request', 'The grant_type is missing.')
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined
  if (grant) return grant
  throw new OauthError('unsupported_grant_type', `The grant_type must be one of ${grantTypes.join(', ')}.`)
}

/**
 * Strangers can send made-up codes to a confidential application as often as they like. When it passes them
 * on, its address must not reach the failure limit.
 */
function excusedFor(app: KnownApp, error: unknown): unknown {
  if (error instanceof OauthError && app.confidential) error.isExcused = true
  return error
}
