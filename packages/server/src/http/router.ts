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

export interface Room {
  /** Its name in metrics, where that is not its first segment. */
  name?: string
  /** Whose host it answers on; null for every host. */
  part: Part | null
  /** Paths of it, by their beginning, that answer on another part's host as well, or on every host (null). */
  alsoAt?: { part: Part | null; prefix: string }[]
  /** Whether it answers on unknown hosts as well, for monitors. */
  underAnyName?: boolean
  answer(incoming: IncomingRequest): Answer
}

export interface Rooms {
  /** Paths that belong to a part, by their first segment. */
  byFirstSegment: Record<string, Room>
  /** The root of the default domain. */
  home(incoming: IncomingRequest): Answer
  /** Every other path of one segment: a short code, or nothing. */
  code(incoming: IncomingRequest): Answer
  /** Every other path of several segments: something below a short code, or nothing. */
  belowCode(incoming: IncomingRequest): Answer
  notFound(incoming: IncomingRequest): Answer
  /** A host at which nothing is served. */
  misdirected(incoming: IncomingRequest): Answer
  failure(incoming: IncomingRequest, error: unknown): Response
}

export interface RouterNeeds extends HostNeeds {
  trustedProxies: ReturnType<typeof parseRanges>
  rooms: Rooms
  requests: RequestCounts
  /** Called for each request, where traces or log lines of requests are wanted. */
  observe: RequestObserver | null
  /** Records the request that begins, in case it blocks the thread. */
  begin: Begin
}

export function createRouter(needs: RouterNeeds) {
  const { rooms, requests, observe } = needs
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
            (answer) => counted(incoming, answer),
            (error: unknown) => counted(incoming, rooms.failure(incoming, error)),
          )
        : counted(incoming, answer)
    } catch (error) {
      return counted(incoming, rooms.failure(incoming, error))
    }
  }

  function counted(incoming: IncomingRequest, answer: Response): Response {
    requests.count(incoming.part, answer.status)
    if (incoming.begun > 0) requests.took(incoming.part, performance.now() - incoming.begun)
    return answer
  }

  return (received: Request, peer: Peer): Answer => {
    const { incoming, host, hasInvalidHost } = receive(received, peer)
    const served = hasInvalidHost ? null : servedHost(host)
    if (!(served instanceof Promise)) return enter(incoming, served)
    return served.then(
      (found) => enter(incoming, found),
      (error: unknown) => counted(incoming, rooms.failure(incoming, error)),
    )
  }
}

/** Returns the function that calls the handler of a request's host and path. */
function createDispatcher({ rooms, requests, begin }: RouterNeeds) {
  const byFirstSegment = numberedRooms(rooms, requests)
  const redirects = requests.add('redirect', false)
  const belowCodes = requests.add('below_code', false)

  function dispatch(incoming: IncomingRequest, { parts, domainId }: ServedHost): Answer {
    const { path } = incoming
    incoming.parts = parts
    incoming.domainId = domainId
    const slash = path.indexOf('/')
    const first = slash < 0 ? path : path.slice(0, slash)
    const room = byFirstSegment.get(first)
    if (room && isAt(room, parts, path)) {
      enterRoom(incoming, room)
      begin(incoming.route, incoming.requestId)
      return room.answer(incoming)
    }
    if (path === '' && (parts.has('short') || parts.has('public'))) return rooms.home(incoming)
    // People paste addresses with a slash at the end.
    const isCode = slash < 0 || slash === path.length - 1
    if (room || !parts.has('short')) return rooms.notFound(incoming)
    if (!isCode) {
      incoming.part = belowCodes
      incoming.route = '/{code}/*'
      begin(incoming.route, incoming.requestId)
      return rooms.belowCode(incoming)
    }
    incoming.part = redirects
    incoming.route = '/{code}'
    begin(incoming.route)
    incoming.path = first
    return rooms.code(incoming)
  }

  function dispatchUnserved(incoming: IncomingRequest): Answer {
    const { path } = incoming
    const slash = path.indexOf('/')
    const room = byFirstSegment.get(slash < 0 ? path : path.slice(0, slash))
    if (!room?.underAnyName) return rooms.misdirected(incoming)
    enterRoom(incoming, room)
    return room.answer(incoming)
  }

  return (incoming: IncomingRequest, host: ServedHost | null): Answer =>
    host === null ? dispatchUnserved(incoming) : dispatch(incoming, host)
}

interface NumberedRoom extends Room {
  /** Under which `RequestCounts` counts its requests. */
  number: number
  /** The route of its first segment alone. */
  exact: string
  /** The route of everything below. */
  route: string
}

function numberedRooms(rooms: Rooms, requests: RequestCounts): Map<string, NumberedRoom> {
  return new Map(
    Object.entries(rooms.byFirstSegment).map(([segment, room]) => {
      const { name = segment } = room
      return [
        segment,
        { ...room, number: requests.add(name, true), exact: `/${segment}`, route: `/${segment}/*` },
      ]
    }),
  )
}

function enterRoom(incoming: IncomingRequest, { number, exact, route }: NumberedRoom): void {
  incoming.part = number
  incoming.route = incoming.path.includes('/') ? route : exact
  incoming.begun = performance.now()
}

function isAt({ part, alsoAt }: Room, parts: ReadonlySet<Part>, path: string): boolean {
  if (part === null || parts.has(part)) return true
  return (
    alsoAt?.some(({ part, prefix }) => (part === null || parts.has(part)) && path.startsWith(prefix)) ?? false
  )
}
