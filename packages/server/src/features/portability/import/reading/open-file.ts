// Opens a file of links: finds its format and encoding, and reads it as a stream of records.
import { statSync } from 'node:fs'
import { CommandError } from '../../../../platform/command.ts'
import { type Encoding, encodingOf, textOf } from './encoding.ts'
import { type FileFormat, longestRecord, type SourceRecord } from './records.ts'

export interface OpenedFile {
  format: FileFormat
  encoding: Encoding
  /** All records, some at a time. */
  records(): AsyncGenerator<SourceRecord[]>
  /** How much of the file has been read, from 0 to 1. */
  share(): number
}

// Enough to recognize the format.
const sampleCharacters = 4000

/** `columns` are the names of the columns if the first line of the table doesn't have them. */
export async function openFile(file: string, columns: string[] | null): Promise<OpenedFile> {
  const size = sizeOf(file)
  const encoding = await encodingOf(file)
  const format = formatOf(await startOf(file, encoding))
  let bytesRead = 0
  const pieces = () => {
    bytesRead = 0
    return textOf(file, encoding, (bytes) => {
      bytesRead += bytes
    })
  }
  return {
    format,
    encoding,
    records: () => recordsOf(format, pieces(), columns),
    share: () => (size ? bytesRead / size : 1),
  }
}

// Each reader is loaded when it is needed: a command that reads JSON doesn't need the one for tables.
async function* recordsOf(
  format: FileFormat,
  pieces: AsyncGenerator<string>,
  columns: string[] | null,
): AsyncGenerator<SourceRecord[]> {
  if (format === 'json') yield* (await import('./json.ts')).jsonRecords(pieces)
  else if (format === 'sql') yield* (await import('./sql.ts')).sqlRecords(pieces)
  else yield* (await import('./csv.ts')).csvRecords(pieces, columns)
}

function formatOf(start: string): FileFormat {
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
