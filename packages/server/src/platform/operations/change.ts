// Who changes something, and the id that all changes of one request have in common.
import type { ActorKind } from '@linnet/contract'
import { orderedIds } from '../security/ids.ts'

export interface Actor {
  kind: ActorKind
  /** The number of the person, or the id of the key or application; empty for the server itself. */
  id: string
}

/** What one request, or one run of a job, changes. */
export interface Change {
  /** It is also the undo token. */
  readonly id: string
  by: Actor
  /** Whether anything was recorded under this id. */
  isRecorded: boolean
}

// Changes are listed by id, so those of the same millisecond must be in order.
const nextId = orderedIds('chg')

/** A change by the server itself, such as one that was planned. `now` is in milliseconds. */
export function changeBy(kind: ActorKind, now: number): Change {
  return newChange({ kind, id: '' }, now)
}

/** Most requests change nothing, and need no id. */
function newChange(by: Actor, now: number): Change {
  let id: string | undefined
  return {
    get id() {
      id ??= nextId(now)
      return id
    },
    by,
    isRecorded: false,
  }
}

/** What says who a caller is. */
interface Credentialed {
  personId: number
  session: object | null
  app: string | null
  /** The id of the API key, if the caller has one. */
  keyOwner: string
}

/** A change by a caller, whom an agent may have acted for. */
export function changeOf(caller: Credentialed, { isAgent, now }: { isAgent: boolean; now: number }): Change {
  return newChange(actorOf(caller, isAgent), now)
}

function actorOf({ session, app, keyOwner, personId }: Credentialed, isAgent: boolean): Actor {
  if (app !== null) return { kind: isAgent ? 'agent' : 'application', id: app }
  if (session !== null) return { kind: 'person', id: String(personId) }
  // The command line has no credential.
  if (!keyOwner.startsWith('key_')) return { kind: 'operator', id: '' }
  return { kind: isAgent ? 'agent' : 'key', id: keyOwner }
}
