// A route: what answers at the paths of one first segment, on whose host. Features declare theirs.
import type { MaybePromise } from '../platform/concurrency/bounded-cache.ts'
import type { IncomingRequest, Part } from './incoming-request.ts'

export interface Route {
  /** The first segment of its paths, such as `assets`. Routes of the same segment are asked in their order. */
  segment: string
  /** Its name in metrics, where that is not its first segment. */
  name?: string
  /** Whose host it answers on; null for every host. */
  part: Part | null
  /** Only paths that begin so; without it, all of the segment. */
  prefix?: string
  /** Whether it answers on unknown hosts as well, for monitors. */
  servesUnknownHosts?: boolean
  /** Null where it has nothing at the path. */
  answer(incoming: IncomingRequest): MaybePromise<Response | null> | null
}
