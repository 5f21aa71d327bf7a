// The headers of every API response, and the responses to refused and failed requests.
import { crossOriginHeaders } from '../../platform/net/cross-origin.ts'
import type { Failure } from '../../platform/operations/execute.ts'
import { limitHeaders } from '../../platform/operations/limits.ts'
import { bearerOf } from '../../platform/security/bearer.ts'
import type { RouteContext } from './route-context.ts'

/** What every response has besides its content; only those of the public API have headers for a request limit. */
export function headersOf(c: RouteContext): Record<string, string> {
  const booking = c.get('booking')
  return {
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(booking ? { ...crossOriginHeaders, ...limitHeaders(booking) } : {}),
  }
}

export function answerFailure(c: RouteContext, { status, body, retryAfter, scope }: Failure): Response {
  const headers: Record<string, string> = headersOf(c)
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter)
  if (status === 401 && body.error.code === 'unauthenticated')
    headers['WWW-Authenticate'] =
      bearerOf(c.req.raw.headers) === null ? 'Bearer' : 'Bearer error="invalid_token"'
  if (body.error.code === 'insufficient_scope') {
    // All scopes that the request needs (RFC 6750, section 3), because a client requests only those that are listed here.
    const scopes = new Set([c.get('operation')?.scope, scope].filter(Boolean))
    headers['WWW-Authenticate'] =
      `Bearer error="insufficient_scope"${scopes.size > 0 ? `, scope="${[...scopes].join(' ')}"` : ''}`
  }
  const allow = c.get('allow')
  if (allow) headers.Allow = allow
  return Response.json(body, { status, headers })
}
