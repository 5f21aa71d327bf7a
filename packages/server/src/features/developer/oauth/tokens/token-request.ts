// A request to the token endpoint whose application is known, and what its grant needs to answer it.
import type { RateLimiter } from '../../../../platform/security/rate-limit.ts'
import type { Accounts } from '../../../identity/accounts/index.ts'
import type { Audit } from '../../../identity/audit/index.ts'
import type { Applications, KnownApp } from '../../applications/index.ts'
import type { EndpointContext } from '../endpoint-context.ts'
import type { OnRevoked } from '../operations.ts'
import type { Parameters } from '../parameters.ts'
import type { Resources } from '../resources.ts'
import type { OauthStore } from '../store.ts'

export interface GrantNeeds {
  store: OauthStore
  audit: Audit
  limiter: RateLimiter
  accounts: Accounts
  applications: Applications
  resources: Resources
  onRevoked: OnRevoked
}

export interface TokenRequest extends EndpointContext {
  /** The application that sent it, which has proved its identity if it is confidential. */
  app: KnownApp
  parameters: Parameters
}
