// The names of those who changed something, as they are now.
import type { HistoryRow, HistoryStore } from './store.ts'

/** The name of whoever made an entry. */
export type NameOf = (entry: Pick<HistoryRow, 'actor_kind' | 'actor_id'>) => string

const deletedPerson = 'deleted person'

/** Reads the names for these entries of a workspace, each once. */
export async function namesOf(
  store: HistoryStore,
  entries: readonly Pick<HistoryRow, 'user_id' | 'actor_kind' | 'actor_id'>[],
): Promise<NameOf> {
  const people = new Set<number>()
  const keys = new Set<string>()
  const apps = new Set<string>()
  for (const { actor_kind, actor_id } of entries) {
    if (actor_kind === 'person') people.add(Number(actor_id))
    else if (isKey(actor_id)) keys.add(actor_id)
    else if (actor_id !== '') apps.add(actor_id)
  }
  const actors = { people: [...people], keys: [...keys], apps: [...apps] }
  const names = await store.names(entries[0]?.user_id ?? 0, actors)
  return ({ actor_kind, actor_id }) => names.get(actor_id) ?? (actor_kind === 'person' ? deletedPerson : '')
}

/** Agents act with the key or application that they have. */
export function isKey(actorId: string): boolean {
  return actorId.startsWith('key_')
}
