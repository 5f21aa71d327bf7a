// A route: the handler of all paths with one first segment, and its host. Features declare theirs.
import type { MaybePromise } from '../platform/concurrency/bounded-cache.ts'
import type { IncomingRequest, Part } from './incoming-request.ts'

export interface Route {
  /** The first segment of its paths, such as `assets`. Routes with the same segment are tried in order. */
  segment: string
  /** Its name in metrics, if it differs from the first segment. */
  name?: string
  /** The part on whose host it answers; null for every host. */
  part: Part | null
  /** Only paths with this prefix; without it, all paths of the segment. */
  prefix?: string
  /** Whether it answers on unknown hosts too, for monitoring. */
  servesUnknownHosts?: boolean
  /** Null if it has nothing at the path. */
  answer(incoming: IncomingRequest): MaybePromise<Response | null> | null
}
