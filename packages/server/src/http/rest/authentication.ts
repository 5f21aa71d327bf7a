// Authenticates requests: by credential on the public API, by session on the dashboard.
import { lacksScope, type Operation, Refusal } from '@linnet/contract'
import { requireUnblocked } from '../../platform/operations/blocked-account.ts'
import type { Caller } from '../../platform/operations/handler.ts'
import { bearerOf } from '../../platform/security/bearer.ts'
import { sessionOf } from '../../platform/security/session-cookie.ts'
import type { RestNeeds } from './route-context.ts'

/** How requests of an API are authenticated. */
export interface Authentication {
  /** The token or session of a request, valid or not. */
  tokenOf(headers: Headers): string | null
  /** Checks the token; null without a valid one. */
  callerOf(headers: Headers): Promise<Caller | null>
  /** The caller that an operation runs for. Refuses callers who may not run it. */
  authorize(operation: Operation, caller: Caller | null, headers: Headers): Caller
}

/** API keys and access tokens, limited by their scopes. */
export function tokenAuthentication({ callerByToken, scheduler }: RestNeeds): Authentication {
  return {
    tokenOf: bearerOf,
    callerOf: callerLookup(bearerOf, callerByToken, scheduler),
    authorize(operation, caller, headers) {
      if (!caller) throw new Refusal('unauthenticated', unauthenticatedMessage(headers))
      requireUnblocked(caller)
      if (operation.scope !== null && !caller.scopes.has(operation.scope)) throw lacksScope(operation.scope)
      return caller
    },
  }
}

/** Sessions, with all rights of their accounts. Operations for visitors, such as signing in, need none. */
export function sessionAuthentication({ callerBySession, cookies, scheduler }: RestNeeds): Authentication {
  const tokenOf = (headers: Headers) => sessionOf(headers, cookies)
  return {
    tokenOf,
    callerOf: callerLookup(tokenOf, callerBySession, scheduler),
    authorize(operation, caller, headers) {
      const known = caller ?? (operation.audience === 'visitor' ? nobody : null)
      if (!known) throw notSignedIn(headers)
      return known
    },
  }
}

function callerLookup(
  tokenOf: (headers: Headers) => string | null,
  callerByToken: (token: string) => Promise<Caller | null>,
  scheduler: RestNeeds['scheduler'],
): Authentication['callerOf'] {
  return async (headers) => {
    const token = tokenOf(headers)
    const caller = token === null ? null : await callerByToken(token)
    if (token !== null && caller) scheduler.learn(token, caller.userId)
    return caller
  }
}

/** The caller of operations for visitors who aren't signed in. */
export const nobody: Caller = {
  userId: 0,
  plan: '',
  credential: '',
  keyOwner: '',
  session: null,
  app: null,
  scopes: new Set(),
  requestsPerMinute: 0,
  blocked: null,
}

function unauthenticatedMessage(headers: Headers): string | undefined {
  return bearerOf(headers) === null ? undefined : 'This credential is unknown, was revoked or has expired.'
}

export function notSignedIn(headers: Headers): Refusal {
  return new Refusal(
    'unauthenticated',
    headers.has('authorization')
      ? 'API keys and access tokens only work at /v2. This address needs a session: sign in first.'
      : 'Sign in first.',
  )
}
