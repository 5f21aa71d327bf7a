// A request as the router passes it on, with everything known before a part of the service handles it.
import { createClientAddress, type parseRanges } from '../platform/net/client-address.ts'
import { requestIdOf } from './request-id.ts'

/** The parts of the service that an origin can be given for. */
export type Part = 'public' | 'api' | 'auth' | 'consent' | 'mcp' | 'short'

/** What handlers of the API know about a request besides its content. */
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
  /** When its handler was called, by `performance.now()`; 0 if that is not measured. */
  begun: number
}

export type Answer = Response | Promise<Response>

export interface Peer {
  requestIP(request: Request): { address: string } | null
}

export interface ReceivedRequest {
  incoming: IncomingRequest
  /** In URL notation, with the port. */
  host: string
  /** Whether its Host header is invalid in URLs, so that it identifies no host. */
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
    // If the Host header is missing or invalid, Bun gives the URL without a host.
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
    // Without a Host header, it is the default domain.
    const hasInvalidHost = isBare && !servesEveryHost && Boolean(headers.get('host'))
    return { incoming, host, hasInvalidHost }
  }
}

const none: ReadonlySet<Part> = new Set()

/** Splits an absolute URL without building a URL object, because this is done for every redirect. */
function splitUrl(url: string): { host: string; path: string; query: string } {
  const start = url.indexOf('://') + 3
  const slash = url.indexOf('/', start)
  if (slash < 0) return { host: url.slice(start), path: '', query: '' }
  const mark = url.indexOf('?', slash)
  const path = mark < 0 ? url.slice(slash + 1) : url.slice(slash + 1, mark)
  return { host: url.slice(start, slash), path, query: mark < 0 ? '' : url.slice(mark + 1) }
}
