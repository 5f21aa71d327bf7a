// A request as the router passes it on: with what is known of it before any part of the service looks at it.
import { createClientAddress, type parseRanges } from '../platform/net/client-address.ts'
import { requestIdOf } from './request-id.ts'

/** The parts of the service that an origin can be given for. */
export type Part = 'public' | 'api' | 'auth' | 'consent' | 'mcp' | 'short'

/** What handlers of the API know of a request beside its content. */
export interface RequestDetails {
  address: string
  requestId: string
  /** The path's pattern, without the values of its parameters. */
  route: string
}

export interface IncomingRequest extends RequestDetails {
  request: Request
  /** The parts of the service that its host belongs to. */
  parts: ReadonlySet<Part>
  domainId: number
  /** Without the leading slash. */
  path: string
  /** Without the question mark. */
  query: string
  /** The number under which `RequestCounts` counts it. */
  part: number
  /** When its handler was called, by `performance.now()`; 0 where that is not measured. */
  begun: number
}

export type Answer = Response | Promise<Response>

export interface Peer {
  requestIP(request: Request): { address: string } | null
}

export interface ReceivedRequest {
  incoming: IncomingRequest
  /** As URLs have it, with the port. */
  host: string
  /** Whether its Host header is one that no URL can have, so that it names nothing. */
  hasInvalidHost: boolean
}

export interface ReceiverNeeds {
  origins: Record<Part, string>
  trustedProxies: ReturnType<typeof parseRanges>
  /** Whether unknown host names count as the default domain. */
  servesEveryHost: boolean
  /** The part's number for requests that are not routed yet. */
  unrouted: number
}

/** Returns the function that reads the address, host, path and request id of each request. */
export function createReceiver({ origins, trustedProxies, servesEveryHost, unrouted }: ReceiverNeeds) {
  const clientAddress = createClientAddress(trustedProxies)
  return (received: Request, peer: Peer): ReceivedRequest => {
    // Where the Host header is missing or invalid, Bun gives the address without a host.
    const isBare = received.url.startsWith('/')
    const request = isBare ? new Request(origins.short + received.url, received) : received
    const { host, path, query } = splitUrl(request.url)
    const { headers } = request
    const forwarded = trustedProxies.length > 0 ? headers.get('x-forwarded-for') : null
    const incoming: IncomingRequest = {
      request,
      requestId: requestIdOf(headers),
      address: clientAddress(peer.requestIP(received)?.address ?? '', forwarded),
      parts: none,
      domainId: 0,
      path,
      query,
      part: unrouted,
      route: '/*',
      begun: 0,
    }
    // Without a Host header, the default domain is meant.
    const hasInvalidHost = isBare && !servesEveryHost && Boolean(headers.get('host'))
    return { incoming, host, hasInvalidHost }
  }
}

const none: ReadonlySet<Part> = new Set()

/** Splits an absolute address without building a URL, because this is done for every redirect. */
function splitUrl(url: string): { host: string; path: string; query: string } {
  const start = url.indexOf('://') + 3
  const slash = url.indexOf('/', start)
  if (slash < 0) return { host: url.slice(start), path: '', query: '' }
  const mark = url.indexOf('?', slash)
  const path = mark < 0 ? url.slice(slash + 1) : url.slice(slash + 1, mark)
  return { host: url.slice(start, slash), path, query: mark < 0 ? '' : url.slice(mark + 1) }
}
