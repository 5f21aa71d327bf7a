// A request to the token endpoint whose application is known, and what its grant needs to answer it.
import type { RateLimiter } from '../../../../platform/security/rate-limit.ts'
import type { Accounts } from '../../../identity/accounts/index.ts'
import type { Audit } from '../../../identity/audit/index.ts'
import type { Workspaces } from '../../../identity/workspaces/index.ts'
import type { Applications, KnownApp } from '../../applications/index.ts'
import type { EndpointContext } from '../endpoint-context.ts'
import { OauthError } from '../oauth-error.ts'
import type { OnRevoked } from '../operations.ts'
import type { Parameters } from '../parameters.ts'
import type { Resources } from '../resources.ts'
import type { OauthStore } from '../store.ts'

export interface GrantNeeds {
  store: OauthStore
  audit: Audit
  limiter: RateLimiter
  accounts: Accounts
  workspaces: Workspaces
  applications: Applications
  resources: Resources
  onRevoked: OnRevoked
}

/** A rule of a grant. The first one that refuses a request is reported. */
export interface Check<Checked extends TokenRequest> {
  name: string
  check(request: Checked): void
}

export const refuse = (description: string) => new OauthError('invalid_grant', description)

export interface TokenRequest extends EndpointContext {
  /** The application that sent it, which has proved its identity if it is confidential. */
  app: KnownApp
  parameters: Parameters
}
