// Reads the records of a table: CSV with any separator, with the column names in the first line.
import { type CsvError, type Info, parse } from 'csv-parse'
import { CommandError } from '../../../../platform/command.ts'
import { longestRecord, plainName, type SourceRecord } from './records.ts'
import { rowReader } from './rows.ts'

const separators = [',', ';', '\t', '|']

export async function* csvRecords(
  pieces: AsyncGenerator<string>,
  columns: string[] | null,
): AsyncGenerator<SourceRecord[]> {
  const first = await firstLine(pieces)
  const parser = parse({
    delimiter: separatorOf(first.text),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRecord,
  })
  // The parser reports errors by an event, which comes too late to be thrown: so they are kept and thrown below.
  let fault: CsvError | null = null
  parser.on('error', (error) => {
    fault = error as CsvError
  })
  const rows = rowReader(columns?.map(plainName) ?? null)

  function* take(): Generator<SourceRecord> {
    for (let read = parser.read(); read !== null; read = parser.read()) {
      const { record, info } = read as { record: string[]; info: Info }
      const row = rows(record, info.lines - newlinesIn(record))
      if (row) yield row
    }
  }

  parser.write(first.text)
  for (;;) {
    await Promise.resolve()
    yield [...take()]
    if (fault) throw unreadable(fault)
    const { done, value } = await pieces.next()
    if (done) break
    parser.write(value)
  }
  const ended = new Promise<void>((resolve) => {
    parser.once('end', resolve)
    parser.once('error', () => resolve())
  })
  parser.end()
  // The parser ends only when the rest has been read.
  const rest = [...take()]
  await ended
  yield [...rest, ...take()]
  if (fault) throw unreadable(fault)
}

function unreadable(fault: CsvError): CommandError {
  const line = 'lines' in fault ? `line ${fault.lines}: ` : ''
  const isLong = fault.code === 'CSV_MAX_RECORD_SIZE'
  const unclosed = isLong || fault.code === 'CSV_QUOTE_NOT_CLOSED'
  return new CommandError(
    `${line}${unclosed ? 'a quote is not closed; close it and run the import again (the rows before it are imported)' : "the table can't be read"}`,
  )
}

/** The beginning of the file, with at least the first line, which shows the separator. */
async function firstLine(pieces: AsyncGenerator<string>): Promise<{ text: string }> {
  let text = ''
  while (!/^\s*\S[^\n\r]*[\n\r]/.test(text) && text.length < longestRecord) {
    const { done, value } = await pieces.next()
    if (done) break
    text += value
  }
  return { text }
}

/** The most frequent separator in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const [line = ''] = text.trimStart().split(/[\n\r]/, 1)
  const unquoted = line.replace(/"[^"]*"/g, '')
  const counts = separators.map((separator) => unquoted.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

function newlinesIn(cells: string[]): number {
  let count = 0
  for (const cell of cells) if (cell.includes('\n')) count += cell.split('\n').length - 1
  return count
}
