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
  /** In URL notation, with the port; null if its Host header is invalid in URLs, so that it identifies no host. */
  host: string | null
  /**
   * Whether its answer was made with its request id. The router adds the id to all others; for redirects, which are the most
   * frequent, that would cost more, because adding a header afterwards takes more than half a microsecond.
   */
  isStamped: boolean
}

export type Answer = Response | Promise<Response>

export interface Peer {
  requestIP(request: Request): { address: string } | null
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
  return (received: Request, peer: Peer): IncomingRequest => {
    // If the Host header is missing or invalid, Bun gives the URL without a host.
    const isBare = received.url.startsWith('/')
    const request = isBare ? new Request(origins.short + received.url, received) : received
    const { url, headers } = request
    // Split without building a URL object, because this is done for every redirect.
    const start = url.indexOf('://') + 3
    const slash = endOr(url, url.indexOf('/', start))
    const mark = endOr(url, url.indexOf('?', slash))
    // Without a Host header, it is the default domain.
    const isInvalidHost = isBare && !servesEveryHost && Boolean(headers.get('host'))
    const forwarded = trustedProxies.length > 0 ? headers.get('x-forwarded-for') : null
    return {
      request,
      requestId: requestIdOf(headers),
      address: clientAddress(peer.requestIP(received)?.address ?? '', forwarded),
      parts: none,
      domainId: 0,
      path: url.slice(slash + 1, mark),
      query: url.slice(mark + 1),
      part: unrouted,
      route: '/*',
      begun: 0,
      host: isInvalidHost ? null : url.slice(start, slash),
      isStamped: false,
    }
  }
}

const none: ReadonlySet<Part> = new Set()

/** The index that a search returned, or the end of the text if it found nothing. */
function endOr(text: string, index: number): number {
  return index < 0 ? text.length : index
}
