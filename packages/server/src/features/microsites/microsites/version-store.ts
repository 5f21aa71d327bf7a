// The SQL of the versions of microsites.
import { sql } from 'kysely'
import { type Database, type Query, within } from '../../../db/database.ts'
import type { MicrositeVersionTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type VersionRow = Omit<MicrositeVersionTable, 'id' | 'content'> & { id: number }
export type NewVersion = Omit<MicrositeVersionTable, 'id'>
export type VersionAuthor = Pick<MicrositeVersionTable, 'at' | 'actor_kind' | 'actor_id'>

/** A version, and whether it is the present one, whose content is in the other tables (1). */
export type ListedVersion = VersionRow & { is_present: number }

/** Which microsite, and whose. */
export interface VersionedMicrosite {
  id: number
  userId: number
}

export class VersionStore {
  constructor(private readonly db: Database) {}

  /** The newest version; undefined if there is none. */
  latest(tx: Tx, microsite: VersionedMicrosite): Promise<VersionRow | undefined> {
    return versions(within(tx), microsite).orderBy('id', 'desc').limit(1).executeTakeFirst()
  }

  /** Newest first, and only those before the one with the number `before`, if given. */
  page(microsite: VersionedMicrosite, before: number | undefined, limit: number): Promise<ListedVersion[]> {
    const all = listed(this.db.read, microsite)
    return (before === undefined ? all : all.where('microsite_versions.id', '<', before))
      .orderBy('microsite_versions.id', 'desc')
      .limit(limit)
      .execute()
  }

  one(microsite: VersionedMicrosite, publicId: string): Promise<ListedVersion | undefined> {
    return listed(this.db.read, microsite)
      .where('microsite_versions.public_id', '=', publicId)
      .executeTakeFirst()
  }

  /** The content of a version; null if it is the present one. */
  async contentOf({ id, userId }: VersionedMicrosite, version: number): Promise<Uint8Array | null> {
    const row = await this.db.read
      .selectFrom('microsite_versions')
      .select('content')
      .where('microsite_id', '=', id)
      .where('user_id', '=', userId)
      .where('id', '=', version)
      .executeTakeFirst()
    return row?.content ?? null
  }

  /** The content of the version before this one; null if there is none. If `tx` is null, it is read outside of a transaction. */
  async contentBefore(
    tx: Tx | null,
    { id, userId }: VersionedMicrosite,
    version: number,
  ): Promise<Uint8Array | null> {
    const row = await (tx ? within(tx) : this.db.read)
      .selectFrom('microsite_versions')
      .select('content')
      .where('microsite_id', '=', id)
      .where('user_id', '=', userId)
      .where('id', '<', version)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.content ?? null
  }

  async insert(tx: Tx, version: NewVersion): Promise<void> {
    await within(tx).insertInto('microsite_versions').values(version).execute()
  }

  async change(
    tx: Tx,
    { userId }: VersionedMicrosite,
    version: number,
    change: Partial<NewVersion>,
  ): Promise<void> {
    await within(tx)
      .updateTable('microsite_versions')
      .set(change)
      .where('user_id', '=', userId)
      .where('id', '=', version)
      .execute()
  }

  /** Deletes all of a microsite. */
  async forget(tx: Tx, { id, userId }: VersionedMicrosite): Promise<void> {
    await within(tx)
      .deleteFrom('microsite_versions')
      .where('user_id', '=', userId)
      .where('microsite_id', '=', id)
      .execute()
  }

  /** Deletes all but the newest `most`. */
  async prune(tx: Tx, { id, userId }: VersionedMicrosite, most: number): Promise<void> {
    await within(tx)
      .deleteFrom('microsite_versions')
      .where('user_id', '=', userId)
      .where('microsite_id', '=', id)
      .where('id', '<=', (where) =>
        where
          .selectFrom('microsite_versions')
          .select('id')
          .where('user_id', '=', userId)
          .where('microsite_id', '=', id)
          .orderBy('id', 'desc')
          .offset(most)
          .limit(1),
      )
      .execute()
  }
}

/** Without their content. */
function versions(query: Query, { id, userId }: VersionedMicrosite) {
  return query
    .selectFrom('microsite_versions')
    .select([
      'microsite_versions.id',
      'microsite_versions.public_id',
      'microsite_versions.user_id',
      'microsite_versions.microsite_id',
      'microsite_versions.at',
      'microsite_versions.actor_kind',
      'microsite_versions.actor_id',
      'microsite_versions.changes',
    ])
    .where('microsite_versions.user_id', '=', userId)
    .where('microsite_versions.microsite_id', '=', id)
}

function listed(query: Query, microsite: VersionedMicrosite) {
  return versions(query, microsite).select(
    sql<number>`case when microsite_versions.content is null then 1 else 0 end`.as('is_present'),
  )
}
