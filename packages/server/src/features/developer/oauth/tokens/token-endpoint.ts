// The token endpoint (RFC 6749, section 3.2): which grant is asked for, which application asks, and then the grant's rules.
import type { Client } from '../../../../platform/operations/handler.ts'
import type { RateLimiter } from '../../../../platform/security/rate-limit.ts'
import type { Accounts } from '../../../identity/accounts/index.ts'
import type { Audit } from '../../../identity/audit/index.ts'
import type { Applications, KnownApp } from '../../applications/index.ts'
import { OauthError } from '../oauth-error.ts'
import type { OnRevoked } from '../operations.ts'
import { type Parameters, readParameters, requireOnce } from '../parameters.ts'
import type { Resources } from '../resources.ts'
import type { OauthStore } from '../store.ts'
import { requireClient } from './client-credentials.ts'
import { exchangeCode } from './exchange.ts'
import { refreshTokens } from './refresh.ts'
import type { TokenResponse } from './tokens.ts'

export interface GrantNeeds {
  store: OauthStore
  audit: Audit
  limiter: RateLimiter
  accounts: Accounts
  applications: Applications
  resources: Resources
  onRevoked: OnRevoked
}

/** Who asks, and when. */
export interface Asked {
  client: Client
  /** Milliseconds. */
  now: number
}

type Grant = (
  needs: GrantNeeds,
  app: KnownApp,
  parameters: Parameters,
  asked: Asked,
) => Promise<TokenResponse>

const grants: Record<string, Grant> = { authorization_code: exchangeCode, refresh_token: refreshTokens }

export const grantTypes = Object.keys(grants)

/** Throws an OauthError. The grant type is judged before the client, so that an unsupported one is told to anyone. */
export async function answerToken(needs: GrantNeeds, request: Request, asked: Asked): Promise<TokenResponse> {
  const parameters = await readParameters(request, false)
  requireOnce(parameters)
  const type = parameters.get('grant_type')
  if (type === null) throw new OauthError('invalid_request', 'The grant_type is missing.')
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined
  if (!grant)
    throw new OauthError('unsupported_grant_type', `The grant_type must be one of ${grantTypes.join(', ')}.`)
  const app = await requireClient(needs.applications, request.headers, parameters, asked.now)
  try {
    return await grant(needs, app, parameters, asked)
  } catch (error) {
    // Strangers can send an application made-up codes as often as they like: it shall not be refused for asking.
    if (error instanceof OauthError && app.confidential) error.isExcused = true
    throw error
  }
}
