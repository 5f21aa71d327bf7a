// Routes of event streams, for signed-in users.
import type { StreamRoute } from '../../platform/net/event-stream.ts'
import { requireUnblocked } from '../../platform/operations/blocked-account.ts'
import { requireRole } from '../../platform/operations/roles.ts'
import { requireOwnPage } from '../../platform/security/session-cookie.ts'
import { headersOf } from './answers.ts'
import { type Authentication, notSignedIn } from './authentication.ts'
import type { Routes } from './route-context.ts'
import { refuseOtherMethods } from './routes.ts'

/** Adds a stream. Pages of other sites can't read it, and may not open it either. */
export function mountStream(routes: Routes, stream: StreamRoute, { callerOf }: Authentication): void {
  routes.get(stream.path, async (c) => {
    const request = c.req.raw
    const caller = c.get('caller')
    if (!caller) throw notSignedIn(request.headers)
    requireRole({ role: 'viewer' }, caller)
    requireUnblocked(caller)
    requireOwnPage(request.headers)
    const body =
      request.method === 'HEAD'
        ? null
        : await stream.open({
            url: new URL(request.url),
            caller,
            signal: request.signal,
            isWelcome: async () => {
              const current = await callerOf(request)
              return current?.workspaceId === caller.workspaceId && current.blocked === null
            },
          })
    return new Response(body, {
      headers: {
        ...headersOf(c),
        'Content-Type': 'text/event-stream',
        // No compression or buffering by proxies (nginx: proxy_buffering).
        'Cache-Control': 'private, no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
    })
  })
  refuseOtherMethods(routes, stream.path, ['GET', 'HEAD'])
}
