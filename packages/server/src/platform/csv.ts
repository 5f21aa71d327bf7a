// CSV (RFC 4180) that spreadsheets open as it is.

// What is of these alone calls nothing, whatever it begins with: codes may begin with a dash.
const harmless = /^[A-Za-z0-9_-]*$/

/** A cell; a text that a spreadsheet would take for a formula begins with an apostrophe, as in the dashboard's files. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const isFormula = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) && !harmless.test(text)
  const cell = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`
