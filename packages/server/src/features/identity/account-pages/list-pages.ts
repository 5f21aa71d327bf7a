// The pages of what an account has open: its sessions, the applications that act for it, and its activity.
import { api } from '@linnet/contract'
import { seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute } from '../../../platform/operations/page.ts'
import { agentOf } from './agents.ts'
import { accountRoute, done, perform, type SignedInNeeds, show } from './signed-in.ts'

const eventsPerPage = 30

export function listPages(needs: SignedInNeeds): PageRoute[] {
  return [
    accountRoute(needs, 'GET', '/account/sessions', async (visit) => {
      const { data } = await perform(needs, api.sessions.list, visit)
      const shown = data.map((session) => ({ ...session, agent: agentOf(session.user_agent) }))
      // Whoever asks is first, so that the list begins with what they know.
      const sorted = shown.toSorted((one, other) => Number(other.current) - Number(one.current))
      return show(visit, { kind: 'sessions', sessions: sorted })
    }),
    accountRoute(needs, 'POST', '/account/sessions/end', async (visit) => {
      const id = (await visit.form()).get('id')
      await perform(needs, api.sessions.end, visit, { id })
      return done(visit, '/account/sessions', 'session-ended')
    }),
    accountRoute(needs, 'POST', '/account/sessions/end-others', async (visit) => {
      // It has no fields, and is read like any other form.
      await visit.form()
      await perform(needs, api.sessions.endOthers, visit)
      return done(visit, '/account/sessions', 'sessions-ended')
    }),

    accountRoute(needs, 'GET', '/account/apps', async (visit) => {
      const { data } = await perform(needs, api.oauth.connectedApps, visit)
      return show(visit, { kind: 'apps', apps: data })
    }),
    accountRoute(needs, 'POST', '/account/apps/revoke', async (visit) => {
      const clientId = (await visit.form()).get('client_id')
      await perform(needs, api.oauth.revokeApp, visit, { clientId })
      return done(visit, '/account/apps', 'app-revoked')
    }),

    accountRoute(needs, 'GET', '/account/activity', async (visit) => {
      const before = visit.url.searchParams.get('before') ?? undefined
      // Somebody who mistypes an address is shown the beginning.
      if (!api.audit.list.query.shape.before.safeParse(before).success)
        return seeOther('/account/activity', visit.requestId)
      const { data, next_cursor } = await perform(needs, api.audit.list, visit, {
        before,
        limit: eventsPerPage,
      })
      return show(visit, {
        kind: 'activity',
        events: data.map((event) => ({ ...event, agent: agentOf(event.user_agent) })),
        nextCursor: next_cursor,
        isFirst: before === undefined,
      })
    }),
  ]
}
