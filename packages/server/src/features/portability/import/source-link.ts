// A link as another program stores it, and the programs that links can be imported from.
import type { LinkSettings } from '../../links/links/index.ts'
import type { Fields, FileFormat } from './reading/records.ts'

export interface Address {
  /** In lower case, with its port; null if the source doesn't name it. */
  host: string | null
  code: string
}

/** How a link is protected: by a password hash that can be checked here, by a known password, or by an unknown one. */
export type Protection = { hash: string } | { password: string } | 'unknown' | null

/** A redirect rule in the API's form, not yet validated. */
export interface SourceRule {
  name?: unknown
  when: Record<string, unknown>
  to: { long_url: unknown; weight?: unknown }[]
}

/** The text of a link's card. */
export interface SourceCard {
  title: string
  description: string
}

export interface SourceLink {
  /** Most links have one. Of several, the first is the one that people use. */
  addresses: Address[]
  longUrl: string
  title: string
  /** Unix seconds; null if unknown. */
  createdAt: number | null
  /** Only those that the source has. */
  settings: Partial<LinkSettings>
  /** How many of its `max_clicks` are used. */
  clicksUsed: number
  /** In their order. */
  rules: SourceRule[]
  card: SourceCard | null
  tags: string[]
  /** The names of its planned placements. */
  placements: string[]
  /** Whether it is watched; null: its workspace decides. */
  watch: boolean | null
  /** What visitors get while it is broken, not yet validated. */
  whenBroken: string | null
  archived: boolean
  /** Hidden in the source's list, but still working. */
  hidden: boolean
  protection: Protection
  clicks: number
  /** Which of its properties aren't imported, for the report. */
  notes: string[]
}

export interface Source {
  name: string
  /** Its display name. */
  title: string
  /** Whether a file comes from this source, by the field names of its first record. */
  recognizes(has: (...names: string[]) => boolean, format: FileFormat): boolean
  /** `now` in milliseconds. */
  link(fields: Fields, now: number): Partial<SourceLink>
}

const emptyLink: SourceLink = {
  addresses: [],
  longUrl: '',
  title: '',
  createdAt: null,
  settings: {},
  clicksUsed: 0,
  rules: [],
  card: null,
  tags: [],
  placements: [],
  watch: null,
  whenBroken: null,
  archived: false,
  hidden: false,
  protection: null,
  clicks: 0,
  notes: [],
}

/** Completes the fields that a source provides with empty ones. */
export function wholeLink(provided: Partial<SourceLink>): SourceLink {
  return { ...emptyLink, ...provided }
}
