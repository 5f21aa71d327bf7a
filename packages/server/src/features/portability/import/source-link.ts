// A link as another program has it, and what such a program is to the import.
import type { Fields, FileFormat } from './reading/records.ts'

export interface Address {
  /** In lower case, with its port; null where the source does not say. */
  host: string | null
  code: string
}

/** How a link is protected: by a hash that can be checked here, by a password that is known, or by one that is not. */
export type Protection = { hash: string } | { password: string } | 'unknown' | null

export interface SourceLink {
  /** Most links have one; where one leads from several, the first is what people use. */
  addresses: Address[]
  longUrl: string
  title: string
  /** Unix seconds; null where the source does not say. */
  createdAt: number | null
  expiredAt: number | null
  archived: boolean
  /** The day (UTC) on which it will be archived. */
  archiveAt: string | null
  /** Put away in the source's list, and leading on all the same. */
  hidden: boolean
  disposable: boolean
  adult: boolean
  protection: Protection
  clicks: number
  /** What is not kept of it, each for a reader of the report. */
  notes: string[]
  /** Why it must not come at all. */
  refusal: string | null
}

export interface Source {
  name: string
  /** What it is called. */
  title: string
  /** Whether a file is of this source, by the names that its first record has. */
  claims(has: (...names: string[]) => boolean, format: FileFormat): boolean
  /** `now` in milliseconds. */
  link(fields: Fields, now: number): Partial<SourceLink>
}

const blank: SourceLink = {
  addresses: [],
  longUrl: '',
  title: '',
  createdAt: null,
  expiredAt: null,
  archived: false,
  archiveAt: null,
  hidden: false,
  disposable: false,
  adult: false,
  protection: null,
  clicks: 0,
  notes: [],
  refusal: null,
}

/** What a source says of a link, with nothing where it says nothing. */
export function wholeLink(said: Partial<SourceLink>): SourceLink {
  return { ...blank, ...said }
}
