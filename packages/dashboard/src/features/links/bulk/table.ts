// Reads pasted lines and CSV files into a table, and detects what each column is.
import { shortCodePattern } from '@linnet/contract/short-codes'
import { parse } from 'papaparse'

/** The columns of settings, named like the fields that they set. */
export const settingRoles = [
  'note',
  'starts_at',
  'max_clicks',
  'ended_url',
  'forward_query',
  'forward_path',
  'tags',
] as const
export type SettingRole = (typeof settingRoles)[number]
export const basicRoles = ['destination', 'code', 'title'] as const
export const roles = [...basicRoles, ...settingRoles] as const
export type Role = (typeof roles)[number]
/** The column of each role; null if there is none. */
export type Mapping = Record<Role, number | null>

export type Separator = 'automatic' | ',' | ';' | '\t' | 'none'

export interface Table {
  cells: string[][]
  /** Whether the first row names the columns. */
  hasHeader: boolean
  mapping: Mapping
}

const names: Record<Role, string[]> = {
  destination: [
    ...['destination', 'destination url', 'long url', 'long link', 'original url', 'url', 'link', 'target'],
    ...['address', 'website', 'tujuan', 'url tujuan', 'alamat', 'alamat tujuan', 'tautan', 'url panjang'],
    ...['tautan panjang', 'url asli', 'situs'],
  ],
  code: [
    ...['code', 'short', 'short code', 'slug', 'custom slug', 'alias', 'keyword', 'back half', 'key'],
    ...['kode', 'kode pendek', 'kode singkat', 'nama pendek'],
  ],
  title: ['title', 'name', 'label', 'judul', 'nama', 'keterangan'],
  note: ['note', 'notes', 'comment', 'catatan'],
  starts_at: ['starts at', 'starts', 'start', 'valid since', 'mulai'],
  max_clicks: ['max clicks', 'maximum clicks', 'click limit', 'max visits', 'batas klik'],
  ended_url: ['ended url', 'expired url', 'when inactive go to', 'url setelah berakhir'],
  forward_query: ['forward query', 'forward query parameters', 'teruskan parameter kueri'],
  forward_path: ['forward path', 'teruskan jalur'],
  tags: ['tags', 'tag', 'labels'],
}

const separators = ['\t', ';', ',']

export function readTable(text: string, separator: Separator): Table {
  const cells = cellsOf(text, separator)
  const header = (cells[0] ?? []).map(normalize)
  const named = Object.fromEntries(
    roles.map((role) => [role, indexOrNull(header.findIndex((name) => names[role].includes(name)))]),
  ) as Mapping
  const hasHeader = named.destination !== null
  return { cells, hasHeader, mapping: hasHeader ? named : mappingByPosition(cells) }
}

function cellsOf(text: string, separator: Separator): string[][] {
  if (separator === 'none') return linesOf(text)
  if (separator !== 'automatic') return parseRows(text, separator)
  const delimiter = separators.find((separator) => isTable(text, separator))
  return delimiter === undefined ? linesOf(text) : parseRows(text, delimiter)
}

/** Whether the separator splits the text into a table, because commas also occur in URLs. */
function isTable(text: string, separator: string): boolean {
  const start = text.slice(0, 200_000)
  if (!start.includes(separator)) return false
  const rows = parseRows(start, separator).slice(0, 200)
  const [first = []] = rows
  if (first.length > 1 && first.some((cell) => names.destination.includes(normalize(cell)))) return true
  const several = rows.filter((row) => row.length > 1)
  if (separator === '\t') return several.length > 0
  // Without a header, a URL is followed by a code or nothing, or all rows have the same number of columns.
  const isCode = (cell: string) => cell === '' || shortCodePattern.test(cell)
  const fits = ([, code = '', ...more]: string[]) => isCode(code.trim()) && more.length < 3
  const isEven = rows.length > 1 && rows.every((row) => row.length === first.length)
  return several.length > 0 && (several.every(fits) || (isEven && /["\s]/.test(start.trim())))
}

const parseRows = (text: string, delimiter: string): string[][] =>
  parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' }).data

const linesOf = (text: string): string[][] =>
  text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => [line.trim().replace(/^"(.*)"$/, '$1')])

export const noMapping = Object.fromEntries(roles.map((role) => [role, null])) as Mapping

/** Without a header: the first column with URLs, then code and title. */
function mappingByPosition(cells: string[][]): Mapping {
  const columns = Math.max(0, ...cells.slice(0, 200).map((row) => row.length))
  const found = Array.from({ length: columns }, (_, column) => column).find((column) =>
    cells.slice(0, 20).some((row) => /^https?:\/\//i.test(row[column]?.trim() ?? '')),
  )
  const destination = found ?? 0
  const others = Array.from({ length: columns }, (_, column) => column).filter(
    (column) => column !== destination,
  )
  return { ...noMapping, destination, code: others[0] ?? null, title: others[1] ?? null }
}

const normalize = (cell: string): string =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

const indexOrNull = (index: number): number | null => (index < 0 ? null : index)
