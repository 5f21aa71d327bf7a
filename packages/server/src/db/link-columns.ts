// The columns of the table of links, each described once. The table's type, the lists of columns in statements, and the conversion between stored values and the API's follow from these descriptions.

interface Column {
  type: 'text' | 'bigint'
  /** The value in a new link; null means that the column may be null. Without one, every insert gives a value. */
  initial?: string | number | null
  /** Whether redirects need it: it is part of the link policy. */
  policy?: true
  /** False: imported links have the initial value, so that an import doesn't write it. */
  imported?: false
}

/** A column that people set, as the API and imports name it; `Shown` is its value there. */
interface Setting<Shown, Stored> extends Column {
  /** How imports read it from a table. */
  format: 'flag' | 'choice' | 'time' | 'day' | 'number' | 'text'
  stored(shown: Shown): Stored
  shown(stored: Stored): Shown
}

const flag = {
  format: 'flag',
  type: 'bigint',
  initial: 0,
  stored: (isSet: boolean) => Number(isSet),
  shown: (stored: number) => stored === 1,
} as const satisfies Setting<boolean, number>

/** A flag that may be left to somebody else's choice. */
const choice = {
  format: 'choice',
  type: 'bigint',
  initial: null,
  stored: (isSet: boolean | null) => (isSet === null ? null : Number(isSet)),
  shown: (stored: number | null) => (stored === null ? null : stored === 1),
} as const satisfies Setting<boolean | null, number | null>

const number = {
  format: 'number',
  type: 'bigint',
  initial: null,
  stored: (count: number | null) => count,
  shown: (count: number | null) => count,
} as const satisfies Setting<number | null, number | null>

const time = {
  format: 'time',
  type: 'bigint',
  initial: null,
  stored: (seconds: number | null) => seconds,
  shown: (seconds: number | null) => seconds,
} as const satisfies Setting<number | null, number | null>

/** An empty string clears it, as null does. */
function string<Format extends 'day' | 'text'>(format: Format) {
  return {
    format,
    type: 'text',
    initial: null,
    stored: (value: string | null) => value || null,
    shown: (value: string | null) => value,
  } as const satisfies Setting<string | null, string | null>
}

/** In the order in which the API shows them. */
export const linkSettings = {
  disposable: { ...flag, policy: true },
  adult: { ...flag, policy: true },
  expired_at: { ...time, policy: true },
  archive_at: string('day'),
  note: string('text'),
  forward_query: { ...choice, policy: true },
  forward_path: { ...choice, policy: true },
  starts_at: { ...time, policy: true },
  max_clicks: { ...number, policy: true },
  ended_url: { ...string('text'), policy: true },
} as const

const linkColumns = {
  public_id: { type: 'text' },
  user_id: { type: 'bigint' },
  long_url: { type: 'text' },
  title: { type: 'text' },
  password_hash: { type: 'text', initial: null, policy: true },
  ...linkSettings,
  /** How many visitors it has redirected since `max_clicks` was set. */
  max_clicks_used: { type: 'bigint', initial: 0, policy: true },
  /** JSON, as `features/links/redirect-rules` writes it; null: none. */
  rules: { type: 'text', initial: null, policy: true },
  /** JSON, as `features/links/links/settings.ts` writes it; null: none. */
  preview: { type: 'text', initial: null, policy: true },
  /** When a one-click link was consumed. */
  consumed_at: { type: 'bigint', initial: null, policy: true, imported: false },
  archived_at: { type: 'bigint', initial: null, policy: true },
  /** Since when it counts as broken, if it is watched; null: it isn't broken. */
  broken_at: { type: 'bigint', initial: null, policy: true, imported: false },
  /** What visitors get while it is broken: `domain`, `ended_url` or `archive`; null: the destination, as usual. */
  when_broken: { type: 'text', initial: null, policy: true },
  /** Code, destination and title in lower case, for search. */
  search_text: { type: 'text' },
  created_at: { type: 'bigint' },
  updated_at: { type: 'bigint' },
  /** When and why an administrator blocked it; null if no administrator did. */
  blocked_at: { type: 'bigint', initial: null, imported: false },
  blocked_reason: { type: 'text', initial: null, imported: false },
  /** Where it led then, as a list of JSON. */
  blocked_destinations: { type: 'text', initial: null, imported: false },
  /** When a visit first found its destination on a block list and its owner was notified; null: not yet. */
  listed_at: { type: 'bigint', initial: null, imported: false },
  /** When an administrator vouched for its destination, which overrides block lists and look-alike checks. */
  vouched_at: { type: 'bigint', initial: null, imported: false },
  /** When it last came from another workspace, which has kept its individual clicks until then; null: never. */
  moved_at: { type: 'bigint', initial: null, imported: false },
} as const satisfies Record<string, Column>

type Described = typeof linkColumns
type ValueOf<C extends Column> =
  | (C['type'] extends 'text' ? string : number)
  | (C extends { initial: null } ? null : never)

/** All columns but the link's number. */
export type LinkColumns = { [Name in keyof Described]: ValueOf<Described[Name]> }
type ColumnsWith<Trait> = {
  [Name in keyof Described as Described[Name] extends Trait ? Name : never]: LinkColumns[Name]
}
export type PolicyColumns = ColumnsWith<{ policy: true }>
export type ImportedColumns = Omit<LinkColumns, keyof ColumnsWith<{ imported: false }>>

/** The settings of a link as the API has them. */
export type LinkSettings = {
  [Name in keyof typeof linkSettings]: ReturnType<(typeof linkSettings)[Name]['shown']>
}
type StoredSettings = Pick<LinkColumns, keyof LinkSettings>

const columns = Object.entries(linkColumns) as [keyof LinkColumns, Column][]

export const linkColumnNames = columns.map(([name]) => name)

/** The default values of a new link. */
export const initialLink = Object.fromEntries(
  columns.flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
) as ColumnsWith<{ initial: string | number | null }>

/** The policy of a link that requires nothing of its visitors. */
export const initialPolicy = Object.fromEntries(
  columns.flatMap(([name, { policy, initial }]) => (policy ? [[name, initial]] : [])),
) as PolicyColumns

export const policyColumnNames = Object.keys(initialPolicy) as (keyof PolicyColumns)[]

/** The columns that an import writes, with their types. */
export const importedColumns = Object.fromEntries(
  columns.flatMap(([name, { type, imported }]) => (imported === false ? [] : [[name, type]])),
) as Record<keyof ImportedColumns, Column['type']>

const settings = Object.entries(linkSettings) as [keyof LinkSettings, Setting<unknown, unknown>][]

/** The settings as they are stored; `otherwise` has those that are not given. */
export function storedSettings(given: Partial<LinkSettings>, otherwise: StoredSettings): StoredSettings {
  const values: Partial<Record<keyof LinkSettings, unknown>> = {}
  for (const [name, { stored }] of settings)
    values[name] = given[name] === undefined ? otherwise[name] : stored(given[name])
  return values as StoredSettings
}

/** The settings of a link as the API shows them. */
export function shownSettings(link: StoredSettings): LinkSettings {
  const values: Partial<Record<keyof LinkSettings, unknown>> = {}
  for (const [name, { shown }] of settings) values[name] = shown(link[name])
  return values as LinkSettings
}
