// A file of links, whatever it is written in, as a stream of records: what each says under which name, and where it stands.
import { statSync } from 'node:fs'
import { CommandError } from '../../../../platform/command.ts'
import { type Encoding, encodingOf, textOf } from './encoding.ts'

export type Kind = 'csv' | 'json' | 'sql'

/** What a record says, by names in the form of `plainName`. */
export interface Fields {
  get(name: string): unknown
  has(name: string): boolean
}

/** A record, or why what stands there is none. */
export type SourceRecord = { line: number } & ({ fields: Fields } | { fault: string })

export interface OpenedFile {
  kind: Kind
  encoding: Encoding
  /** All records, some at a time. */
  records(): AsyncGenerator<SourceRecord[]>
  /** How much of the file has been read, from 0 to 1. */
  share(): number
}

/** No record of a link is as long; a quote that is never closed would take the rest of the file into memory. */
export const longestRecord = 1_000_000

// What the kind is seen in.
const sampleCharacters = 4000

/** `columns` names those of a table whose first line does not. */
export async function openRecords(file: string, columns: string[] | null): Promise<OpenedFile> {
  const size = sizeOf(file)
  const encoding = await encodingOf(file)
  const kind = kindOf(await startOf(file, encoding))
  let done = 0
  const pieces = () => {
    done = 0
    return textOf(file, encoding, (bytes) => {
      done += bytes
    })
  }
  return {
    kind,
    encoding,
    records: () => recordsOf(kind, pieces(), columns),
    share: () => (size ? done / size : 1),
  }
}

/** A name as it is compared: `Short link`, `short_link` and `shortLink` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

// Each is loaded where it is needed: a command that reads JSON needs no reader of tables.
async function* recordsOf(
  kind: Kind,
  pieces: AsyncGenerator<string>,
  columns: string[] | null,
): AsyncGenerator<SourceRecord[]> {
  if (kind === 'json') yield* (await import('./json.ts')).jsonRecords(pieces)
  else if (kind === 'sql') yield* (await import('./sql.ts')).sqlRecords(pieces)
  else yield* (await import('./csv.ts')).csvRecords(pieces, columns)
}

function kindOf(start: string): Kind {
  if (/^\s*[{[]/.test(start)) return 'json'
  return /^\s*(?:--|\/\*|#|SET |CREATE TABLE|INSERT INTO)/i.test(start) ? 'sql' : 'csv'
}

async function startOf(file: string, encoding: Encoding): Promise<string> {
  let start = ''
  for await (const piece of textOf(file, encoding)) {
    start += piece
    if (start.trimStart().length >= sampleCharacters || start.length > longestRecord) break
  }
  if (start.trim() === '') throw new CommandError(`${file} is empty`)
  return start
}

function sizeOf(file: string): number {
  try {
    const found = statSync(file)
    if (!found.isFile()) throw new Error('it is not a file')
    return found.size
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    throw new CommandError(
      code === 'ENOENT' ? `there is no file ${file}` : `${file} can't be read: ${message}`,
    )
  }
}
