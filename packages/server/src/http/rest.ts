// The operations over HTTP: those of the public API at `/v2` for credentials, and all of them at `/api` for the dashboard's session.
import { lacksScope, type Operation, Refusal } from '@linnet/contract'
import { languageOf } from '@linnet/pages'
import { Hono } from 'hono'
import type { RequestScheduler } from '../platform/concurrency/request-scheduler.ts'
import type { IncomingFiles } from '../platform/files/incoming-files.ts'
import { crossOriginHeaders, isPreflight, preflightAnswer } from '../platform/net/cross-origin.ts'
import type { StreamRoute } from '../platform/net/event-stream.ts'
import { requireUnblocked } from '../platform/operations/blocked-account.ts'
import { type ExecutorNeeds, execute, failureOf } from '../platform/operations/execute.ts'
import type { Caller, ImplementedOperation } from '../platform/operations/handler.ts'
import {
  type Booking,
  bookRequest,
  type LimitNeeds,
  limitHeaders,
  requireAdmitted,
} from '../platform/operations/limits.ts'
import { ignoredFields } from '../platform/operations/unknown-fields.ts'
import { bearerOf } from '../platform/security/bearer.ts'
import {
  type CookieRules,
  deviceCookie,
  deviceOf,
  requireOwnOrigin,
  requireOwnPage,
  sessionCookie,
  sessionOf,
} from '../platform/security/session-cookie.ts'
import { readQuery } from './query.ts'
import { isLarge, readJson } from './request-body.ts'

export interface RestNeeds extends ExecutorNeeds, LimitNeeds {
  operations: ImplementedOperation[]
  callerByToken(token: string): Promise<Caller | null>
  callerBySession(token: string): Promise<Caller | null>
  cookies: CookieRules
  files: IncomingFiles
  turns: RequestScheduler
}

/** What the server knows of a request before it is routed. */
export interface Incoming {
  address: string
  requestId: string
  /** What was asked for, without what stands for its parameters. */
  route: string
}

interface Known {
  caller: Caller | null
  booking?: Booking
  /** The operation that runs. */
  operation?: Operation
  /** The methods of a path that was asked for with another one. */
  allow?: string
}

type Env = { Bindings: Incoming; Variables: Known }
export type Routes = Hono<Env>

const nobody: Caller = {
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

const slowMilliseconds = 1000
// Who is not signed in sends passwords and codes: as much as a form may have.
const mostOfVisitors = 64 * 1024

/** The routes of the public API, below `/v2`. `extra` adds what is no operation, such as the API's description. */
export function publicRoutes(needs: RestNeeds, extra: (routes: Routes) => void): Routes {
  const routes = newRoutes(needs, '/v2')
  const { turns } = needs
  const callerOf = async ({ headers }: Request) => {
    const token = bearerOf(headers)
    const caller = token === null ? null : await needs.callerByToken(token)
    if (token !== null && caller) turns.learn(token, caller.userId)
    return caller
  }
  routes.use(async (c, next) => {
    if (isPreflight(c.req.raw)) return preflightAnswer(c.env.requestId, 'GET, POST, PUT, DELETE')
    await turns.start(bearerOf(c.req.raw.headers), c.env.address)
    const caller = await callerOf(c.req.raw)
    const booking = await bookRequest(needs, caller, c.env.address)
    c.set('caller', caller)
    c.set('booking', booking)
    requireAdmitted(booking)
    return await next()
  })
  extra(routes)
  mount(routes, needs, ['public'], callerOf, (c, operation) => {
    const caller = c.get('caller')
    if (!caller) throw new Refusal('unauthenticated', unauthenticatedMessage(c.req.raw.headers))
    requireUnblocked(caller)
    if (operation.scope !== null && !caller.scopes.has(operation.scope)) throw lacksScope(operation.scope)
    return caller
  })
  return routes
}

function unauthenticatedMessage(headers: Headers): string | undefined {
  return bearerOf(headers) === null
    ? undefined
    : 'This credential is not known here, was revoked or has expired.'
}

const dashboardRequestsPerMinute = 600

/**
 * The routes of all operations for who is signed in, and of streams, below `/api`: a session may do all that its account may.
 * `extra` adds what is neither, such as the export.
 */
export function dashboardRoutes(
  needs: RestNeeds,
  streams: readonly StreamRoute[],
  extra: (routes: Routes) => void,
): Routes {
  const routes = newRoutes(needs, '/api')
  const callerOf = async ({ headers }: Request) => {
    const token = sessionOf(headers, needs.cookies)
    const caller = token === null ? null : await needs.callerBySession(token)
    if (token !== null && caller) needs.turns.learn(token, caller.userId)
    return caller
  }
  routes.use(async (c, next) => {
    requireOwnOrigin(c.req.raw, needs.cookies)
    await needs.turns.start(sessionOf(c.req.raw.headers, needs.cookies), c.env.address)
    const caller = await callerOf(c.req.raw)
    const limited = caller && { ...caller, requestsPerMinute: dashboardRequestsPerMinute }
    c.set('caller', caller)
    requireAdmitted(await bookRequest(needs, limited, c.env.address))
    await next()
  })
  extra(routes)
  for (const stream of streams) mountStream(routes, stream, callerOf)
  mount(routes, needs, ['dashboard', 'visitor', 'public'], callerOf, (c, operation) => {
    const caller = c.get('caller') ?? (operation.audience === 'visitor' ? nobody : null)
    if (!caller) throw notSignedIn(c.req.raw.headers)
    return caller
  })
  return routes
}

function notSignedIn(headers: Headers): Refusal {
  return new Refusal(
    'unauthenticated',
    headers.has('authorization')
      ? 'API keys and access tokens work at /v2 only. This is for the session of who is signed in: sign in first.'
      : 'Sign in first.',
  )
}

/** A stream of events for who is signed in. A page of another site can't read it, and shall not open it either. */
function mountStream(
  routes: Routes,
  stream: StreamRoute,
  callerOf: (request: Request) => Promise<Caller | null>,
): void {
  routes.get(stream.path, async (c) => {
    const request = c.req.raw
    const caller = c.get('caller')
    if (!caller) throw notSignedIn(request.headers)
    requireOwnPage(request.headers)
    const body =
      request.method === 'HEAD'
        ? null
        : await stream.open({
            url: new URL(request.url),
            caller,
            signal: request.signal,
            isSignedIn: async () => (await callerOf(request)) !== null,
          })
    return new Response(body, {
      headers: {
        ...headersOf(c),
        'Content-Type': 'text/event-stream',
        // Neither compressed nor gathered on the way (nginx: proxy_buffering).
        'Cache-Control': 'private, no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
    })
  })
  refuseOtherMethods(routes, stream.path, ['GET', 'HEAD'])
}

function newRoutes(needs: RestNeeds, base: string): Routes {
  const routes = new Hono<Env>({ strict: false }).basePath(base) as unknown as Routes
  routes.onError((error, c) => answerFailure(c, failureOf(needs, error, c.env.requestId, c.get('operation'))))
  routes.notFound((c) =>
    answerFailure(
      c,
      failureOf(needs, new Refusal('not_found', 'There is no such address. See /v2/docs.'), c.env.requestId),
    ),
  )
  return routes
}

type RouteContext = Parameters<Parameters<Routes['notFound']>[0]>[0]

function answerFailure(
  c: RouteContext,
  { status, body, retryAfter, scope }: ReturnType<typeof failureOf>,
): Response {
  const headers: Record<string, string> = headersOf(c)
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter)
  if (status === 401 && body.error.code === 'unauthenticated')
    headers['WWW-Authenticate'] =
      bearerOf(c.req.raw.headers) === null ? 'Bearer' : 'Bearer error="invalid_token"'
  if (body.error.code === 'insufficient_scope') {
    // All that the request takes (RFC 6750, section 3), for a client asks for no more than it is told.
    const scopes = new Set([c.get('operation')?.scope, scope].filter(Boolean))
    headers['WWW-Authenticate'] =
      `Bearer error="insufficient_scope"${scopes.size > 0 ? `, scope="${[...scopes].join(' ')}"` : ''}`
  }
  const allow = c.get('allow')
  if (allow) headers.Allow = allow
  return Response.json(body, { status, headers })
}

/** What every answer carries beside its content; those of the public API alone were booked under a limit. */
export function headersOf(c: RouteContext): Record<string, string> {
  const booking = c.get('booking')
  return {
    'X-Request-Id': c.env.requestId,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(booking ? { ...crossOriginHeaders, ...limitHeaders(booking) } : {}),
  }
}

function mount(
  routes: Routes,
  needs: RestNeeds,
  audiences: Operation['audience'][],
  callerOf: (request: Request) => Promise<Caller | null>,
  authorize: (c: RouteContext, operation: Operation) => Caller,
): void {
  const base = audiences.includes('dashboard') ? '/api' : '/v2'
  const mounted = needs.operations.filter(({ operation }) => audiences.includes(operation.audience))
  for (const implemented of mounted) {
    const { operation } = implemented
    routes.on(operation.method, pathPattern(operation), async (c) => {
      c.set('operation', operation)
      c.env.route = base + operation.path
      let caller = authorize(c, operation)
      const cookies: string[] = []
      const idempotencyKey = idempotencyKeyOf(c.req.raw.headers)
      const query = readQuery(operation, c.req.url)
      const begun = needs.now()
      const answer = await withBody(needs, operation, caller, c.req.raw, async (body) => {
        if (isSlow(begun, needs.now())) {
          c.set('caller', await callerOf(c.req.raw))
          caller = authorize(c, operation)
        }
        const run = () =>
          execute(
            needs,
            implemented,
            { params: c.req.param(), query, body, isText: true },
            {
              caller,
              requestId: c.env.requestId,
              client: {
                address: c.env.address,
                userAgent: c.req.header('user-agent') ?? '',
                language: languageOf(c.req.header('accept-language') ?? null),
              },
              idempotencyKey,
              setSession: (token) => void cookies.push(sessionCookie(token, needs.cookies)),
              device: operation.audience === 'public' ? null : deviceOf(c.req.raw.headers, needs.cookies),
              setDevice: (token) => void cookies.push(deviceCookie(token, needs.cookies)),
            },
          )
        // Requests without an account, such as signing in, count toward no account.
        // Uploads don't take the turn of large bodies, because another process decodes them.
        const answered = await (caller === nobody
          ? run()
          : needs.turns.run(caller.userId, run, operation.file === undefined && isLarge(c.req.raw)))
        const ignored = operation.audience === 'public' ? ignoredFields(operation, body) : undefined
        return ignored ? { ...(answered as object), ignored } : answered
      })
      const response = Response.json(answer, { headers: headersOf(c) })
      for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
      return response
    })
  }
  for (const [path, methods] of methodsByPath(mounted)) {
    refuseOtherMethods(routes, path, methods)
  }
}

/**
 * Whether a body took so long to come in that its credential may have been revoked meanwhile; most are there at once, and
 * need no second look. Where the machine's time was set back in between, nobody knows, so that it counts as long.
 */
function isSlow(begun: number, now: number): boolean {
  return now < begun || now - begun > slowMilliseconds
}

/** Runs `work` with what the operation takes as its body. */
async function withBody<T>(
  { files }: RestNeeds,
  operation: Operation,
  { userId }: Caller,
  request: Request,
  work: (body: unknown) => Promise<T>,
): Promise<T> {
  if (operation.file)
    return await files.receive(userId, request, operation.file.mostBytes, (file) => work({ file }))
  const most = operation.audience === 'visitor' ? mostOfVisitors : undefined
  return await work(
    operation.body
      ? await readJson(request, { by: `${userId}`, mayBeEmpty: hasNoConditions(operation), most })
      : undefined,
  )
}

/**
 * Whether a body may be left out, because all of it is optional. Only where a session asks for something to be done:
 * the public API promises 400, and a change without a body is one that was lost on the way.
 */
function hasNoConditions({ audience, method, body }: Operation): boolean {
  return audience !== 'public' && method === 'POST' && body?.safeParse({}).success === true
}

/** Answers 405 at a path, for the methods that no route before this one has taken. */
export function refuseOtherMethods(routes: Routes, path: string, methods: string[]): void {
  routes.all(path, (c) => {
    c.set('allow', methods.join(', '))
    throw new Refusal('method_not_allowed')
  })
}

/** `/links/{short}` in the router's words. */
function pathPattern({ path }: Operation): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** The methods of each path, those included of a path with a parameter that it fits: `/links/bulk` is a code too. */
function methodsByPath(operations: ImplementedOperation[]): Map<string, string[]> {
  const mounted = operations.map(({ operation }) => ({ ...operation, path: pathPattern(operation) }))
  const methodsAt = (path: string) => {
    const known = mounted.filter((operation) => fits(path, operation.path)).map(({ method }) => method)
    return [...new Set(known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
  }
  return new Map(mounted.map(({ path }) => [path, methodsAt(path)]))
}

function fits(path: string, pattern: string): boolean {
  const segments = path.split('/')
  const wanted = pattern.split('/')
  return (
    segments.length === wanted.length &&
    wanted.every((segment, index) => segment.startsWith(':') || segment === segments[index])
  )
}

function idempotencyKeyOf(headers: Headers): string | null {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw new Refusal('malformed_request', 'Idempotency-Key must be 1 to 255 printable ASCII characters.')
  return key
}
