// The export of all data of an account, as lines of JSON in parts of limited size. The feature's public API.
import type { Database } from '../../../db/database.ts'
import type { Call, Run } from '../../../platform/operations/handler.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import type { History } from '../../links/history/index.ts'
import type { Links } from '../../links/links/index.ts'
import type { Microsites } from '../../microsites/microsites/index.ts'
import { accountDataOf } from './account-data.ts'
import { ExportStore } from './store.ts'

export { csvFiles } from './csv-files.ts'

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
  history: History
  run: Run
}

// Lines that are written together.
const linesAtOnce = 500

export function createExport(needs: ExportNeeds) {
  const { db, clock, clicks, workspaces } = needs
  const store = new ExportStore(db)

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

  async function* lines(call: Call): AsyncGenerator<string> {
    let count = 0
    await clicks.settle(call.caller.workspaceId)
    const sources = { ...needs, store, keptSince: clicks.keptSince() }
    for await (const part of accountDataOf(sources, { ...call, now: clock.now() })) {
      for (let from = 0; from < part.length; from += linesAtOnce) {
        const some = part.slice(from, from + linesAtOnce)
        count += some.length
        yield some.map((line) => `${JSON.stringify(line)}\n`).join('')
      }
    }
    // An export without this line was cut off.
    yield `${JSON.stringify({ type: 'end', lines: count })}\n`
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
    /** All data of the caller's workspace as NDJSON, some lines at a time. */
    lines,
  }
}
