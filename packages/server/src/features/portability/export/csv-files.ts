// Writes an export as CSV, with a file for each type of line, for spreadsheets and other programs.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { csvLine } from '../../../platform/files/csv.ts'
import { GrowingFile } from '../../../platform/files/growing-file.ts'
import type { Line } from './account-data.ts'

/**
 * Reads the export twice, because records of one type may have different fields, and the first line of a table names them
 * all. Returns the names of the files.
 */
export async function csvFiles(ndjson: string, folder: string): Promise<string[]> {
  const columns = new Map<string, Set<string>>()
  for await (const { type, data } of linesOf(ndjson)) {
    const known = columns.get(type) ?? new Set()
    columns.set(type, known)
    for (const name of Object.keys(data)) known.add(name)
  }
  const files = new Map(
    [...columns].map(([type, names]) => {
      const file = new GrowingFile(join(folder, fileName(type)))
      file.write(csvLine([...names]))
      return [type, { file, names: [...names] }]
    }),
  )
  for await (const { type, data } of linesOf(ndjson)) {
    const table = files.get(type)
    table?.file.write(csvLine(table.names.map((name) => cell(name, data[name]))))
  }
  for (const { file } of files.values()) file.end()
  return [...files.keys()].map(fileName)
}

// People look for links first; the other files are named after the type of their lines.
const fileName = (type: string) => `${type === 'link' ? 'links' : type}.csv`

/**
 * Without the last line, which only marks the export as complete. `node:readline` would also break lines at U+2028, which
 * strings in JSON may contain.
 */
async function* linesOf(ndjson: string): AsyncGenerator<{ type: string; data: Record<string, unknown> }> {
  let rest = ''
  for await (const piece of createReadStream(ndjson, 'utf8')) {
    const pieceLines = (rest + piece).split('\n')
    rest = pieceLines.pop() ?? ''
    for (const text of pieceLines) {
      const line = JSON.parse(text) as Partial<Line>
      if (line.data) yield { type: line.type as string, data: line.data as Record<string, unknown> }
    }
  }
}

/** Formats times as people and other programs read them. */
function cell(name: string, value: unknown): unknown {
  const isTime = typeof value === 'number' && (name === 'at' || name.endsWith('_at'))
  return isTime ? new Date(value * 1000).toISOString() : value
}
