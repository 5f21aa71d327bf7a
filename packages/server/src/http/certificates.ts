// Tells a proxy whether it may request a certificate for a name: Caddy's on-demand TLS, and proxies with the same protocol.
import ipaddr from 'ipaddr.js'
import type { MaybePromise } from '../platform/concurrency/bounded-cache.ts'
import { isWithin, type parseRanges } from '../platform/net/client-address.ts'
import type { IncomingRequest, Part } from './incoming-request.ts'
import { notFound, wrongMethod } from './visitor-answers.ts'

export interface CertificatesNeeds {
  /** The service's own origins. */
  origins: Record<Part, string>
  otherHosts: readonly string[]
  trustedProxies: ReturnType<typeof parseRanges>
  /** The verified custom domain with this host name, or null. */
  domainOfHost(host: string): MaybePromise<number | null>
}

export const certificatesPath = 'healthz/domain'
// In the form used in certificates: another form of the name would mean another certificate for the same host.
const exactName = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
// Headers that proxies add to a request that they forward.
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

/**
 * Answers `/healthz/domain?domain=NAME`: 200 for verified custom domains and the service's own hosts, 404 for all others.
 * Only a proxy's own request is answered; forwarded requests get 404.
 */
export function createCertificates(
  needs: CertificatesNeeds,
): (incoming: IncomingRequest) => MaybePromise<Response> {
  const own = new Set([
    ...Object.values(needs.origins).map((origin) => new URL(origin).hostname),
    ...needs.otherHosts,
  ])

  function isProxy({ request, address }: IncomingRequest): boolean {
    if (forwardingHeaders.some((name) => request.headers.has(name)) || !ipaddr.isValid(address)) return false
    return ipaddr.process(address).range() === 'loopback' || isWithin(address, needs.trustedProxies)
  }

  return (incoming) => {
    const { request, requestId, query } = incoming
    if (!isProxy(incoming)) return notFound(request, requestId)
    if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request, requestId)
    const answer = (isOurs: boolean): Response =>
      new Response(isOurs ? 'yes\n' : 'no\n', {
        status: isOurs ? 200 : 404,
        headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
      })
    const [name = '', ...more] = new URLSearchParams(query).getAll('domain')
    if (more.length > 0 || !exactName.test(name)) return answer(false)
    if (own.has(name)) return answer(true)
    const domain = needs.domainOfHost(name)
    return domain instanceof Promise ? domain.then((id) => answer(id !== null)) : answer(domain !== null)
  }
}
