// The operations of the registry as routes of an API: reads each request, runs its operation, and responds.
import type { Operation } from '@linnet/contract'
import { languageOf } from '@linnet/languages'
import { execute } from '../../platform/operations/execute.ts'
import type { Caller, ImplementedOperation } from '../../platform/operations/handler.ts'
import { ignoredFields } from '../../platform/operations/unknown-fields.ts'
import { deviceCookie, deviceOf, sessionCookie } from '../../platform/security/session-cookie.ts'
import { readQuery } from '../query.ts'
import { isLarge } from '../request-body.ts'
import { headersOf } from './answers.ts'
import { type Authentication, nobody } from './authentication.ts'
import { idempotencyKeyOf, withBody } from './operation-input.ts'
import { fixedSegmentsFirst, methodsByPath, pathPattern } from './paths.ts'
import type { RestNeeds, RouteContext, Routes } from './route-context.ts'
import { refuseOtherMethods } from './routes.ts'

/** Which operations an API has, and for whom. */
export interface ApiDefinition {
  /** The path prefix of all its routes. */
  base: string
  audiences: Operation['audience'][]
  authentication: Authentication
}

const slowMilliseconds = 1000

export function mountOperations(routes: Routes, needs: RestNeeds, definition: ApiDefinition): void {
  const { base, audiences, authentication } = definition
  const mounted = needs.operations
    .filter(({ operation }) => audiences.includes(operation.audience))
    .sort((one, other) => fixedSegmentsFirst(one.operation, other.operation))
  for (const implemented of mounted) {
    const { operation } = implemented
    routes.on(operation.method, pathPattern(operation), (c) => {
      c.set('operation', operation)
      c.env.route = base + operation.path
      return answerOperation(c, implemented, { needs, authentication })
    })
  }
  for (const [path, methods] of methodsByPath(mounted.map(({ operation }) => operation)))
    refuseOtherMethods(routes, path, methods)
}

interface OperationNeeds {
  needs: RestNeeds
  authentication: Authentication
}

async function answerOperation(
  c: RouteContext,
  implemented: ImplementedOperation,
  { needs, authentication }: OperationNeeds,
): Promise<Response> {
  const { operation } = implemented
  const request = c.req.raw
  const { headers } = request
  const caller = authentication.authorize(operation, c.get('caller'), headers)
  const idempotencyKey = idempotencyKeyOf(headers)
  const query = readQuery(operation, c.req.url)
  const cookies: string[] = []
  let undoToken: string | null = null
  const begun = needs.now()
  const { files } = needs
  const answer = await withBody({ files, operation, personId: caller.personId, request }, async (body) => {
    const current = isSlow(begun, needs.now())
      ? await authenticateAgain(c, operation, authentication)
      : caller
    const run = () =>
      execute(
        needs,
        implemented,
        { params: c.req.param(), query, body, isText: true },
        {
          ...callOf(c, { operation, caller: current }, needs),
          idempotencyKey,
          setUndoToken: (token: string) => {
            undoToken = token
          },
          ...cookieSetters(cookies, needs),
        },
      )
    const answered = await runInTurn({ needs, operation, caller: current, request }, run)
    const ignored = operation.audience === 'public' ? ignoredFields(operation, body) : undefined
    return ignored ? { ...(answered as object), ignored } : answered
  })
  const response = Response.json(answer, { headers: headersOf(c) })
  if (undoToken !== null) response.headers.set('Undo-Token', undoToken)
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

/** What a call needs from the request itself. */
function callOf(
  c: RouteContext,
  { operation, caller }: { operation: Operation; caller: Caller },
  { cookies }: RestNeeds,
) {
  return {
    caller,
    requestId: c.env.requestId,
    client: {
      address: c.env.address,
      userAgent: c.req.header('user-agent') ?? '',
      personId: caller === nobody ? undefined : caller.personId,
      language: languageOf(c.req.header('accept-language') ?? null),
    },
    device: operation.audience === 'public' ? null : deviceOf(c.req.raw.headers, cookies),
  }
}

/** Collects the cookies that an operation sets. */
function cookieSetters(collected: string[], { cookies }: RestNeeds) {
  return {
    setSession: (token: string | null) => void collected.push(sessionCookie(token, cookies)),
    setDevice: (token: string) => void collected.push(deviceCookie(token, cookies)),
  }
}

/**
 * Whether a body arrived so slowly that its credential may have been revoked meanwhile; most arrive at once, and need no
 * second check. If the clock was set back in between, the body counts as slow, because its time is unknown.
 */
function isSlow(begun: number, now: number): boolean {
  return now < begun || now - begun > slowMilliseconds
}

async function authenticateAgain(
  c: RouteContext,
  operation: Operation,
  { callerOf, authorize }: Authentication,
): Promise<Caller> {
  const { headers } = c.req.raw
  const caller = await callerOf(c.req.raw)
  c.set('caller', caller)
  return authorize(operation, caller, headers)
}

interface ScheduledOperation {
  needs: RestNeeds
  operation: Operation
  caller: Caller
  request: Request
}

function runInTurn<T>(
  { needs, operation, caller, request }: ScheduledOperation,
  run: () => Promise<T>,
): Promise<T> {
  // Requests without an account, such as signing in, count toward no account.
  if (caller === nobody) return run()
  // Uploads don't count as large bodies, because another process decodes them.
  return needs.scheduler.run(caller.personId, run, operation.file === undefined && isLarge(request))
}
