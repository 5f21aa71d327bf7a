// Has the browser save files, including tables as CSV files.
import type { CsvRow } from './csv.ts'

// A browser starts to read the file some time after the click.
const readMilliseconds = 60_000

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readMilliseconds)
}

/** The first row is the header. The code for tables loads when it is needed. */
export async function saveCsv(rows: CsvRow[], name: string): Promise<void> {
  const { csvOf } = await import('./csv.ts')
  saveFile(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }), name)
}
