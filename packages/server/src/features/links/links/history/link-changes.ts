// What an entry of the history says of a link: the difference between two states of its row, in stored values, so that the
// earlier one can be put back; and the same as people read it.
import type { FieldChange } from '@linnet/contract'
import { shownRules } from '../../redirect-rules/index.ts'
import { namesIn } from '../../tags/index.ts'
import { readPreview } from '../settings.ts'
import { type LinkChange, type LinkRow, linkSettings } from '../store.ts'

/** The columns whose changes are kept. */
const columns = [
  'long_url',
  'title',
  'password_hash',
  ...(Object.keys(linkSettings) as (keyof typeof linkSettings)[]),
  'rules',
  'preview',
  'archived_at',
] as const satisfies (keyof LinkChange)[]

/** Columns that follow from others and from visits: they are put back with the rest, and not shown. */
const followers = ['max_clicks_used', 'consumed_at'] as const satisfies (keyof LinkChange)[]

const unshown: ReadonlySet<string> = new Set([...followers, 'was_alias'])

type KeptColumn = (typeof columns)[number] | (typeof followers)[number]

/** Where a link is, as an entry keeps it: the number of its domain and its name (null: the default domain). */
type Place = readonly [number, string | null]

/** By column, the stored values before and after; and the code, domain and tags, which no column has. */
export type LinkChanges = { [Name in KeptColumn]?: readonly [LinkRow[Name], LinkRow[Name]] } & {
  code?: readonly [string, string]
  domain?: readonly [Place, Place]
  tags?: readonly [string[], string[]]
  /** Only if the later code was an alias of the link before: then undoing makes it one again. */
  was_alias?: readonly [true, false]
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The difference between two states of a link; null if there is none that is kept. */
export function changesBetween(before: LinkRow, after: LinkRow, wasAlias: boolean): LinkChanges | null {
  const found: Record<string, readonly [unknown, unknown]> = {}
  const compare = (name: string, from: unknown, to: unknown) => {
    if (!same(from, to)) found[name] = [from, to]
  }
  for (const name of columns) compare(name, before[name], after[name])
  compare('code', before.code, after.code)
  compare('domain', [before.domain_id, before.domain_name], [after.domain_id, after.domain_name])
  compare('tags', namesIn(before.tags), namesIn(after.tags))
  if (Object.keys(found).length === 0) return null
  for (const name of followers) compare(name, before[name], after[name])
  if (wasAlias) found.was_alias = [true, false]
  return found as LinkChanges
}

/** Those of these columns that no longer have the later value, by the names that people know. */
export function conflicts(changes: LinkChanges, now: LinkRow): string[] {
  const isAsLeft = (name: string, value: unknown): boolean => {
    if (name === 'code') return now.code === value
    if (name === 'domain') return now.domain_id === (value as Place)[0]
    if (name === 'tags') return same(namesIn(now.tags), value)
    return same(now[name as KeptColumn], value)
  }
  return Object.entries(changes).flatMap(([name, [, left]]) =>
    unshown.has(name) || isAsLeft(name, left) ? [] : [fieldName(name)],
  )
}

/** The state before a change, as far as the change says. */
export function earlier(changes: LinkChanges): Partial<Record<keyof LinkChanges, unknown>> {
  return Object.fromEntries(Object.entries(changes).map(([name, [from]]) => [name, from]))
}

function fieldName(name: string): string {
  if (name === 'code') return 'short'
  return name === 'password_hash' ? 'has_password' : name
}

/** The changed fields as the API names and shows them. `host` is that of the default domain. */
export function shownChanges(stored: string, host: string): FieldChange[] {
  const changes = JSON.parse(stored) as Record<string, readonly [unknown, unknown]>
  return Object.entries(changes).flatMap(([name, [from, to]]): FieldChange[] => {
    if (unshown.has(name)) return []
    const shown = (value: unknown) => shownValue(name, value, host)
    return [{ field: fieldName(name), from: shown(from), to: shown(to) }]
  })
}

function shownValue(name: string, value: unknown, host: string): unknown {
  switch (name) {
    case 'password_hash':
      return value !== null
    case 'domain':
      return (value as Place)[1] ?? host
    case 'rules':
      return shownRules(value as string | null)
    case 'preview': {
      const preview = readPreview(value as string | null)
      return preview && { title: preview.title, description: preview.description, image: preview.image }
    }
    default: {
      const setting = Object.hasOwn(linkSettings, name)
        ? (linkSettings[name as keyof typeof linkSettings] as { shown(stored: unknown): unknown })
        : null
      return setting ? setting.shown(value) : value
    }
  }
}
