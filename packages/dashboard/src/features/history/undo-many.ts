// Undoing several changes, the newest first.
import { client } from '../../lib/client.ts'

/** As many as the API undoes at once. */
const mostAtOnce = 100

export interface UndoneMany {
  /** The ids of the changes that were undone. */
  undone: string[]
  failed: Awaited<ReturnType<typeof client.history.undoMany>>['data']['failed']
}

export async function undoMany(ids: readonly string[]): Promise<UndoneMany> {
  // Ids are in the order of the changes.
  const newestFirst = ids.toSorted().reverse()
  const result: UndoneMany = { undone: [], failed: [] }
  for (let from = 0; from < newestFirst.length; from += mostAtOnce) {
    const { data } = await client.history.undoMany({ ids: newestFirst.slice(from, from + mostAtOnce) })
    result.undone.push(...data.undone)
    result.failed.push(...data.failed)
  }
  return result
}
