// What a file of links consists of, whatever its format: records with named values, and the line that each begins on.

export type FileFormat = 'csv' | 'json' | 'sql'

/** The values of a record, by names in the form of `plainName`. */
export interface Fields {
  get(name: string): unknown
  has(name: string): boolean
}

/** A record, or why it can't be read. */
export type SourceRecord = { line: number } & ({ fields: Fields } | { fault: string })

/** No record of a link is as long. Without a limit, a quote that is never closed would take the rest of the file into memory. */
export const longestRecord = 1_000_000

/** A name as it is compared: `Short link`, `short_link` and `shortLink` are the same. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
