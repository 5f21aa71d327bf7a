// Marks a PostgreSQL database that `linnet move` is still filling, so that no server starts with incomplete data.
import { type Kysely, sql } from 'kysely'
import { ConfigError } from '../platform/config-error.ts'
import type { Schema } from './schema.ts'

/** A table that exists until the move is complete; a database with no other table counts as empty. */
export const unfinishedMove = 'unfinished_move'

export async function isUnfinished(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ marked: boolean }>`
    select to_regclass(${unfinishedMove}) is not null as marked
  `.execute(db)
  return rows[0]?.marked ?? false
}

export async function refuseUnfinishedMove(db: Kysely<Schema>): Promise<void> {
  if (await isUnfinished(db))
    throw new ConfigError(
      'the database at DATABASE_URL is the target of a move that was not completed: wait for it, or run `linnet move` again',
    )
}
