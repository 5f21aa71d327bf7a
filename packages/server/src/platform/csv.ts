// CSV (RFC 4180) that spreadsheets open as it is.

// What is of these alone calls nothing, whatever it begins with: codes may begin with a dash.
const harmless = /^[A-Za-z0-9_-]*$/

// One that only looks as if it had been given an apostrophe gets one as well, so that each can be taken away again.
const isFormula = (text: string): boolean => /^'*[=+\-@\t\r]/.test(text) && !harmless.test(text)

/** A cell; a text that a spreadsheet would take for a formula begins with an apostrophe, as in the dashboard's files. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const cell = typeof value === 'string' && isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** What a cell says without the apostrophe that `csvCell` gave it. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text
}

export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`
