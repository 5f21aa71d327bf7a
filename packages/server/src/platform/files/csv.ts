// CSV (RFC 4180) that spreadsheets open as it is.
import { spreadsheetFormula } from '@linnet/contract'

/** A cell; a text that a spreadsheet would take for a formula begins with an apostrophe, as in the dashboard's files. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const cell = typeof value === 'string' && spreadsheetFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** What a cell says without the apostrophe that `csvCell` gave it. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && spreadsheetFormula.test(text.slice(1)) ? text.slice(1) : text
}

export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`
