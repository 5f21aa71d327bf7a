// The dashboard's API at `/api`: all operations, for signed-in users, and event streams.
import type { StreamRoute } from '../../platform/net/event-stream.ts'
import { bookRequest, requireAdmitted } from '../../platform/operations/limits.ts'
import { notMember } from '../../platform/operations/roles.ts'
import { requireOwnOrigin } from '../../platform/security/session-cookie.ts'
import { sessionAuthentication } from './authentication.ts'
import { mountOperations } from './operation-routes.ts'
import type { RestNeeds, Routes } from './route-context.ts'
import { newRoutes } from './routes.ts'
import { mountStream } from './stream-routes.ts'

const base = '/api'
const requestsPerMinute = 600

/** `extra` adds routes that are neither operations nor streams, such as the export. */
export function dashboardRoutes(
  needs: RestNeeds,
  streams: readonly StreamRoute[],
  extra: (routes: Routes) => void,
): Routes {
  const routes = newRoutes(needs, base)
  const authentication = sessionAuthentication(needs)
  routes.use(async (c, next) => {
    const { headers } = c.req.raw
    requireOwnOrigin(c.req.raw, needs.cookies)
    await needs.scheduler.start(authentication.tokenOf(headers), c.env.address)
    const caller = await authentication.callerOf(c.req.raw)
    const limited = caller && { ...caller, requestsPerMinute }
    c.set('caller', caller)
    requireAdmitted(await bookRequest(needs, limited, c.env.address))
    // Only once the request has been counted, so that nobody can guess ids without limit.
    if (caller?.role === null) throw notMember()
    await next()
  })
  extra(routes)
  for (const stream of streams) mountStream(routes, stream, authentication)
  mountOperations(routes, needs, { base, audiences: ['dashboard', 'visitor', 'public'], authentication })
  return routes
}
