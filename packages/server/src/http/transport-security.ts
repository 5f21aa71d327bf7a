// Tells browsers to reach the service's own hosts, where users sign in, only over HTTPS (RFC 6797).
import type { Answer, IncomingRequest, Part } from './incoming-request.ts'

// Half a year. No includeSubDomains, because subdomains may belong to others.
const policy = 'max-age=15552000'

/**
 * Returns the function that adds the policy to a response if its host is an own host with an HTTPS origin; null if there is
 * none. Custom domains and their redirects belong to others, so they don't get it.
 */
export function createTransportSecurity(
  origins: Record<Part, string>,
): ((incoming: IncomingRequest, answer: Answer) => Answer) | null {
  const secure = Object.values(origins).filter((origin) => origin.startsWith('https:'))
  const hosts = new Set(secure.map((origin) => new URL(origin).host))
  if (hosts.size === 0) return null
  const secured = ({ request }: IncomingRequest, answer: Response): Response => {
    if (hosts.has(new URL(request.url).host)) answer.headers.set('Strict-Transport-Security', policy)
    return answer
  }
  return (incoming, answer) =>
    answer instanceof Promise ? answer.then((answer) => secured(incoming, answer)) : secured(incoming, answer)
}
