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

export interface SourceLink {
  /** Most links have one. Of several, the first is the one that people use. */
  addresses: Address[]
  longUrl: string
  title: string
  /** Unix seconds; null if unknown. */
  createdAt: number | null
  /** Only those that the source has. */
  settings: Partial<LinkSettings>
  archived: boolean
  /** Hidden in the source's list, but still working. */
  hidden: boolean
  protection: Protection
  clicks: number
  /** Which of its properties aren't imported, for the report. */
  notes: string[]
  /** Why it must not be imported at all. */
  refusal: string | null
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
  archived: false,
  hidden: false,
  protection: null,
  clicks: 0,
  notes: [],
  refusal: null,
}

/** Completes the fields that a source provides with empty ones. */
export function wholeLink(provided: Partial<SourceLink>): SourceLink {
  return { ...emptyLink, ...provided }
}
