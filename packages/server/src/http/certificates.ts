// What a proxy asks before it gets a certificate for a name: Caddy's on-demand TLS, and whatever asks in the same way.
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
  /** The proved custom domain that a host names, or null. */
  domainOfHost(host: string): MaybePromise<number | null>
}

export const certificatesPath = 'healthz/domain'
// As a certificate has it: a name in any other form would be another certificate for the same host.
const exactName = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
// What proxies add to a request that they pass on.
const passedOn = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

/**
 * Answers `/healthz/domain?domain=NAME`: 200 for proved custom domains and the service's own hosts, 404 for all others.
 * Only a proxy that asks by itself is answered; to a request that one passes on, the address is not there.
 */
export function createCertificates(
  needs: CertificatesNeeds,
): (incoming: IncomingRequest) => MaybePromise<Response> {
  const own = new Set([
    ...Object.values(needs.origins).map((origin) => new URL(origin).hostname),
    ...needs.otherHosts,
  ])

  function isProxy({ request, address }: IncomingRequest): boolean {
    if (passedOn.some((name) => request.headers.has(name)) || !ipaddr.isValid(address)) return false
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
