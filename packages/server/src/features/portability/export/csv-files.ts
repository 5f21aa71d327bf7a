// The lines of an export as tables, a file for each type of line: for spreadsheets, and for programs that read tables.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { csvLine } from '../../../platform/files/csv.ts'
import { GrowingFile } from '../../../platform/files/growing-file.ts'
import type { Line } from './account-data.ts'

/**
 * Reads an export twice: records of one type need not have the same fields, and the first line of a table names them all.
 * Gives the names of the files.
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

// What people look for first; the others are called after their lines.
const fileName = (type: string) => `${type === 'link' ? 'links' : type}.csv`

/**
 * Without the last line, which only says that the export is whole. Lines end with `\n` alone: `node:readline` also breaks
 * them at U+2028, which texts in JSON may hold.
 */
async function* linesOf(ndjson: string): AsyncGenerator<{ type: string; data: Record<string, unknown> }> {
  let rest = ''
  for await (const piece of createReadStream(ndjson, 'utf8')) {
    const texts = (rest + piece).split('\n')
    rest = texts.pop() ?? ''
    for (const text of texts) {
      const line = JSON.parse(text) as Partial<Line>
      if (line.data) yield { type: line.type as string, data: line.data as Record<string, unknown> }
    }
  }
}

/** Times as people and other programs read them. */
function cell(name: string, value: unknown): unknown {
  const isTime = typeof value === 'number' && (name === 'at' || name.endsWith('_at'))
  return isTime ? new Date(value * 1000).toISOString() : value
}
