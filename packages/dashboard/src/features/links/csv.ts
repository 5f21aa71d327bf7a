// Saves tables as CSV files (RFC 4180) in which spreadsheets find no formulas.
import { spreadsheetFormula } from '@linnet/contract/csv'

/** Has the browser save rows as a file; the first row is the header. */
export async function saveCsv(name: string, rows: (string | number)[][]): Promise<void> {
  const { unparse } = await import('papaparse')
  // Without the byte order mark, Excel would not read the file as UTF-8.
  saveFile(
    name,
    `\u{feff}${unparse(rows, { escapeFormulae: spreadsheetFormula })}\r\n`,
    'text/csv;charset=utf-8',
  )
}

function saveFile(name: string, content: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser needs some time to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
