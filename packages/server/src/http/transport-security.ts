// Tells browsers that the service's own hosts, where people sign in, are only ever reached over HTTPS (RFC 6797).
import type { Answer, IncomingRequest, Part } from './incoming-request.ts'

// Half a year. Without includeSubDomains: what else lives below a host is not ours to decide.
const policy = 'max-age=15552000'

/**
 * Returns the function that gives an answer the policy, where its host is one of ours whose origin is HTTPS; null where none
 * is. It is for what belongs to our own hosts: a custom domain belongs to somebody else, and so do its redirects.
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
