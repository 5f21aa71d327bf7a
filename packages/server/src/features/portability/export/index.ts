// The export of all data of an account, as lines of JSON in parts of limited size. The feature's public API.
import { Refusal } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Call, Run } from '../../../platform/operations/handler.ts'
import { type Clock, utcDay } from '../../../platform/time/clock.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import type { Links } from '../../links/links/index.ts'
import type { Microsites } from '../../microsites/microsites/index.ts'
import { accountDataOf } from './account-data.ts'
import { ExportStore } from './store.ts'

export { csvFiles } from './csv-files.ts'

export interface Export {
  /** Such as `linnet-2026-11-21.ndjson`. */
  fileName: string
  /** NDJSON, some lines at a time. */
  parts: AsyncGenerator<string>
  /** To be called when the export is over, however it ended. */
  end(): void
}

/** A workspace, as the command line exports it. */
export interface WorkspaceToExport {
  id: number
  isShared: boolean
  /** The person on whose behalf it is exported: its owner, or the first of them; null if it has none. */
  ownerId: number | null
  /** The id that people know it by: of a personal workspace, the person's. */
  publicId: string
  /** Its name, or the person's e-mail address. */
  label: string
}

export interface ExportNeeds {
  microsites: Microsites
  workspaces: Workspaces
  db: Database
  clock: Clock
  clicks: Clicks
  links: Links
  run: Run
}

// Lines that are written together.
const linesAtOnce = 500

/**
 * Begins exports, one at a time for each account on each server; another one is refused with `rate_limited`. Between its
 * parts an export checks whether the requester may still have it, and throws if not.
 */
export function createExport({ db, clock, clicks, links, microsites, workspaces, run }: ExportNeeds) {
  const store = new ExportStore(db)
  const busy = new Set<number>()

  /** The same workspaces with their owners. */
  async function owned(rows: Awaited<ReturnType<typeof store.workspaces>>): Promise<WorkspaceToExport[]> {
    const shared = rows.filter(({ email }) => email === null)
    const owners = new Map<number, number>()
    for (const { workspaceId, personId } of await workspaces.owners(shared.map(({ id }) => id)))
      if (!owners.has(workspaceId)) owners.set(workspaceId, personId)
    return rows.map(({ id, public_id, name, person_public_id, email }) => ({
      id,
      isShared: email === null,
      ownerId: email === null ? (owners.get(id) ?? null) : id,
      publicId: person_public_id ?? public_id,
      label: email ?? name,
    }))
  }

  async function* write(call: Call, isAllowed: () => Promise<boolean>): AsyncGenerator<string> {
    let lines = 0
    await clicks.settle(call.caller.workspaceId)
    const needs = { store, links, microsites, run, keptSince: clicks.keptSince() }
    for await (const part of accountDataOf(needs, { ...call, now: clock.now() })) {
      if (!(await isAllowed())) throw new Refusal('unauthenticated', 'The session has ended.')
      for (let from = 0; from < part.length; from += linesAtOnce) {
        const some = part.slice(from, from + linesAtOnce)
        lines += some.length
        yield some.map((line) => `${JSON.stringify(line)}\n`).join('')
      }
    }
    // An export without this line was cut off.
    yield `${JSON.stringify({ type: 'end', lines })}\n`
  }

  return {
    /** All workspaces, oldest first: everyone's own, and shared ones. */
    async *workspaces(): AsyncGenerator<WorkspaceToExport> {
      for (let after = 0; ; ) {
        const some = await store.workspaces(after)
        const last = some.at(-1)
        if (!last) return
        yield* await owned(some)
        after = last.id
      }
    },
    /** The workspace with this id; null if there is none. */
    async workspace(publicId: string): Promise<WorkspaceToExport | null> {
      const row = await store.workspace(publicId)
      return row ? ((await owned([row]))[0] ?? null) : null
    },
    begin(call: Call, isAllowed: () => Promise<boolean>): Export {
      const { workspaceId: userId } = call.caller
      if (busy.has(userId))
        throw new Refusal(
          'rate_limited',
          'An export of this account is already running. Wait until it ends.',
          undefined,
          30,
        )
      busy.add(userId)
      let hasEnded = false
      const end = () => {
        if (!hasEnded) busy.delete(userId)
        hasEnded = true
      }
      return { end, fileName: `linnet-${utcDay(clock.now())}.ndjson`, parts: write(call, isAllowed) }
    },
  }
}
