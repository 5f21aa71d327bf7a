// Tables as CSV files (RFC 4180) that spreadsheets open correctly, without reading any cell as a formula.
import { spreadsheetFormula } from '@linnet/contract/csv'
import { unparse } from 'papaparse'

export type CsvRow = (string | number)[]

/** The first row is the header. */
export function csvOf(rows: CsvRow[]): string {
  // The byte order mark, without which Excel would not read the file as UTF-8. What looks like a formula is escaped: anyone
  // can forge a referrer, and titles can contain any text.
  return `\uFEFF${unparse(rows, { escapeFormulae: spreadsheetFormula })}`
}
