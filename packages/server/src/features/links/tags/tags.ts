// Giving tags to links: they are made when they are first used, and moved with their links.
import { invalidField, type TagColor, tagColors } from '@linnet/contract'
import { foldedName, uniqueNames } from '@linnet/contract/folded-names'
import { newId } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { NamedTag, NewTag, TagStore } from './store.ts'

/** How many tags a workspace can have: the dashboard lists them all. */
export const mostTags = 5000

export interface TaggedLink {
  /** The link's number. */
  id: number
  tags: readonly string[]
}

/** `now` is in milliseconds. */
interface Where {
  userId: number
  now: number
}

/** Gives tags to new links; returns the names as they were first written. Refuses more tags than a workspace can have. */
export async function tagNewLinks(
  store: TagStore,
  tx: Tx,
  links: readonly TaggedLink[],
  where: Where,
): Promise<string[]> {
  const tagged = links.filter(({ tags }) => tags.length > 0)
  if (tagged.length === 0) return []
  const known = await makeMissing(
    store,
    tx,
    tagged.flatMap(({ tags }) => tags),
    where,
  )
  const rows = tagged.flatMap(({ id, tags }) =>
    [...uniqueNames(tags).keys()].map((key) => ({ tag_id: (known.get(key) as NamedTag).id, link_id: id })),
  )
  await store.add(tx, rows)
  return [...known.values()].map(({ name }) => name)
}

/** Replaces the tags of a link whose row the transaction has locked. */
export async function replaceTags(
  store: TagStore,
  tx: Tx,
  { id, tags }: TaggedLink,
  where: Where,
): Promise<void> {
  const known = await makeMissing(store, tx, tags, where)
  const wanted = new Set([...known.values()].map((tag) => tag.id))
  const before = new Set(await store.ofLink(tx, id))
  const [added, removed] = [wanted.difference(before), before.difference(wanted)]
  if (added.size + removed.size === 0) return
  await store.removeFromLink(tx, id, [...removed])
  await store.add(
    tx,
    [...added].map((tag_id) => ({ tag_id, link_id: id })),
  )
  await store.noteChange(tx, where.userId, id)
}

/** Gives links that move to another workspace the tags of the same names there. */
export async function moveTags(
  store: TagStore,
  tx: Tx,
  ids: readonly number[],
  { from, to, now }: { from: number; to: number; now: number },
): Promise<void> {
  await store.lock(tx, from, to)
  const names = await store.namesOf(tx, ids)
  if (names.length === 0) return
  await store.removeAllFrom(tx, ids)
  const links = Map.groupBy(names, ({ link_id }) => link_id)
  await tagNewLinks(
    store,
    tx,
    [...links].map(([id, tags]) => ({ id, tags: tags.map(({ name }) => name) })),
    { userId: to, now },
  )
}

/** The workspace's tags with these names, by the names as they are compared; missing ones are made. */
async function makeMissing(
  store: TagStore,
  tx: Tx,
  names: readonly string[],
  { userId, now }: Where,
): Promise<Map<string, NamedTag>> {
  const wanted = uniqueNames(names)
  if (wanted.size === 0) return new Map()
  await store.lock(tx, userId)
  const known = new Map<string, NamedTag>()
  for (const tag of await store.byKeys(tx, userId, [...wanted.keys()])) known.set(tag.name_key, tag)
  const missing = [...wanted].filter(([key]) => !known.has(key))
  if (missing.length === 0) return known
  const colors = await store.colors(tx, userId)
  const existing = [...colors.values()].reduce((sum, tags) => sum + tags, 0)
  if (existing + missing.length > mostTags)
    throw invalidField('tags', { code: 'too_many_tags', params: { most: mostTags } })
  const made = missing.map(
    ([name_key, name]): NewTag => ({
      public_id: newId('tag', now),
      user_id: userId,
      name,
      name_key,
      color: chosenColor(name_key, colors),
      created_at: unixSeconds(now),
    }),
  )
  for (const tag of await store.insert(tx, made)) known.set(tag.name_key, tag)
  return known
}

/** One of the colours that the fewest tags have, chosen by the name. Counts it. */
function chosenColor(key: string, counts: Map<string, number>): TagColor {
  const fewest = Math.min(...tagColors.map((color) => counts.get(color) ?? 0))
  const free = tagColors.filter((color) => (counts.get(color) ?? 0) === fewest)
  const color = free[Number(Bun.hash.xxHash32(key)) % free.length] as TagColor
  counts.set(color, fewest + 1)
  return color
}

/** Whether a link with these tags has all of the wanted ones. */
export function hasAll(names: readonly string[], wanted: readonly string[]): boolean {
  const keys = new Set(names.map(foldedName))
  return wanted.every((name) => keys.has(foldedName(name)))
}
