// Well-known files: security.txt (RFC 9116), robots.txt (RFC 9309), and the redirect to the page for changing a password.
import { unixSeconds } from '../platform/time/clock.ts'
import type { IncomingRequest, Part } from './incoming-request.ts'
import type { Route } from './route.ts'
import { notFound, wrongMethod } from './visitor-answers.ts'

export interface WellKnownNeeds {
  origins: Record<Part, string>
  /** Where to report vulnerabilities, as URIs; empty if the operator has configured none. */
  securityContacts: string[]
  now(): number
}

const securityTextPath = '.well-known/security.txt'
/** A Well-Known URL for Changing Passwords (W3C). */
const changePasswordPath = '.well-known/change-password'
const robotsPath = 'robots.txt'

const daySeconds = 24 * 60 * 60
// RFC 9116 recommends less than a year, so that copies are refreshed before the contact changes.
const validDays = 90

/** The routes of the three files. `others` are all other routes: crawlers should skip those without pages for visitors. */
export function wellKnownRoutes(needs: WellKnownNeeds, others: Route[]): Route[] {
  const { origins, securityContacts, now } = needs
  const own = [...new Set(Object.values(origins))]
  const canonical = own.map((origin) => `Canonical: ${origin}/${securityTextPath}\n`).join('')
  const contacts = securityContacts.map((contact) => `Contact: ${contact}\n`).join('')
  // Slugs share the root with the routes, so only a whole segment is meant.
  const skipped = segmentsWithoutPages(others).flatMap((one) => [`Disallow: /${one}$`, `Disallow: /${one}/`])
  const robots = ['User-agent: *', ...skipped]
  const robotsText = `${robots.join('\n')}\n`

  function securityText(): string {
    // The same all day, so that copies can be compared.
    const today = Math.floor(unixSeconds(now()) / daySeconds)
    const expires = new Date((today + validDays) * daySeconds * 1000).toISOString().replace('.000', '')
    return `${contacts}Expires: ${expires}\n${canonical}`
  }

  const text = (content: string) =>
    new Response(content, {
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
        'X-Content-Type-Options': 'nosniff',
      },
    })

  const changePassword = () =>
    new Response(null, {
      status: 302,
      headers: { Location: `${origins.public}/account/password`, 'Cache-Control': 'private, no-store' },
    })

  return [
    // A custom domain belongs to its owner, so we can't name its security contact.
    route('.well-known', securityTextPath, ({ domainId }) =>
      contacts === '' || domainId !== 0 ? null : text(securityText()),
    ),
    route('.well-known', changePasswordPath, ({ domainId }) => (domainId === 0 ? changePassword() : null)),
    { ...route(robotsPath, robotsPath, () => text(robotsText)), name: 'robots' },
  ]
}

/** Serves a file on every host. */
function route(segment: string, file: string, read: (incoming: IncomingRequest) => Response | null): Route {
  return {
    segment,
    part: null,
    prefix: file,
    answer(incoming) {
      const { path, request, requestId } = incoming
      if (path !== file) return null
      if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request, requestId)
      return read(incoming) ?? notFound(request, requestId)
    },
  }
}

/** The first segments that crawlers should skip: those on one part's host, for signed-in users and programs. */
function segmentsWithoutPages(routes: Route[]): string[] {
  const segments = routes.filter(({ part, segment }) => part !== null && !segment.startsWith('.'))
  return [...new Set(segments.map(({ segment }) => segment))]
}
