// Tables as CSV files (RFC 4180) that spreadsheets open: nothing in them is taken for a formula.
import { spreadsheetFormula } from '@linnet/contract/csv'

/** Saves rows, the first being the head, as a file of the browser's. */
export async function saveCsv(name: string, rows: (string | number)[][]): Promise<void> {
  const { unparse } = await import('papaparse')
  // With a byte order mark, without which Excel takes UTF-8 for something else.
  saveFile(
    name,
    `\u{feff}${unparse(rows, { escapeFormulae: spreadsheetFormula })}\r\n`,
    'text/csv;charset=utf-8',
  )
}

function saveFile(name: string, content: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not before the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
