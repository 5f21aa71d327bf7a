// The SQL of tags, and of which links have them.
import type { TagColor } from '@linnet/contract'
import { sql } from 'kysely'
import { type Database, type Query, within } from '../../../db/database.ts'
import type { FilterTag } from '../../../db/link-search.ts'
import type { LinkTagTable, TagTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type { FilterTag }
export type TagRow = Omit<TagTable, 'id' | 'links' | 'revision'> & {
  id: number
  links: number
  revision: number
}
export type NewTag = Pick<TagRow, 'public_id' | 'user_id' | 'name' | 'name_key' | 'color' | 'created_at'>
export type NamedTag = Pick<TagRow, 'id' | 'name' | 'name_key'>
export type FoundTag = NamedTag & FilterTag & Pick<TagRow, 'links'>
export type LinkTag = LinkTagTable

// How many names a statement looks up, and how many links it writes.
const namesAtOnce = 500
const linksAtOnce = 1000
const tagsAtOnce = 500

const linkTags = {
  name: 'link_tags',
  key: ['tag_id', 'link_id'],
  columns: { tag_id: 'bigint', link_id: 'bigint' },
} as const

export class TagStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /** Keeps other changes of these workspaces' tags out until the transaction ends. */
  lock(tx: Tx, ...workspaces: number[]): Promise<void> {
    return this.db.lock(
      tx,
      workspaces.map((id) => `tags:${id}`),
    )
  }

  all(userId: number): Promise<TagRow[]> {
    return this.db.readInWorker(userId).selectFrom('tags').selectAll().where('user_id', '=', userId).execute()
  }

  /** A tag of the workspace. If `tx` is null, it is read outside of a transaction. */
  byPublicId(tx: Tx | null, userId: number, publicId: string): Promise<TagRow | undefined> {
    return this.reading(tx)
      .selectFrom('tags')
      .selectAll()
      .where('user_id', '=', userId)
      .where('public_id', '=', publicId)
      .executeTakeFirst()
  }

  /** Those of the workspace's tags that have one of these names, as they are compared. */
  async byKeys(tx: Tx | null, userId: number, keys: readonly string[]): Promise<FoundTag[]> {
    const found: FoundTag[] = []
    for (let start = 0; start < keys.length; start += namesAtOnce)
      found.push(
        ...(await this.reading(tx)
          .selectFrom('tags')
          .select(['id', 'name', 'name_key', 'revision', 'links'])
          .where('user_id', '=', userId)
          .where('name_key', 'in', keys.slice(start, start + namesAtOnce))
          .execute()),
      )
    return found
  }

  /** How many of the workspace's tags have each colour. */
  async colors(tx: Tx, userId: number): Promise<Map<string, number>> {
    const rows = await within(tx)
      .selectFrom('tags')
      .select(['color', (of) => of.fn.countAll<number>().as('tags')])
      .where('user_id', '=', userId)
      .groupBy('color')
      .execute()
    return new Map(rows.map(({ color, tags }) => [color, Number(tags)]))
  }

  async insert(tx: Tx, tags: readonly NewTag[]): Promise<NamedTag[]> {
    const made: NamedTag[] = []
    for (let start = 0; start < tags.length; start += namesAtOnce / 10)
      made.push(
        ...(await within(tx)
          .insertInto('tags')
          .values(tags.slice(start, start + namesAtOnce / 10))
          .returning(['id', 'name', 'name_key'])
          .execute()),
      )
    return made
  }

  async change(
    tx: Tx,
    tag: TagRow,
    change: { name: string; name_key: string; color: TagColor },
  ): Promise<void> {
    await within(tx)
      .updateTable('tags')
      .set(change)
      .where('user_id', '=', tag.user_id)
      .where('id', '=', tag.id)
      .execute()
  }

  /** The tags of a link, locked with the workspace's tags. */
  async ofLink(tx: Tx, linkId: number): Promise<number[]> {
    const rows = await within(tx)
      .selectFrom('link_tags')
      .select('tag_id')
      .where('link_id', '=', linkId)
      .execute()
    return rows.map(({ tag_id }) => tag_id)
  }

  /** Gives tags to links that don't have them. */
  async add(tx: Tx, rows: readonly LinkTag[]): Promise<void> {
    if (rows.length > 0) await this.db.bulk.insert<LinkTag>(tx, linkTags, [...rows])
  }

  async removeFromLink(tx: Tx, linkId: number, tagIds: readonly number[]): Promise<void> {
    if (tagIds.length === 0) return
    await within(tx)
      .deleteFrom('link_tags')
      .where('link_id', '=', linkId)
      .where('tag_id', 'in', tagIds)
      .execute()
  }

  /** Notes in the log of changes that a link has other tags: only then do cached sets of links follow. */
  async noteChange(tx: Tx, userId: number, linkId: number): Promise<void> {
    await sql`insert into link_changes (link_id, user_id) values (${linkId}, ${userId})`.execute(within(tx))
  }

  /** The names of these links' tags. */
  namesOf(tx: Tx, linkIds: readonly number[]): Promise<{ link_id: number; name: string }[]> {
    return within(tx)
      .selectFrom('link_tags')
      .innerJoin('tags', 'tags.id', 'link_tags.tag_id')
      .select(['link_tags.link_id', 'tags.name'])
      .where('link_tags.link_id', 'in', linkIds)
      .execute()
  }

  async removeAllFrom(tx: Tx, linkIds: readonly number[]): Promise<void> {
    await within(tx).deleteFrom('link_tags').where('link_id', 'in', linkIds).execute()
  }

  /** Takes a tag from some of its links, which get `into` instead, if given; false if no link has the tag any more. */
  async takeFromSome(tx: Tx, tag: TagRow, into: TagRow | null): Promise<boolean> {
    const some = await within(tx)
      .selectFrom('link_tags')
      .select('link_id')
      .where('tag_id', '=', tag.id)
      .orderBy('link_id')
      .limit(linksAtOnce)
      .execute()
    const last = some.at(-1)
    if (!last) return false
    if (into)
      await sql`
        insert into link_tags (tag_id, link_id)
        select ${into.id}, link_id from link_tags where tag_id = ${tag.id} and link_id <= ${last.link_id}
        on conflict do nothing
      `.execute(within(tx))
    await within(tx)
      .deleteFrom('link_tags')
      .where('tag_id', '=', tag.id)
      .where('link_id', '<=', last.link_id)
      .execute()
    await within(tx)
      .updateTable('tags')
      .set((set) => ({ revision: set('revision', '+', 1) }))
      .where('user_id', '=', tag.user_id)
      .where('id', 'in', into ? [tag.id, into.id] : [tag.id])
      .execute()
    return true
  }

  async delete(tx: Tx, { user_id, id }: TagRow): Promise<void> {
    await within(tx).deleteFrom('tags').where('user_id', '=', user_id).where('id', '=', id).execute()
  }

  /** Deletes some tags of a deleted account that has no links left; false if it has none. */
  async erase(userId: number): Promise<boolean> {
    return await this.db.transaction(async (tx) => {
      const some = within(tx).selectFrom('tags').select('id').where('user_id', '=', userId).limit(tagsAtOnce)
      const { numDeletedRows } = await within(tx)
        .deleteFrom('tags')
        .where('user_id', '=', userId)
        .where('id', 'in', some)
        .executeTakeFirst()
      return numDeletedRows > 0n
    })
  }

  private reading(tx: Tx | null): Query {
    return tx ? within(tx) : this.db.read
  }
}
