// The token endpoint (RFC 6749, section 3.2): which grant is asked for, which application asks, and then the grant's rules.
import type { Accounts } from '../accounts/index.ts'
import type { Applications, KnownApp } from '../applications/index.ts'
import { requireClient } from './client-credentials.ts'
import { exchangeCode } from './exchange.ts'
import { OauthError } from './oauth-error.ts'
import { type Parameters, readParameters } from './parameters.ts'
import { refreshTokens } from './refresh.ts'
import type { Resources } from './resources.ts'
import type { OauthStore } from './store.ts'
import type { TokenResponse } from './tokens.ts'

export interface GrantNeeds {
  store: OauthStore
  accounts: Accounts
  applications: Applications
  resources: Resources
}

type Grant = (needs: GrantNeeds, app: KnownApp, parameters: Parameters, now: number) => Promise<TokenResponse>

const grants: Record<string, Grant> = { authorization_code: exchangeCode, refresh_token: refreshTokens }

export const grantTypes = Object.keys(grants)

/** Throws an OauthError. The grant type is judged before the client, so that an unsupported one is told to anyone. */
export async function answerToken(needs: GrantNeeds, request: Request, now: number): Promise<TokenResponse> {
  const parameters = await readParameters(request, false)
  if (parameters.repeated !== null)
    throw new OauthError('invalid_request', `"${parameters.repeated.slice(0, 50)}" is given twice.`)
  const type = parameters.get('grant_type')
  if (type === null) throw new OauthError('invalid_request', '"grant_type" is missing.')
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined
  if (!grant)
    throw new OauthError('unsupported_grant_type', `"grant_type" must be one of ${grantTypes.join(', ')}.`)
  const app = await requireClient(needs.applications, request.headers, parameters, now)
  return await grant(needs, app, parameters, now)
}
