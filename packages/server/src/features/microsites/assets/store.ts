// The SQL of uploaded images.
import { type Database, within } from '../../../db/database.ts'
import type { AssetTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type AssetRow = Omit<AssetTable, 'id'> & { id: number }

export type StoredAsset = Omit<AssetRow, 'id' | 'deleted_at'>

/** What is asked of a file before it is answered. */
export type ShownAsset = Pick<AssetRow, 'user_id' | 'format' | 'variants'>

/** What the images of an account take. */
export interface Room {
  /** Of those that are there, or are about to be. */
  count: number
  /** Of all that is on the disk. */
  bytes: number
}

const atOnce = 50

// A row that is being swept: no upload can call it into being any more.
const swept = 0

const topicBeginning = 'asset:'
const accountTopicBeginning = 'account:'

export class AssetStore {
  constructor(private readonly db: Database) {}

  /** Hears what is to be forgotten: an image by its name, all of an account, or everything (null). */
  subscribe(listener: (gone: { name: string } | { userId: number } | null) => void): void {
    this.db.subscribe((topic) => {
      if (topic === null) listener(null)
      else if (topic.startsWith(topicBeginning)) listener({ name: topic.slice(topicBeginning.length) })
      else if (topic.startsWith(accountTopicBeginning))
        listener({ userId: Number(topic.slice(accountTopicBeginning.length)) })
    })
  }

  /** Newest first; those before the image `after`, where there is one. */
  page(userId: number, after: string | null, limit: number): Promise<AssetRow[]> {
    const query = this.db.read
      .selectFrom('assets')
      .selectAll()
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .orderBy('public_id', 'desc')
      .limit(limit)
    return (after === null ? query : query.where('public_id', '<', after)).execute()
  }

  /** What the account's images take: their files also where they are deleted, until they are swept. */
  async room(userId: number, tx?: Tx): Promise<Room> {
    const { all, deleted, bytes } = await (tx ? within(tx) : this.db.read)
      .selectFrom('assets')
      .select((select) => [
        select.fn.countAll().as('all'),
        // Those whose files are still being written have the moment of their creation.
        select.fn.count(select.case().whenRef('deleted_at', '<>', 'created_at').then(1).end()).as('deleted'),
        select.fn.sum('bytes').as('bytes'),
      ])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return { count: Number(all) - Number(deleted), bytes: Number(bytes ?? 0) }
  }

  /** An image by its name, of an account that is neither deleted nor blocked. */
  byName(name: string): Promise<ShownAsset | undefined> {
    return this.db.read
      .selectFrom('assets')
      .innerJoin('users', 'users.id', 'assets.user_id')
      .select(['assets.user_id', 'assets.format', 'assets.variants'])
      .where('assets.name', '=', name)
      .where('assets.deleted_at', 'is', null)
      .where('users.deleted_at', 'is', null)
      .where('users.blocked_at', 'is', null)
      .executeTakeFirst()
  }

  /** Those images of the account that are called so. */
  named(userId: number, names: string[]): Promise<AssetRow[]> {
    if (names.length === 0) return Promise.resolve([])
    return this.db.read
      .selectFrom('assets')
      .selectAll()
      .where('user_id', '=', userId)
      .where('name', 'in', names)
      .where('deleted_at', 'is', null)
      .execute()
  }

  /**
   * Writes down an image whose files are not there yet, as one that is deleted: so they are swept if they never come.
   * Not where `check` throws at what the account's other images take.
   */
  async announceFiles(row: StoredAsset, check: (room: Room) => void): Promise<void> {
    await this.db.transaction(async (tx) => {
      // Of several uploads at once each sees what the others take.
      await this.db.lock(tx, [`assets:${row.user_id}`])
      check(await this.room(row.user_id, tx))
      await within(tx)
        .insertInto('assets')
        .values({ ...row, deleted_at: row.created_at })
        .execute()
    })
  }

  /** Makes an image one that is there, now that its files are. False where it took so long that it was swept. */
  async publish(tx: Tx, { public_id, created_at }: StoredAsset): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('assets')
      .set({ deleted_at: null })
      .where('public_id', '=', public_id)
      .where('deleted_at', '=', created_at)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Marks an image as deleted and tells everyone; false where the account has none of that id. */
  remove(userId: number, publicId: string, now: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const row = await within(tx)
        .updateTable('assets')
        .set((row) => ({
          // Later than its creation, which is what an upload's row has whose files are not there yet.
          deleted_at: row
            .case()
            .when('created_at', '<', now)
            .then(now)
            .else(row('created_at', '+', 1))
            .end(),
        }))
        .where('user_id', '=', userId)
        .where('public_id', '=', publicId)
        .where('deleted_at', 'is', null)
        .returning('name')
        .executeTakeFirst()
      if (!row) return false
      await this.db.announce(tx, topicBeginning + row.name)
      await this.db.announce(tx, `microsites:${userId}`)
      return true
    })
  }

  /**
   * Some of those that were deleted at a moment or before, or of an account that is deleted: each is nobody's but the
   * sweeper's from now on.
   */
  claim(of: { deletedBy: number } | { userId: number }): Promise<AssetRow[]> {
    return this.db.transaction(async (tx) => {
      const all = within(tx).selectFrom('assets').select('id').limit(atOnce)
      const some =
        'userId' in of
          ? all.where('user_id', '=', of.userId)
          : all.where('deleted_at', 'is not', null).where('deleted_at', '<=', of.deletedBy)
      return await within(tx)
        .updateTable('assets')
        .set({ deleted_at: swept })
        .where('id', 'in', some)
        .returningAll()
        .execute()
    })
  }

  /** Deletes the row of an upload that came to nothing. */
  async discard(publicId: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      await within(tx)
        .deleteFrom('assets')
        .where('public_id', '=', publicId)
        .where('deleted_at', 'is not', null)
        .execute()
    })
  }

  /** Deletes rows whose files are gone. */
  async forget(ids: number[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      await within(tx).deleteFrom('assets').where('id', 'in', ids).where('deleted_at', '=', swept).execute()
    })
  }
}
