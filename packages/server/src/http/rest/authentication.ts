// Authenticates requests: by credential on the public API, by session on the dashboard.
import { lacksScope, type Operation, Refusal } from '@linnet/contract'
import { workspaceId } from '@linnet/contract/workspace-addresses'
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
  callerOf(request: Request): Promise<Caller | null>
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
    callerOf: callerLookup(
      tokenOf,
      (token, request) => callerBySession(token, workspaceNamed(request)),
      scheduler,
    ),
    authorize(operation, caller, headers) {
      const known = caller ?? (operation.audience === 'visitor' ? nobody : null)
      if (!known) throw notSignedIn(headers)
      // People may still use what isn't about the workspace while it is blocked, and what lets them leave it.
      if (caller && operation.role !== null && !operation.whileBlocked) requireUnblocked(caller)
      return known
    },
  }
}

/**
 * The id of the workspace that a request of the dashboard names in a header or, where the browser itself makes the request,
 * in its query; null: the person's own.
 */
function workspaceNamed({ headers, method, url }: Request): string | null {
  const inQuery =
    method === 'GET' && url.includes('workspace=') ? new URL(url).searchParams.get('workspace') : null
  const id = headers.get('linnet-workspace') ?? inQuery
  // Longer ones and others don't exist, and PostgreSQL accepts no NUL.
  return id === null ? null : (workspaceId(id) ?? '')
}

function callerLookup(
  tokenOf: (headers: Headers) => string | null,
  callerByToken: (token: string, request: Request) => Promise<Caller | null>,
  scheduler: RestNeeds['scheduler'],
): Authentication['callerOf'] {
  return async (request) => {
    const token = tokenOf(request.headers)
    const caller = token === null ? null : await callerByToken(token, request)
    if (token !== null && caller) scheduler.learn(token, caller.personId)
    return caller
  }
}

/** The caller of operations for visitors who aren't signed in. */
export const nobody: Caller = {
  workspaceId: 0,
  personId: 0,
  role: null,
  plan: '',
  credential: '',
  keyOwner: '',
  session: null,
  app: null,
  scopes: new Set(),
  mayDelete: false,
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
