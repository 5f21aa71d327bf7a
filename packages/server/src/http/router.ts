// The router: finds the part of the service that a request is for, by its host and its path.
import type { parseRanges } from '../platform/net/client-address.ts'
import type { Begin } from '../platform/observability/watchdog/index.ts'
import { createHosts, type HostNeeds, type ServedHost } from './hosts.ts'
import {
  type Answer,
  createReceiver,
  type IncomingRequest,
  type Part,
  type Peer,
} from './incoming-request.ts'
import type { RequestCounts } from './request-counts.ts'
import type { RequestObserver } from './request-observers.ts'
import type { Route } from './route.ts'
import { createTransportSecurity } from './transport-security.ts'
import { answerAs, type DomainAnswers, type FailureAnswer, misdirected, notFound } from './visitor-answers.ts'

/** The handlers on short domains for paths that no route has taken. */
export interface ShortAddresses {
  /** The root of the default domain. */
  home(incoming: IncomingRequest): Answer
  /** A path of one segment: a short code, or nothing. */
  code(incoming: IncomingRequest): Answer
  /** A path of several segments: something below a short code, or nothing. */
  belowCode(incoming: IncomingRequest): Answer
}

export interface RouterNeeds extends HostNeeds {
  trustedProxies: ReturnType<typeof parseRanges>
  routes: Route[]
  shortAddresses: ShortAddresses
  /** What the owner of a domain has set for its visitors. */
  answersOf(domainId: number): DomainAnswers
  failure: FailureAnswer
  requests: RequestCounts
  /** Called for each request if request traces or log lines are enabled. */
  observe: RequestObserver | null
  /** Records the request that starts, in case it blocks the thread. */
  begin: Begin
}

export function createRouter(needs: RouterNeeds) {
  const { failure, requests, observe } = needs
  const servedHost = createHosts(needs)
  const dispatch = createDispatcher(needs)
  const receive = createReceiver({ ...needs, unrouted: requests.add('other', false) })

  const enter = (incoming: IncomingRequest, host: ServedHost | null): Answer =>
    observe === null ? answerOf(incoming, host) : observe(incoming, () => answerOf(incoming, host))

  function answerOf(incoming: IncomingRequest, host: ServedHost | null): Answer {
    try {
      const answer = dispatch(incoming, host)
      return answer instanceof Promise
        ? answer.then(
            (answer) => finish(incoming, answer),
            (error: unknown) => failed(incoming, error),
          )
        : finish(incoming, answer)
    } catch (error) {
      return failed(incoming, error)
    }
  }

  function failed(incoming: IncomingRequest, error: unknown): Response {
    return finish(incoming, failure(incoming.request, incoming.requestId, error))
  }

  /** Counts a response, and adds its request id if it has none yet. */
  function finish(incoming: IncomingRequest, answer: Response): Response {
    if (!incoming.isStamped) answer.headers.set('X-Request-Id', incoming.requestId)
    requests.count(incoming.part, answer.status)
    if (incoming.begun > 0) requests.took(incoming.part, performance.now() - incoming.begun)
    return answer
  }

  return (received: Request, peer: Peer): Answer => {
    const incoming = receive(received, peer)
    const served = incoming.host === null ? null : servedHost(incoming.host)
    if (!(served instanceof Promise)) return enter(incoming, served)
    return served.then(
      (found) => enter(incoming, found),
      (error: unknown) => failed(incoming, error),
    )
  }
}

/** Returns the function that calls the handler of a request's host and path. */
function createDispatcher({ routes, shortAddresses, answersOf, origins, requests, begin }: RouterNeeds) {
  const segments = segmentsOf(routes, requests)
  const secure = createTransportSecurity(origins)
  const redirects = requests.add('redirect', false)
  const belowCodes = requests.add('below_code', false)

  function dispatch(incoming: IncomingRequest, { parts, domainId }: ServedHost): Answer {
    const { path } = incoming
    incoming.parts = parts
    incoming.domainId = domainId
    const slash = path.indexOf('/')
    const first = slash < 0 ? path : path.slice(0, slash)
    const segment = segments.get(first)
    if (segment) return answerAt(segment, incoming, (route) => isAt(route, parts, path))
    if (path === '' && (parts.has('short') || parts.has('public'))) return shortAddresses.home(incoming)
    if (!parts.has('short')) return notFound(incoming.request, incoming.requestId)
    answerAs(incoming.request, answersOf(domainId))
    // Users paste addresses with a trailing slash.
    if (slash >= 0 && slash !== path.length - 1) {
      incoming.part = belowCodes
      incoming.route = '/{code}/*'
      begin(incoming.route, incoming.requestId)
      return shortAddresses.belowCode(incoming)
    }
    incoming.part = redirects
    incoming.route = '/{code}'
    begin(incoming.route)
    incoming.path = first
    return shortAddresses.code(incoming)
  }

  function dispatchUnserved(incoming: IncomingRequest): Answer {
    const { path, request, requestId } = incoming
    const slash = path.indexOf('/')
    const segment = segments.get(slash < 0 ? path : path.slice(0, slash))
    if (!segment?.routes.some(({ servesUnknownHosts }) => servesUnknownHosts))
      return misdirected(request, requestId)
    return answerAt(segment, incoming, ({ servesUnknownHosts }) => servesUnknownHosts === true)
  }

  function answerAt(segment: Segment, incoming: IncomingRequest, fits: (route: Route) => boolean): Answer {
    const fitting = segment.routes.filter(fits)
    if (fitting.length === 0) return notFound(incoming.request, incoming.requestId)
    incoming.part = segment.number
    incoming.route = incoming.path.includes('/') ? `/${segment.name}/*` : `/${segment.name}`
    incoming.begun = performance.now()
    begin(incoming.route, incoming.requestId)
    const answer = firstAnswer(fitting, incoming)
    return secure && segment.isOurs ? secure(incoming, answer) : answer
  }

  return (incoming: IncomingRequest, host: ServedHost | null): Answer =>
    host === null ? dispatchUnserved(incoming) : dispatch(incoming, host)
}

function firstAnswer([route, ...others]: Route[], incoming: IncomingRequest): Answer {
  if (!route) return notFound(incoming.request, incoming.requestId)
  const answer = route.answer(incoming)
  if (answer instanceof Promise) return answer.then((found) => found ?? firstAnswer(others, incoming))
  return answer ?? firstAnswer(others, incoming)
}

/** The routes of one first segment. */
interface Segment {
  name: string
  /** The number under which `RequestCounts` counts its requests. */
  number: number
  /** Whether it belongs to a host of the service, and is not served on every host. */
  isOurs: boolean
  routes: Route[]
}

function segmentsOf(routes: Route[], requests: RequestCounts): Map<string, Segment> {
  const bySegment = Map.groupBy(routes, ({ segment }) => segment)
  return new Map(
    [...bySegment].map(([name, routes]) => {
      const counted = routes.find((route) => route.name !== undefined)?.name ?? name
      const isOurs = routes.some(({ part }) => part !== null)
      return [name, { name, number: requests.add(counted, true), isOurs, routes }]
    }),
  )
}

function isAt({ part, prefix = '' }: Route, parts: ReadonlySet<Part>, path: string): boolean {
  return (part === null || parts.has(part)) && path.startsWith(prefix)
}
