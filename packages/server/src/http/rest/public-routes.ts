// The public API at `/v2`: the operations that API keys and access tokens may run.
import { isPreflight, preflightAnswer } from '../../platform/net/cross-origin.ts'
import { bookRequest, requireAdmitted } from '../../platform/operations/limits.ts'
import { tokenAuthentication } from './authentication.ts'
import { mountOperations } from './operation-routes.ts'
import type { RestNeeds, Routes } from './route-context.ts'
import { newRoutes } from './routes.ts'

const base = '/v2'

/** `extra` adds routes that aren't operations, such as the API's description. */
export function publicRoutes(needs: RestNeeds, extra: (routes: Routes) => void): Routes {
  const routes = newRoutes(needs, base)
  const authentication = tokenAuthentication(needs)
  routes.use(async (c, next) => {
    const { headers } = c.req.raw
    if (isPreflight(c.req.raw)) return preflightAnswer('GET, POST, PUT, DELETE')
    await needs.scheduler.start(authentication.tokenOf(headers), c.env.address)
    const caller = await authentication.callerOf(c.req.raw)
    const booking = await bookRequest(needs, caller, c.env.address)
    c.set('caller', caller)
    c.set('booking', booking)
    requireAdmitted(booking)
    return await next()
  })
  extra(routes)
  mountOperations(routes, needs, { base, audiences: ['public'], authentication })
  return routes
}
