// The rows of which no link was made, as a source to begin from again: those to be mended, and those that were not sent yet.
import { unparse } from 'papaparse'
import type { BulkRun } from './bulk-run.ts'
import type { BulkRow } from './rows.ts'
import type { Source } from './source-card.tsx'

export function remainingSource(rows: readonly BulkRow[], run: BulkRun): Source {
  const { results } = run.current()
  const isUnsent = ({ number, problem }: BulkRow) => problem === null && !results.has(number)
  // What may be under way comes first, so that it is sent in the same words.
  const rest = [
    ...rows.filter(isUnsent),
    ...rows.filter((row) => !isUnsent(row) && !results.get(row.number)?.shortUrl),
  ]
  const cells = rest.map(({ long_url, short, title }) => [long_url, short, title])
  return {
    text: rest.length === 0 ? '' : unparse([['destination', 'code', 'title'], ...cells]),
    file: null,
    underWay: run.underWay(),
  }
}
