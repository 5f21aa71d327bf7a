// The operations on tags: listing, renaming, recolouring, merging and deleting them.
import { type Api, invalidField, Refusal, type Tag, type TagColor } from '@linnet/contract'
import { foldedName } from '@linnet/contract/folded-names'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { inOrder } from './names.ts'
import type { TagRow, TagStore } from './store.ts'

export function tagOperations(store: TagStore): Handlers<Api['tags']> {
  return {
    async list(_input, { caller }) {
      return { data: inOrder(await store.all(caller.workspaceId)).map(record) }
    },

    async update({ id, name, color }, { caller }) {
      return await store.transaction(async (tx) => {
        const tag = await locked(store, tx, caller.workspaceId, id)
        const change = {
          name: name ?? tag.name,
          name_key: name === undefined ? tag.name_key : foldedName(name),
          color: color ?? (tag.color as TagColor),
        }
        const [other] = await store.byKeys(tx, caller.workspaceId, [change.name_key])
        if (other && other.id !== tag.id) throw invalidField('name', { code: 'tag_exists' })
        await store.change(tx, tag, change)
        return { data: record({ ...tag, ...change }) }
      })
    },

    async merge({ id, into }, { caller }) {
      if (into === id) throw invalidField('into', { code: 'same_tag' })
      await empty(store, caller.workspaceId, id, into)
      const remaining = await store.byPublicId(null, caller.workspaceId, into)
      if (!remaining) throw noSuchTag()
      return { data: record(remaining) }
    },

    async remove({ id }, { caller }) {
      await empty(store, caller.workspaceId, id, null)
      return { data: { id, deleted: true } }
    },
  }
}

/**
 * Takes a tag from its links, some at a time so that other writers get their turns, and then deletes it. Its links get the
 * tag `into` instead, if given. If this is interrupted, it can be repeated.
 */
async function empty(store: TagStore, userId: number, id: string, into: string | null): Promise<void> {
  for (let hasMore = true; hasMore; )
    hasMore = await store.transaction(async (tx) => {
      const tag = await locked(store, tx, userId, id)
      const target = into === null ? null : await store.byPublicId(tx, userId, into)
      if (target === undefined) throw invalidField('into', { code: 'unknown_tag' })
      if (await store.takeFromSome(tx, tag, target)) return true
      await store.delete(tx, tag)
      return false
    })
}

/** The workspace's tag with this id, which no other transaction changes meanwhile. Refuses with `not_found`. */
async function locked(store: TagStore, tx: Tx, userId: number, id: string): Promise<TagRow> {
  await store.lock(tx, userId)
  const tag = await store.byPublicId(tx, userId, id)
  if (!tag) throw noSuchTag()
  return tag
}

function noSuchTag(): Refusal {
  return new Refusal('not_found', 'There is no such tag in this account. Check the id.')
}

function record({ public_id, name, color, links, created_at }: TagRow): Tag {
  return { id: public_id, name, color: color as TagColor, links, created_at }
}
