// Writes CSV (RFC 4180) for spreadsheets.
import { spreadsheetFormula } from '@linnet/contract'

/** A cell; a string that a spreadsheet would read as a formula gets an apostrophe in front, as in the dashboard's files. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const cell = typeof value === 'string' && spreadsheetFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** A cell without the apostrophe that `csvCell` added. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && spreadsheetFormula.test(text.slice(1)) ? text.slice(1) : text
}

export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`
