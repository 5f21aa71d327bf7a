// The SQL of uploaded images.
import { type Database, within } from '../../../db/database.ts'
import type { AssetTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type AssetRow = Omit<AssetTable, 'id'> & { id: number }

export type StoredAsset = Omit<AssetRow, 'id' | 'deleted_at'>

/** What is needed to serve a file. */
export type ServedAsset = Pick<AssetRow, 'user_id' | 'format' | 'variants'>

/** How much the images of an account use. */
export interface StorageUse {
  /** Of images that exist or are being uploaded. */
  count: number
  /** Of everything that is stored. */
  bytes: number
}

const atOnce = 50

// `deleted_at` of a row that is being swept, so that no upload can publish it any more.
const swept = 0

const topicStart = 'asset:'
const accountTopicStart = 'account:'

export class AssetStore {
  constructor(private readonly db: Database) {}

  /** Listens for what caches must forget: an image by name, all images of an account, or everything (null). */
  subscribe(listener: (changed: { name: string } | { userId: number } | null) => void): void {
    this.db.subscribe((topic) => {
      if (topic === null) listener(null)
      else if (topic.startsWith(topicStart)) listener({ name: topic.slice(topicStart.length) })
      else if (topic.startsWith(accountTopicStart))
        listener({ userId: Number(topic.slice(accountTopicStart.length)) })
    })
  }

  /** Newest first; only those before the image `after`, if given. */
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

  /** How much the account's images use. Files of deleted images count until they are swept. */
  async usage(userId: number, tx?: Tx): Promise<StorageUse> {
    const { all, deleted, bytes } = await (tx ? within(tx) : this.db.read)
      .selectFrom('assets')
      .select((select) => [
        select.fn.countAll().as('all'),
        // While files are being written, `deleted_at` is the time of creation.
        select.fn.count(select.case().whenRef('deleted_at', '<>', 'created_at').then(1).end()).as('deleted'),
        select.fn.sum('bytes').as('bytes'),
      ])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return { count: Number(all) - Number(deleted), bytes: Number(bytes ?? 0) }
  }

  /** An image of an account by its id. */
  byPublicId(userId: number, publicId: string): Promise<AssetRow | undefined> {
    return this.db.read
      .selectFrom('assets')
      .selectAll()
      .where('user_id', '=', userId)
      .where('public_id', '=', publicId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  }

  /** An image by its name, of an account that is neither deleted nor blocked. */
  byName(name: string): Promise<ServedAsset | undefined> {
    return this.db.read
      .selectFrom('assets')
      .innerJoin('workspaces', 'workspaces.id', 'assets.user_id')
      .select(['assets.user_id', 'assets.format', 'assets.variants'])
      .where('assets.name', '=', name)
      .where('assets.deleted_at', 'is', null)
      .where('workspaces.deleted_at', 'is', null)
      .where('workspaces.blocked_at', 'is', null)
      .executeTakeFirst()
  }

  /** The account's images with these names. */
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
   * Inserts an image whose files are yet to be written, marked as deleted so that it is swept if they never are. `check` may
   * throw if the account's other images use too much.
   */
  async announceFiles(row: StoredAsset, check: (used: StorageUse) => void): Promise<void> {
    await this.db.transaction(async (tx) => {
      // So that each of several concurrent uploads sees what the others use.
      await this.db.lock(tx, [`assets:${row.user_id}`])
      check(await this.usage(row.user_id, tx))
      await within(tx)
        .insertInto('assets')
        .values({ ...row, deleted_at: row.created_at })
        .execute()
    })
  }

  /** Makes an image visible, now that its files are written. False if it was swept because that took too long. */
  async publish(tx: Tx, { public_id, created_at }: StoredAsset): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('assets')
      .set({ deleted_at: null })
      .where('public_id', '=', public_id)
      .where('deleted_at', '=', created_at)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Marks an image as deleted and announces that; false if the account has none with that id. */
  remove(userId: number, publicId: string, now: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const row = await within(tx)
        .updateTable('assets')
        .set((row) => ({
          // Later than its creation, which marks an upload whose files are not written yet.
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
      await this.db.announce(tx, topicStart + row.name)
      await this.db.announce(tx, `microsites:${userId}`)
      return true
    })
  }

  /**
   * Claims some images that were deleted at a moment or before, or belong to a deleted account. From then on only the sweeper
   * may touch them.
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

  /** Deletes the row of a failed upload. */
  async discard(publicId: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      await within(tx)
        .deleteFrom('assets')
        .where('public_id', '=', publicId)
        .where('deleted_at', 'is not', null)
        .execute()
    })
  }

  /** Deletes rows whose files have been removed. */
  async forget(ids: number[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      await within(tx).deleteFrom('assets').where('id', 'in', ids).where('deleted_at', '=', swept).execute()
    })
  }
}
