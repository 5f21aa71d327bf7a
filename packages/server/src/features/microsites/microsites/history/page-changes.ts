// What an entry of the history says of a microsite's page: the difference between two states of its row, in stored values, so
// that the earlier one can be put back; and the same as people read it.
import type { FieldChange } from '@linnet/contract'
import type { MicrositeRow } from '../store.ts'

const columns = ['title', 'description', 'kind', 'theme', 'hidden', 'published_at'] as const

/** Where a microsite is: the number of its domain and its name (null: the default domain). */
export type Place = readonly [number, string | null]

/** By column, the stored values before and after; and the domain, which no column has. */
export type PageChanges = {
  [Name in (typeof columns)[number]]?: readonly [MicrositeRow[Name], MicrositeRow[Name]]
} & {
  domain?: readonly [Place, Place]
  /** If a version was brought back: the ids of the one that visitors had seen until then, and of the one that came back. */
  version?: readonly [string, string]
}

/** The difference between two states of a page; null if there is none that is kept. */
export function pageChanges(before: MicrositeRow, after: MicrositeRow): PageChanges | null {
  const found: Record<string, readonly [unknown, unknown]> = {}
  for (const name of columns) if (before[name] !== after[name]) found[name] = [before[name], after[name]]
  if (before.domain_id !== after.domain_id)
    found.domain = [
      [before.domain_id, before.domain_name],
      [after.domain_id, after.domain_name],
    ]
  return Object.keys(found).length > 0 ? found : null
}

/** The names of those fields that no longer have the later value. */
export function pageConflicts(changes: PageChanges, now: MicrositeRow): string[] {
  const names = columns.filter((name) => {
    const change = changes[name]
    return change !== undefined && change[1] !== now[name]
  })
  const isMoved = changes.domain !== undefined && changes.domain[1][0] !== now.domain_id
  return [...names.map(nameOf), ...(isMoved ? ['domain'] : [])]
}

/** The columns before the change. */
export function earlierColumns(changes: PageChanges): Partial<Pick<MicrositeRow, (typeof columns)[number]>> {
  return Object.fromEntries(
    columns.flatMap((name) => {
      const change = changes[name]
      return change === undefined ? [] : [[name, change[0]]]
    }),
  )
}

/** The changed fields as the API names and shows them. `host` is that of the default domain. */
export function shownPageChanges(changes: PageChanges, host: string): FieldChange[] {
  return Object.entries(changes).map(([name, [from, to]]) => ({
    field: nameOf(name),
    from: shownValue(name, from, host),
    to: shownValue(name, to, host),
  }))
}

function nameOf(column: string): string {
  if (column === 'hidden') return 'hide'
  return column === 'published_at' ? 'status' : column
}

function shownValue(column: string, value: unknown, host: string): unknown {
  if (column === 'hidden') return value === 1
  if (column === 'published_at') return value === null ? 'draft' : 'published'
  return column === 'domain' ? ((value as Place)[1] ?? host) : value
}
