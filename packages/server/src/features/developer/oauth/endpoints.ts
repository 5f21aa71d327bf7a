// The OAuth endpoints that programs call: their methods, cross-origin access, rate limits and error responses.
import { Refusal } from '@linnet/contract'
import { crossOriginHeaders, preflightAnswer } from '../../../platform/net/cross-origin.ts'
import type { Log } from '../../../platform/observability/log.ts'
import { anonymousKey, type RateLimiter, secondsLeft } from '../../../platform/security/rate-limit.ts'
import { RegistrationError } from '../applications/index.ts'
import type { EndpointContext } from './endpoint-context.ts'
import { serverMetadata } from './metadata.ts'
import { OauthError } from './oauth-error.ts'
import { readObject } from './parameters.ts'
import { type AccessNeeds, userinfo } from './tokens/access.ts'
import { answerToken } from './tokens/token-endpoint.ts'
import type { GrantNeeds } from './tokens/token-request.ts'
import { introspect, revoke, type TokenStateNeeds } from './tokens/token-state.ts'

export interface EndpointNeeds extends GrantNeeds, TokenStateNeeds, AccessNeeds {
  docsUrl: string
  registration: boolean
  limiter: RateLimiter
  /** Failed requests a minute from one address. */
  failuresPerMinute: number
  /** The name under which an address's requests are counted. */
  pseudonym(address: string): string
  now(): number
  log: Log
  /** Whether an error means that the database can't be reached at the moment. */
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
  answer(request: Request, context: EndpointContext): Promise<{ status?: number; body: object }>
  /** How long the answer may be cached; not at all by default. */
  cacheControl?: string
  limit: Limit
}

/**
 * Which requests of an address count. `failures`: failed requests, together with those of other endpoints. `all`: every
 * request, for an endpoint that stores something or always gives the same answer; `refusal` is the answer past the limit.
 */
type Limit =
  | { counts: 'nothing' }
  | { counts: 'failures' }
  | { counts: 'all'; perMinute: number; refusal?: object }

const registrationsPerMinute = 30

/** Answers requests to the endpoints; null for any other path. */
export function createEndpoints(
  needs: EndpointNeeds,
): (incoming: EndpointRequest) => Promise<Response> | null {
  const endpoints = endpointsOf(needs)
  return (incoming) => {
    const endpoint = Object.hasOwn(endpoints, incoming.path) ? endpoints[incoming.path] : undefined
    return endpoint ? answerAt(needs, endpoint, incoming) : null
  }
}

/** By path, without the leading slash. */
function endpointsOf(needs: EndpointNeeds): Record<string, Endpoint> {
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
      answer: async (request, context) => ({ body: await answerToken(needs, request, context) }),
      limit: { counts: 'failures' },
    },
    'oauth/revoke': {
      method: 'POST',
      async answer(request, context) {
        await revoke(needs, request, context)
        return { body: {} }
      },
      // The contract has no other answer than 200, so past the limit tokens are ignored.
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
  return endpoints
}

async function answerAt(
  needs: EndpointNeeds,
  endpoint: Endpoint,
  incoming: EndpointRequest,
): Promise<Response> {
  const { request, requestId, address } = incoming
  const methods = [...(endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]), 'OPTIONS']
  const allowed = methods.join(', ')
  if (request.method === 'OPTIONS') return preflightAnswer(allowed)
  const headers = responseHeaders()
  if (!methods.includes(request.method))
    return Response.json(new OauthError('invalid_request', `Send ${endpoint.method}.`).body, {
      status: 405,
      headers: { ...headers, Allow: allowed },
    })
  const { limit } = endpoint
  const booking = await book(needs, limit, incoming)
  try {
    if (booking && !booking.verdict.admitted) {
      if (limit.counts !== 'all' || !limit.refusal) throw tooMany(secondsLeft(booking.verdict))
      return Response.json(limit.refusal, { headers })
    }
    const client = { address, userAgent: request.headers.get('user-agent') ?? '' }
    const { status = 200, body } = await endpoint.answer(request, { client, now: needs.now() })
    if (limit.counts === 'failures') await booking?.giveBack()
    if (endpoint.cacheControl) headers['Cache-Control'] = endpoint.cacheControl
    return Response.json(body, { status, headers })
  } catch (error) {
    const answer = oauthErrorOf(needs, error, requestId)
    const isExcused = limit.counts === 'failures' && (answer.isExcused || answer.status >= 500)
    if (booking?.verdict.admitted && isExcused) await booking.giveBack()
    return Response.json(answer.body, { status: answer.status, headers: { ...headers, ...answer.headers } })
  }
}

function responseHeaders(): Record<string, string> {
  return {
    ...crossOriginHeaders,
    'X-Content-Type-Options': 'nosniff',
    // RFC 6749, section 5.1.
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
  }
}

/** Counts a request for its address; null if the endpoint has no limit. */
async function book(needs: EndpointNeeds, limit: Limit, { path, address }: EndpointRequest) {
  if (limit.counts === 'nothing') return null
  const [window, perMinute] =
    limit.counts === 'all' ? [path, limit.perMinute] : ['oauth', needs.failuresPerMinute]
  const key = anonymousKey(`${window}:${needs.pseudonym(address)}`)
  const verdict = await needs.limiter.take(key, perMinute)
  return { verdict, giveBack: () => needs.limiter.giveBack(key, verdict) }
}

function tooMany(seconds: number): OauthError {
  const description = `Too many requests. Wait ${seconds} s.`
  return new OauthError('temporarily_unavailable', description, 429, { 'Retry-After': String(seconds) })
}

function oauthErrorOf(needs: EndpointNeeds, error: unknown, requestId: string): OauthError {
  if (error instanceof OauthError) return error
  if (error instanceof RegistrationError) return new OauthError(error.code, error.message)
  const isBusy = error instanceof Refusal && error.code === 'unavailable'
  if (isBusy || needs.isAway(error))
    return new OauthError('temporarily_unavailable', 'Try again shortly.', 503, { 'Retry-After': '5' })
  // Bodies are read by code that throws the API's own errors.
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
