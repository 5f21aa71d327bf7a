// Tags of links. The feature's public API: links use it to give tags to links, and to find links by them.
import type { Api } from '@linnet/contract'
import { uniqueNames } from '@linnet/contract/folded-names'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { tagOperations } from './operations.ts'
import { type FilterTag, TagStore } from './store.ts'
import { moveTags, replaceTags, type TaggedLink, tagNewLinks } from './tags.ts'

export { nameSeparator, namesIn } from './names.ts'
export { hasAll, type TaggedLink } from './tags.ts'

/** `now` is in milliseconds. */
interface Where {
  userId: number
  now: number
}

/** A tag with the number of its links. */
export interface WantedTag extends FilterTag {
  links: number
}

export interface Tags extends Module {
  operations: { tags: Handlers<Api['tags']> }
  /**
   * Gives tags to new links, many at a time; returns their names as they were first written. Refuses with
   * `validation_failed` if the workspace would have too many tags.
   */
  tagNewLinks(tx: Tx, links: readonly TaggedLink[], where: Where): Promise<string[]>
  /** Replaces the tags of a link whose row the transaction has locked; refuses as `tagNewLinks` does. */
  replaceTags(tx: Tx, link: TaggedLink, where: Where): Promise<void>
  /** Gives links that move to another workspace the tags of the same names there. */
  moveTags(tx: Tx, ids: readonly number[], move: { from: number; to: number; now: number }): Promise<void>
  /** The tags with these names, to filter links and clicks by; null if the workspace lacks one of them. */
  named(userId: number, names: readonly string[]): Promise<WantedTag[] | null>
}

export function createTags({ db }: { db: Database }): Tags {
  const store = new TagStore(db)
  return {
    operations: { tags: tagOperations(store) },
    tagNewLinks: (tx, links, where) => tagNewLinks(store, tx, links, where),
    replaceTags: (tx, link, where) => replaceTags(store, tx, link, where),
    moveTags: (tx, ids, move) => moveTags(store, tx, ids, move),
    async named(userId, names) {
      const keys = [...uniqueNames(names).keys()]
      const found = keys.length === 0 ? [] : await store.byKeys(null, userId, keys)
      return found.length < keys.length ? null : found
    },
    personalData: { erase: (userId) => store.erase(userId) },
  }
}
