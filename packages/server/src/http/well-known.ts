// Well-known files: security.txt (RFC 9116), robots.txt (RFC 9309), and the redirect to the page that changes a password.
import { unixSeconds } from '../platform/time/clock.ts'
import type { IncomingRequest, Part } from './incoming-request.ts'
import type { Room } from './router.ts'
import { notFound, wrongMethod } from './visitor-answers.ts'

export interface WellKnownNeeds {
  origins: Record<Part, string>
  /** Where vulnerabilities are reported, as URIs; none where the operator named none. */
  securityContacts: string[]
  now(): number
}

export const securityTextPath = '.well-known/security.txt'
/** A Well-Known URL for Changing Passwords (W3C). */
export const changePasswordPath = '.well-known/change-password'
export const robotsPath = 'robots.txt'

const daySeconds = 24 * 60 * 60
// RFC 9116 recommends less than a year, so that copies are refreshed before the contact changes.
const validDays = 90

/** Answers the three paths; null for any other. `rooms` are the first segments that crawlers should skip. */
export function createWellKnown(
  needs: WellKnownNeeds,
  rooms: string[],
): (incoming: IncomingRequest) => Response | null {
  const { origins, securityContacts, now } = needs
  const own = [...new Set(Object.values(origins))]
  const canonical = own.map((origin) => `Canonical: ${origin}/${securityTextPath}\n`).join('')
  const contacts = securityContacts.map((contact) => `Contact: ${contact}\n`).join('')
  // Slugs share the root with the rooms, so only a whole segment is meant.
  const robots = ['User-agent: *', ...rooms.flatMap((room) => [`Disallow: /${room}$`, `Disallow: /${room}/`])]
  const robotsText = `${robots.join('\n')}\n`

  function securityText(): string {
    // The same all day, for those who compare it.
    const today = Math.floor(unixSeconds(now()) / daySeconds)
    const expires = new Date((today + validDays) * daySeconds * 1000).toISOString().replace('.000', '')
    return `${contacts}Expires: ${expires}\n${canonical}`
  }

  const text = (content: string, { requestId }: IncomingRequest) =>
    new Response(content, {
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': requestId,
      },
    })

  const answers: Record<string, (incoming: IncomingRequest) => Response> = {
    // A custom domain belongs to its owner, so we can't name its security contact.
    [securityTextPath]: (incoming) =>
      contacts === '' || incoming.domainId !== 0
        ? notFound(incoming.request, incoming.requestId)
        : text(securityText(), incoming),
    [changePasswordPath]: (incoming) =>
      incoming.domainId === 0
        ? new Response(null, {
            status: 302,
            headers: {
              Location: `${origins.public}/account/password`,
              'Cache-Control': 'private, no-store',
              'X-Request-Id': incoming.requestId,
            },
          })
        : notFound(incoming.request, incoming.requestId),
    [robotsPath]: (incoming) => text(robotsText, incoming),
  }

  return (incoming) => {
    const answer = Object.hasOwn(answers, incoming.path) ? answers[incoming.path] : undefined
    if (!answer) return null
    const { method } = incoming.request
    return method === 'GET' || method === 'HEAD'
      ? answer(incoming)
      : wrongMethod(incoming.request, incoming.requestId)
  }
}

/** The first segments that crawlers should skip: they belong to one part's host, and serve signed-in users and programs. */
export function roomsWithoutPages(rooms: Record<string, Room>): string[] {
  return Object.entries(rooms)
    .filter(([segment, { part }]) => part !== null && !segment.startsWith('.'))
    .map(([segment]) => segment)
}
