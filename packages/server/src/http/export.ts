// `GET /api/export`: all data of an account, as a download that is generated as the client reads it.
import { isAtLeast, Refusal } from '@linnet/contract'
import { requireUnblocked } from '../platform/operations/blocked-account.ts'
import type { Call, Caller } from '../platform/operations/handler.ts'
import { requireFresh } from '../platform/operations/reauthentication.ts'
import { requireRole } from '../platform/operations/roles.ts'
import { type CookieRules, deviceOf, requireOwnPage, sessionOf } from '../platform/security/session-cookie.ts'
import { headersOf } from './rest/answers.ts'
import type { Routes } from './rest/route-context.ts'
import { refuseOtherMethods } from './rest/routes.ts'

export interface ExportNeeds {
  /** Starts an export, or refuses; between its parts it checks whether it may continue. */
  begin(
    call: Call,
    isWelcome: () => Promise<boolean>,
  ): { fileName: string; parts: AsyncGenerator<string>; end(): void }
  /** The caller of the request as of now; null once the session has ended. */
  currentCaller(request: Request): Promise<Caller | null>
  now(): number
  cookies: CookieRules
}

/** Adds the route to the dashboard's. It isn't an operation, because its response is a file without an envelope. */
export function exportRoutes(routes: Routes, needs: ExportNeeds): void {
  routes.get('/export', (c) => {
    const request = c.req.raw
    const caller = c.get('caller')
    const token = sessionOf(request.headers, needs.cookies)
    if (!caller || token === null) throw new Refusal('unauthenticated', 'Sign in first.')
    // A link on another site's page must not start a download, because it would block the owner's own.
    requireOwnPage(request.headers)
    if (request.method !== 'GET') throw new Refusal('method_not_allowed')
    requireRole({ role: 'admin' }, caller)
    requireUnblocked(caller)
    requireFresh(caller, needs.now())
    const { workspaceId } = caller
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
    const { fileName, parts, end } = needs.begin(call, async () => {
      if (request.signal.aborted) return false
      const current = await needs.currentCaller(request)
      return current?.workspaceId === workspaceId && isAtLeast(current.role ?? 'viewer', 'admin')
    })
    return new Response(streamOf(parts, end, request.signal), {
      headers: {
        ...headersOf(c),
        'Content-Type': 'application/x-ndjson; charset=utf-8',
        'Content-Disposition': `attachment; filename="${fileName}"`,
      },
    })
  })
  refuseOtherMethods(routes, '/export', ['GET'])
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
