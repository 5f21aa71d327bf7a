// Which part of the service answers at which path, and on whose host.

import type { Dashboard } from './features/dashboard/index.ts'
import type { Oauth } from './features/developer/oauth/index.ts'
import type { Qr } from './features/links/qr/index.ts'
import type { Redirect } from './features/links/redirect/index.ts'
import type { Assets } from './features/microsites/assets/index.ts'
import type { MicrositePages } from './features/microsites/pages/index.ts'
import type { Answer, IncomingRequest, Part } from './http/incoming-request.ts'
import type { Room, Rooms } from './http/router.ts'
import { withTransportSecurity } from './http/transport-security.ts'
import { notFound as answerNotFound, type FailureAnswer, misdirected } from './http/visitor-answers.ts'
import {
  changePasswordPath,
  createWellKnown,
  robotsPath,
  roomsWithoutPages,
  securityTextPath,
} from './http/well-known.ts'
import type { createDiscovery } from './mcp/discovery.ts'
import type { Mcp } from './mcp/endpoint.ts'
import type { Watching } from './watching.ts'

interface Api {
  fetch: (request: Request, arrival: IncomingRequest) => Answer
}

export interface RoomNeeds {
  origins: Record<Part, string>
  publicApi: Api
  dashboardApi: Api
  dashboard: Dashboard
  /** The pages of accounts and of the authorization server. */
  pages(arrival: IncomingRequest): Promise<Response>
  oauth: Oauth
  discovery: ReturnType<typeof createDiscovery>
  agentTools(): Promise<Mcp>
  assets: Assets
  qr: Qr
  pagesOfMicrosites: MicrositePages
  redirect: Redirect
  watching: Watching
  failure: FailureAnswer
  securityContacts: string[]
  now(): number
}

export function roomsOf(needs: RoomNeeds): Rooms {
  const { dashboard, pages, oauth, discovery, assets, qr, pagesOfMicrosites, redirect, watching } = needs
  const notFound = ({ request, requestId }: IncomingRequest) => answerNotFound(request, requestId)
  const named: Record<string, Room> = {
    v2: {
      name: 'api',
      part: 'api',
      answer: (arrival) => needs.publicApi.fetch(arrival.request, arrival),
    },
    api: {
      name: 'dashboard_api',
      part: 'public',
      // The contract has the connected apps at the authorization server.
      alsoAt: [{ part: 'auth', prefix: 'api/user/oauth/' }],
      answer: (arrival) => needs.dashboardApi.fetch(arrival.request, arrival),
    },
    account: {
      part: 'public',
      answer(arrival) {
        // Whoever signs in goes on to it, and the first of a new version would wait.
        dashboard.prepare()
        return pages(arrival)
      },
    },
    dashboard: { part: 'public', answer: dashboard.answer },
    consent: { part: 'consent', answer: pages },
    oauth: { part: 'auth', answer: (arrival) => oauth.endpoint(arrival) ?? pages(arrival) },
    static: { part: null, answer: pagesOfMicrosites.file },
    '.well-known': {
      name: 'discovery',
      part: 'auth',
      alsoAt: [
        { part: 'mcp', prefix: '.well-known/oauth-protected-resource' },
        { part: null, prefix: securityTextPath },
        { part: null, prefix: changePasswordPath },
      ],
      answer: (arrival) =>
        wellKnown(arrival) ??
        (arrival.parts.has('mcp') ? discovery(arrival) : null) ??
        (arrival.parts.has('auth') ? (oauth.endpoint(arrival) ?? pages(arrival)) : notFound(arrival)),
    },
    mcp: {
      part: 'mcp',
      answer: async (arrival) => (await (await needs.agentTools()).answer(arrival)) ?? notFound(arrival),
    },
    assets: { part: null, answer: assets.answer },
    healthz: { name: 'health', part: null, underAnyName: true, answer: watching.answer },
    readyz: { name: 'readiness', part: null, underAnyName: true, answer: watching.answer },
    [robotsPath]: {
      name: 'robots',
      part: null,
      answer: (arrival) => wellKnown(arrival) ?? notFound(arrival),
    },
  }
  const wellKnown = createWellKnown(
    {
      origins: needs.origins,
      securityContacts: needs.securityContacts,
      now: needs.now,
    },
    roomsWithoutPages(named),
  )
  return {
    byFirstSegment: withTransportSecurity(needs.origins, named),
    home: ({ request, requestId }) => redirect.home(request, requestId),
    code: (arrival) => qr.picture(arrival) ?? redirect.visit(arrival),
    belowCode: pagesOfMicrosites.below,
    notFound,
    misdirected: ({ request, requestId }) => misdirected(request, requestId),
    failure: ({ request, requestId }, error) => needs.failure(request, requestId, error),
  }
}
