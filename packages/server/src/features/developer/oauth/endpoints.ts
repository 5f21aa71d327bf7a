// The OAuth endpoints that programs call: their methods, who may call them from a page, and their errors as answers.
import { Refusal } from '@linnet/contract'
import { crossOriginHeaders, preflightAnswer } from '../../../platform/net/cross-origin.ts'
import type { Log } from '../../../platform/observability/log.ts'
import { type RateLimiter, secondsLeft, strangersKey } from '../../../platform/security/rate-limit.ts'
import { RegistrationError } from '../applications/index.ts'
import { serverMetadata } from './metadata.ts'
import { OauthError } from './oauth-error.ts'
import { readObject } from './parameters.ts'
import { type AccessNeeds, userinfo } from './tokens/access.ts'
import { type Asked, answerToken, type GrantNeeds } from './tokens/token-endpoint.ts'
import { introspect, revoke, type TokenStateNeeds } from './tokens/token-state.ts'

export interface EndpointNeeds extends GrantNeeds, TokenStateNeeds, AccessNeeds {
  docsUrl: string
  registration: boolean
  limiter: RateLimiter
  /** Requests a minute from one address that come to nothing. */
  failuresPerMinute: number
  /** What an address counts under. */
  pseudonym(address: string): string
  now(): number
  log: Log
  /** Whether an error means that the database is away for the moment. */
  isAway(error: unknown): boolean
}

export interface EndpointRequest {
  request: Request
  /** Without the leading slash. */
  path: string
  address: string
  requestId: string
}

interface Endpoint {
  method: 'GET' | 'POST'
  answer(request: Request, asked: Asked): Promise<{ status?: number; body: object }>
  /** How long the answer may be kept; not at all by default. */
  cacheControl?: string
  limit: Limit
}

/**
 * What counts for an address. `failures`: requests that come to nothing, together with those of other endpoints.
 * `all`: every request, for what leaves something behind, or answers the same to everything; past it comes `refusal`.
 */
type Limit =
  | { counts: 'nothing' }
  | { counts: 'failures' }
  | { counts: 'all'; perMinute: number; refusal?: object }

const registrationsPerMinute = 30

/** Answers a path that is one of the endpoints'; null for any other. */
export function createEndpoints(needs: EndpointNeeds): (asked: EndpointRequest) => Promise<Response> | null {
  const metadata = serverMetadata(needs.issuer, needs.docsUrl, needs.registration)
  const endpoints: Record<string, Endpoint> = {
    '.well-known/oauth-authorization-server': {
      method: 'GET',
      answer: async () => ({ body: metadata }),
      cacheControl: 'public, max-age=3600',
      limit: { counts: 'nothing' },
    },
    'oauth/token': {
      method: 'POST',
      answer: async (request, asked) => ({ body: await answerToken(needs, request, asked) }),
      limit: { counts: 'failures' },
    },
    'oauth/revoke': {
      method: 'POST',
      async answer(request, asked) {
        await revoke(needs, request, asked)
        return { body: {} }
      },
      // The contract has no other answer than 200, so past the limit nothing is looked at.
      limit: { counts: 'all', perMinute: needs.failuresPerMinute, refusal: {} },
    },
    'oauth/introspect': {
      method: 'POST',
      answer: async (request, { now }) => ({ body: await introspect(needs, request, now) }),
      limit: { counts: 'failures' },
    },
    'oauth/userinfo': {
      method: 'GET',
      answer: async ({ headers }, { now }) => ({ body: await userinfo(needs, headers, now) }),
      limit: { counts: 'failures' },
    },
    'oauth/register': {
      method: 'POST',
      answer: async (request, { now }) => ({ status: 201, body: await register(needs, request, now) }),
      limit: { counts: 'all', perMinute: registrationsPerMinute },
    },
  }
  if (!needs.registration) delete endpoints['oauth/register']

  return (asked) => {
    const endpoint = Object.hasOwn(endpoints, asked.path) ? endpoints[asked.path] : undefined
    return endpoint ? answerAt(needs, endpoint, asked) : null
  }
}

async function answerAt(needs: EndpointNeeds, endpoint: Endpoint, asked: EndpointRequest): Promise<Response> {
  const { request, requestId } = asked
  const methods = [...(endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]), 'OPTIONS'].join(', ')
  const headers: Record<string, string> = {
    ...crossOriginHeaders,
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    // RFC 6749, section 5.1.
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
  }
  if (request.method === 'OPTIONS') return preflightAnswer(requestId, methods)
  if (!methods.split(', ').includes(request.method))
    return Response.json(new OauthError('invalid_request', `Send ${endpoint.method}.`).body, {
      status: 405,
      headers: { ...headers, Allow: methods },
    })
  const { limit } = endpoint
  const window = limit.counts === 'all' ? asked.path : 'oauth'
  const key = strangersKey(`${window}:${needs.pseudonym(asked.address)}`)
  const most = limit.counts === 'all' ? limit.perMinute : needs.failuresPerMinute
  const booked = limit.counts === 'nothing' ? null : await needs.limiter.take(key, most)
  const isExcused = (error?: OauthError) =>
    limit.counts === 'failures' && (!error || error.isExcused || error.status >= 500)
  try {
    if (booked && !booked.admitted) {
      if (limit.counts !== 'all' || !limit.refusal) throw tooMany(secondsLeft(booked))
      return Response.json(limit.refusal, { headers })
    }
    const client = { address: asked.address, userAgent: request.headers.get('user-agent') ?? '' }
    const { status = 200, body } = await endpoint.answer(request, { client, now: needs.now() })
    if (booked && isExcused()) await needs.limiter.giveBack(key, booked)
    if (endpoint.cacheControl) headers['Cache-Control'] = endpoint.cacheControl
    return Response.json(body, { status, headers })
  } catch (error) {
    const told = toldError(needs, error, requestId)
    if (booked?.admitted && isExcused(told)) await needs.limiter.giveBack(key, booked)
    return Response.json(told.body, { status: told.status, headers: { ...headers, ...told.headers } })
  }
}

function tooMany(seconds: number): OauthError {
  const description = `Too many requests. Wait ${seconds} s.`
  return new OauthError('temporarily_unavailable', description, 429, { 'Retry-After': String(seconds) })
}

function toldError(needs: EndpointNeeds, error: unknown, requestId: string): OauthError {
  if (error instanceof OauthError) return error
  if (error instanceof RegistrationError) return new OauthError(error.code, error.message)
  const isBusy = error instanceof Refusal && error.code === 'unavailable'
  if (isBusy || needs.isAway(error))
    return new OauthError('temporarily_unavailable', 'Try again shortly.', 503, { 'Retry-After': '5' })
  // Bodies are read by a part that speaks the API's own words.
  if (error instanceof Refusal) return new OauthError('invalid_request', error.message)
  needs.log.error('an OAuth request failed', error, { request_id: requestId })
  return new OauthError('server_error', `Report this to the operator: ${requestId}`, 500)
}

/** RFC 7591, section 3.2.1. */
async function register(needs: EndpointNeeds, request: Request, now: number): Promise<object> {
  const app = await needs.applications.register(await readObject(request), now)
  return {
    client_id: app.clientId,
    client_id_issued_at: Math.floor(now / 1000),
    client_name: app.name,
    ...(app.homepage === null ? {} : { client_uri: app.homepage }),
    redirect_uris: app.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: app.scopes.join(' '),
  }
}
