// Downloads of the dashboard, which are generated as the client reads them: all data of a workspace, and its audit log.
import { type InputOf, isAtLeast, type Operation, Refusal, validate } from '@linnet/contract'
import { requireUnblocked } from '../platform/operations/blocked-account.ts'
import type { Call, Caller } from '../platform/operations/handler.ts'
import { requireFresh } from '../platform/operations/reauthentication.ts'
import { requireRole } from '../platform/operations/roles.ts'
import { type CookieRules, deviceOf, requireOwnPage, sessionOf } from '../platform/security/session-cookie.ts'
import { readQuery } from './query.ts'
import { headersOf } from './rest/answers.ts'
import type { Routes } from './rest/route-context.ts'
import { refuseOtherMethods } from './rest/routes.ts'

/** A file of NDJSON for admins of a workspace; its query is that of an operation (null: it has none). */
export interface Download<O extends Operation | null> {
  /** Below `/api`. */
  path: string
  operation: O
  /** Whether a session needs a password or passkey check within the last ten minutes. */
  reauthentication: boolean
  /** Such as `linnet-2026-11-21.ndjson`. */
  fileName(): string
  /** Its lines, some at a time. */
  parts(call: Call, query: O extends Operation ? InputOf<O> : unknown): AsyncGenerator<string>
}

export interface DownloadNeeds {
  /** The caller of the request as of now; null once the session has ended. */
  currentCaller(request: Request): Promise<Caller | null>
  now(): number
  cookies: CookieRules
}

/**
 * Adds a download to the dashboard's routes. It isn't an operation, because its response is a file without an envelope. Each
 * server sends one at a time to a person and from a workspace; another one is refused with `rate_limited`.
 */
export function mountDownload<O extends Operation | null>(
  routes: Routes,
  { path, operation, reauthentication, fileName, parts }: Download<O>,
  needs: DownloadNeeds,
): void {
  const running = new Running()
  routes.get(path, (c) => {
    const request = c.req.raw
    const caller = c.get('caller')
    const token = sessionOf(request.headers, needs.cookies)
    if (!caller || token === null) throw new Refusal('unauthenticated', 'Sign in first.')
    // A link on another site's page must not start a download, because it would block the owner's own.
    requireOwnPage(request.headers)
    if (request.method !== 'GET') throw new Refusal('method_not_allowed')
    requireRole({ role: 'admin' }, caller)
    requireUnblocked(caller)
    if (reauthentication) requireFresh(caller, needs.now())
    const { workspaceId } = caller
    const query = queryOf(operation, request.url)
    const call: Call = {
      caller,
      requestId: c.env.requestId,
      client: {
        address: c.env.address,
        userAgent: request.headers.get('user-agent') ?? '',
        personId: caller.personId,
      },
      setSession: () => {},
      device: deviceOf(request.headers, needs.cookies),
      setDevice: () => {},
    }
    const isWelcome = async () => {
      if (request.signal.aborted) return false
      const current = await needs.currentCaller(request)
      if (current === null || current.workspaceId !== workspaceId) return false
      return current.blocked === null && current.role !== null && isAtLeast(current.role, 'admin')
    }
    const end = running.begin(caller)
    return new Response(streamOf(whileWelcome(parts(call, query), isWelcome), end, request.signal), {
      headers: {
        ...headersOf(c),
        'Content-Type': 'application/x-ndjson; charset=utf-8',
        'Content-Disposition': `attachment; filename="${fileName()}"`,
      },
    })
  })
  refuseOtherMethods(routes, path, ['GET'])
}

/** The people and workspaces whose download is running. */
class Running {
  private readonly numbers = new Set<string>()

  /** Returns how it ends, however often that is called. */
  begin({ personId, workspaceId }: Caller): () => void {
    const own = [`person ${personId}`, `workspace ${workspaceId}`]
    if (own.some((one) => this.numbers.has(one)))
      throw new Refusal(
        'rate_limited',
        'Another export is already running for you or for this workspace. Wait until it ends.',
        undefined,
        30,
      )
    for (const one of own) this.numbers.add(one)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      for (const one of own) this.numbers.delete(one)
    }
  }
}

/** The same parts, checking before each whether its reader may still have it. */
async function* whileWelcome(
  parts: AsyncGenerator<string>,
  isWelcome: () => Promise<boolean>,
): AsyncGenerator<string> {
  for await (const part of parts) {
    if (!(await isWelcome())) throw new Refusal('unauthenticated', 'The session has ended.')
    yield part
  }
}

function queryOf<O extends Operation | null>(operation: O, address: string) {
  type Query = O extends Operation ? InputOf<O> : unknown
  if (operation === null) return null as Query
  const result = validate(operation.query, readQuery(operation, address), { isText: true })
  if (result.details) throw new Refusal('malformed_request', undefined, result.details)
  return result.data as Query
}

/** Requests a part when the previous one has been sent. */
function streamOf(
  parts: AsyncGenerator<string>,
  end: () => void,
  disconnected: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const stop = () => {
    end()
    void parts.return(undefined)
  }
  if (disconnected.aborted) stop()
  else disconnected.addEventListener('abort', stop, { once: true })
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await parts.next()
          if (!done) return controller.enqueue(encoder.encode(value))
          end()
          controller.close()
        } catch (error) {
          // A truncated export can be recognized by its missing last line, and the connection ends before the body does.
          end()
          controller.error(error)
        }
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  )
}
