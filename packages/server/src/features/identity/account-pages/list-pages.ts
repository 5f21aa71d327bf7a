// The pages that list an account's sessions, connected applications and activity.
import { api } from '@linnet/contract'
import { seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute } from '../../../platform/operations/page.ts'
import { agentOf } from './agents.ts'
import { type AccountVisit, accountRoute, done, type SignedInNeeds, show } from './signed-in.ts'

const eventsPerPage = 30

export function listPages(needs: SignedInNeeds): PageRoute[] {
  return [
    accountRoute(needs, { method: 'GET', path: '/account/sessions', answer: showSessions }),
    accountRoute(needs, { method: 'POST', path: '/account/sessions/end', answer: endSession }),
    accountRoute(needs, { method: 'POST', path: '/account/sessions/end-others', answer: endOtherSessions }),
    accountRoute(needs, { method: 'GET', path: '/account/apps', answer: showApps }),
    accountRoute(needs, { method: 'POST', path: '/account/apps/revoke', answer: revokeApp }),
    accountRoute(needs, { method: 'GET', path: '/account/activity', answer: showActivity }),
  ]
}

async function showSessions(visit: AccountVisit): Promise<Response> {
  const { data } = await visit.run(api.sessions.list)
  const sessions = data.map((session) => ({ ...session, agent: agentOf(session.user_agent) }))
  // The visitor's own session is first, because they recognize it.
  const sorted = sessions.toSorted((one, other) => Number(other.current) - Number(one.current))
  return show(visit, { kind: 'sessions', sessions: sorted })
}

async function endSession(visit: AccountVisit): Promise<Response> {
  const id = (await visit.form()).get('id')
  await visit.run(api.sessions.end, { id })
  return done(visit, '/account/sessions', 'session-ended')
}

async function endOtherSessions(visit: AccountVisit): Promise<Response> {
  // The form has no fields, but reading it applies the usual checks.
  await visit.form()
  await visit.run(api.sessions.endOthers)
  return done(visit, '/account/sessions', 'sessions-ended')
}

async function showApps(visit: AccountVisit): Promise<Response> {
  const { data } = await visit.run(api.oauth.connectedApps)
  return show(visit, { kind: 'apps', apps: data })
}

async function revokeApp(visit: AccountVisit): Promise<Response> {
  const clientId = (await visit.form()).get('client_id')
  await visit.run(api.oauth.revokeApp, { clientId })
  return done(visit, '/account/apps', 'app-revoked')
}

async function showActivity(visit: AccountVisit): Promise<Response> {
  const before = visit.url.searchParams.get('before') ?? undefined
  // A mistyped address shows the first page.
  if (!api.audit.list.query.shape.before.safeParse(before).success) return seeOther('/account/activity')
  const { data, next_cursor } = await visit.run(api.audit.list, { before, limit: eventsPerPage })
  return show(visit, {
    kind: 'activity',
    events: data.map((event) => ({ ...event, agent: agentOf(event.user_agent) })),
    nextCursor: next_cursor,
    isFirst: before === undefined,
  })
}
