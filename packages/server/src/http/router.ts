// The door of the server: which part of the service a request is for, by its host and its path.
import { createClientAddress, type parseRanges } from '../platform/net/client-address.ts'
import type { Begin } from '../platform/observability/watchdog/index.ts'
import { createHosts, type HostNeeds, type Place } from './hosts.ts'
import type { RequestCounts } from './request-counts.ts'
import { requestIdOf } from './request-id.ts'
import type { Around } from './request-log.ts'
import type { Incoming } from './rest.ts'

/** What lives at an address: the parts that an origin can be given for. */
export type Part = 'public' | 'api' | 'auth' | 'consent' | 'mcp' | 'short'

/** A request with what the door has found out about it. */
export interface IncomingRequest extends Incoming {
  request: Request
  /** The parts of the service that live at its host. */
  parts: ReadonlySet<Part>
  domainId: number
  /** Without the leading slash. */
  path: string
  /** Without the question mark. */
  query: string
  /** The number of the part that answers, by which it is counted. */
  part: number
  /** When that part was asked, by the process's own clock. */
  begun: number
}

export type Answer = Response | Promise<Response>

export interface Room {
  /** What a monitor is told of it under, where that is not its first segment. */
  name?: string
  /** Whose host it answers on; null for every host. */
  part: Part | null
  /** Paths of it, by their beginning, that answer on another part's host as well, or on every host (null). */
  alsoAt?: { part: Part | null; prefix: string }[]
  /** Whether it answers under names, too, at which nothing is served: what asks there is no visitor, but a monitor. */
  underAnyName?: boolean
  answer(arrival: IncomingRequest): Answer
}

export interface Rooms {
  /** Paths that belong to a part, by their first segment. */
  byFirstSegment: Record<string, Room>
  /** The root of the default domain. */
  home(arrival: IncomingRequest): Answer
  /** Everything else of one segment: a short code, or nothing. */
  code(arrival: IncomingRequest): Answer
  /** Everything else of several: something below a short code, or nothing. */
  belowCode(arrival: IncomingRequest): Answer
  notFound(arrival: IncomingRequest): Answer
  /** A host at which nothing is served. */
  misdirected(arrival: IncomingRequest): Answer
  failure(arrival: IncomingRequest, error: unknown): Response
}

export interface RouterNeeds extends HostNeeds {
  trustedProxies: ReturnType<typeof parseRanges>
  rooms: Rooms
  requests: RequestCounts
  /** Goes around each request, where somebody wants to know of each. */
  around: Around | null
  /** Notes what is asked for, in case the thread stands still over it. */
  begin: Begin
}

interface Peer {
  requestIP(request: Request): { address: string } | null
}

export function createRouter(needs: RouterNeeds) {
  const { origins, trustedProxies, rooms, requests, around, begin } = needs
  const placeOf = createHosts(needs)
  const clientAddress = createClientAddress(trustedProxies)
  const byFirstSegment = new Map(
    Object.entries(rooms.byFirstSegment).map(([segment, room]) => {
      const { name = segment } = room
      return [
        segment,
        { ...room, number: requests.add(name, true), exact: `/${segment}`, route: `/${segment}/*` },
      ]
    }),
  )
  const redirects = requests.add('redirect', false)
  const belowCodes = requests.add('below_code', false)
  const others = requests.add('other', false)

  const enter = (arrival: IncomingRequest, place: Place | null): Answer =>
    around === null ? answerOf(arrival, place) : around(arrival, () => answerOf(arrival, place))

  function answerOf(arrival: IncomingRequest, place: Place | null): Answer {
    try {
      const answer = place === null ? routeUnserved(arrival) : route(arrival, place)
      return answer instanceof Promise
        ? answer.then(
            (answer) => counted(arrival, answer),
            (error: unknown) => counted(arrival, rooms.failure(arrival, error)),
          )
        : counted(arrival, answer)
    } catch (error) {
      return counted(arrival, rooms.failure(arrival, error))
    }
  }

  function counted(arrival: IncomingRequest, answer: Response): Response {
    requests.count(arrival.part, answer.status)
    if (arrival.begun > 0) requests.took(arrival.part, performance.now() - arrival.begun)
    return answer
  }

  function route(arrival: IncomingRequest, { parts, domainId }: Place): Answer {
    const { path } = arrival
    arrival.parts = parts
    arrival.domainId = domainId
    const slash = path.indexOf('/')
    const first = slash < 0 ? path : path.slice(0, slash)
    const room = byFirstSegment.get(first)
    if (room && isAt(room, parts, path)) {
      arrival.part = room.number
      arrival.route = slash < 0 ? room.exact : room.route
      arrival.begun = performance.now()
      begin(arrival.route, arrival.requestId)
      return room.answer(arrival)
    }
    if (path === '' && (parts.has('short') || parts.has('public'))) return rooms.home(arrival)
    // People paste addresses with a slash at the end.
    const isCode = slash < 0 || slash === path.length - 1
    if (room || !parts.has('short')) return rooms.notFound(arrival)
    if (!isCode) {
      arrival.part = belowCodes
      arrival.route = '/{code}/*'
      begin(arrival.route, arrival.requestId)
      return rooms.belowCode(arrival)
    }
    arrival.part = redirects
    arrival.route = '/{code}'
    begin(arrival.route)
    arrival.path = first
    return rooms.code(arrival)
  }

  function routeUnserved(arrival: IncomingRequest): Answer {
    const { path } = arrival
    const slash = path.indexOf('/')
    const room = byFirstSegment.get(slash < 0 ? path : path.slice(0, slash))
    if (!room?.underAnyName) return rooms.misdirected(arrival)
    arrival.part = room.number
    arrival.route = slash < 0 ? room.exact : room.route
    arrival.begun = performance.now()
    return room.answer(arrival)
  }

  return (received: Request, peer: Peer): Answer => {
    // Where the Host header is missing or no host at all, Bun gives the address without one.
    const isBare = received.url.startsWith('/')
    const request = isBare ? new Request(origins.short + received.url, received) : received
    const { host, path, query } = splitUrl(request.url)
    const { headers } = request
    const forwarded = trustedProxies.length > 0 ? headers.get('x-forwarded-for') : null
    const arrival: IncomingRequest = {
      request,
      requestId: requestIdOf(headers),
      address: clientAddress(peer.requestIP(received)?.address ?? '', forwarded),
      parts: nothing,
      domainId: 0,
      path,
      query,
      part: others,
      route: '/*',
      begun: 0,
    }
    // Without a host it is the default domain; an invalid host matches nothing.
    const named = isBare && !needs.servesEveryHost && headers.get('host')
    const place = named ? null : placeOf(host)
    if (!(place instanceof Promise)) return enter(arrival, place)
    return place.then(
      (found) => enter(arrival, found),
      (error: unknown) => counted(arrival, rooms.failure(arrival, error)),
    )
  }
}

const nothing: ReadonlySet<Part> = new Set()

function isAt({ part, alsoAt }: Room, parts: ReadonlySet<Part>, path: string): boolean {
  if (part === null || parts.has(part)) return true
  return (
    alsoAt?.some(({ part, prefix }) => (part === null || parts.has(part)) && path.startsWith(prefix)) ?? false
  )
}

/** The parts of an absolute address, taken without building a URL: this is done for every redirect. */
function splitUrl(url: string): { host: string; path: string; query: string } {
  const start = url.indexOf('://') + 3
  const slash = url.indexOf('/', start)
  if (slash < 0) return { host: url.slice(start), path: '', query: '' }
  const mark = url.indexOf('?', slash)
  const path = mark < 0 ? url.slice(slash + 1) : url.slice(slash + 1, mark)
  return { host: url.slice(start, slash), path, query: mark < 0 ? '' : url.slice(mark + 1) }
}
