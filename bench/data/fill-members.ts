// Gives a server many people: all of them in one workspace, and one of them in many.
import { type Insertable, sql } from 'kysely'
import { within } from '../../packages/server/src/db/database.ts'
import type { Schema } from '../../packages/server/src/db/schema.ts'
import type { Settings } from '../servers.ts'
import { openData } from './open-data.ts'

const rowsAtOnce = 500

export interface Crowd {
  /** How many people the workspace has, besides its owner. */
  people: number
  /** How many workspaces the owner belongs to, besides their own. */
  workspaces: number
}

/** Adds the crowd to the account with this e-mail address while the server is not running. Returns the crowd's workspace. */
export async function fillMembers(
  settings: Settings,
  email: string,
  { people, workspaces }: Crowd,
): Promise<string> {
  const db = await openData(settings)
  try {
    return await db.transaction(async (tx) => {
      const query = within(tx)
      const owner = await query
        .selectFrom('users')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const first = owner.id + 1
      const numbers = Array.from({ length: people }, (_, index) => first + index)
      const made = { ...owner, is_admin: 0 }
      await inParts(
        numbers.map((id) => ({
          ...made,
          ...{ id, public_id: idOf('usr', id), email: `person${id}@example.com`, name: `Person ${id}` },
        })),
        (rows) => query.insertInto('users').values(rows).execute(),
      )
      const shared = Array.from({ length: workspaces }, (_, index) => first + people + index)
      const { plan, created_at, trusted_at } = owner
      await inParts(
        shared.map((id) => ({
          ...{ id, public_id: idOf('wsp', id), name: `Workspace ${id}`, plan, created_at, trusted_at },
        })),
        (rows) => query.insertInto('workspaces').values(rows).execute(),
      )
      const crowded = shared[0] as number
      const members: Insertable<Schema['workspace_members']>[] = [
        ...shared.map((id) => ({
          workspace_id: id,
          person_id: owner.id,
          role: 'owner',
          joined_at: created_at,
        })),
        ...numbers.map((id) => ({
          ...{ workspace_id: crowded, person_id: id, role: 'editor', joined_at: created_at },
        })),
      ]
      await inParts(members, (rows) => query.insertInto('workspace_members').values(rows).execute())
      // The filled links have statistics for the planner of a database with one person.
      await sql`analyze`.execute(query)
      return idOf('wsp', crowded)
    })
  } finally {
    await db.close()
  }
}

async function inParts<Row>(rows: Row[], insert: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await insert(rows.slice(start, start + rowsAtOnce))
}

/** An id in the form of the real ones, in the order of the numbers. */
function idOf(prefix: string, id: number): string {
  return `${prefix}_${String(id).padStart(26, '0')}`
}
