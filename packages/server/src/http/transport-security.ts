// Tells browsers that the service's own hosts, where people sign in, are only ever reached over HTTPS (RFC 6797).
import type { IncomingRequest, Part } from './incoming-request.ts'
import type { Room } from './router.ts'

// Half a year. Without includeSubDomains: what else lives below a host is not ours to decide.
const policy = 'max-age=15552000'

/**
 * The rooms, whose answers carry the policy where their host is one of ours whose origin is HTTPS. Rooms of every host are
 * left as they are, and so are redirects: a custom domain belongs to somebody else.
 */
export function withTransportSecurity(
  origins: Record<Part, string>,
  rooms: Record<string, Room>,
): Record<string, Room> {
  const secure = Object.values(origins).filter((origin) => origin.startsWith('https:'))
  const hosts = new Set(secure.map((origin) => new URL(origin).host))
  if (hosts.size === 0) return rooms
  const told = (incoming: IncomingRequest, answer: Response): Response => {
    if (hosts.has(new URL(incoming.request.url).host)) answer.headers.set('Strict-Transport-Security', policy)
    return answer
  }
  const wrapped = (room: Room): Room => ({
    ...room,
    answer(incoming) {
      const answer = room.answer(incoming)
      return answer instanceof Promise
        ? answer.then((answer) => told(incoming, answer))
        : told(incoming, answer)
    },
  })
  return Object.fromEntries(
    Object.entries(rooms).map(([segment, room]) => [segment, room.part === null ? room : wrapped(room)]),
  )
}
