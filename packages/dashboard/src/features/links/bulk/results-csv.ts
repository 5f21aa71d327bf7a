// Saves the rows with their results as a CSV file.
import type { Language } from '@linnet/languages'
import { saveCsv } from '../../../lib/save-file.ts'
import type { RowResult } from './bulk-run.ts'
import { bulkMessages } from './messages.ts'
import type { BulkRow } from './rows.ts'
import { resultMessage } from './rows-list.tsx'

interface ResultsNeeds {
  rows: readonly BulkRow[]
  results: ReadonlyMap<number, RowResult>
  language: Language
}

export async function saveResults({ rows, results, language }: ResultsNeeds): Promise<void> {
  const text = bulkMessages(language)
  const header = [
    text.number,
    text.destination,
    text.code,
    text.titleColumn,
    text.result,
    text.shortLink,
    text.message,
  ]

  /** Result, short link and message. */
  function outcome(row: BulkRow): string[] {
    const result = results.get(row.number)
    if (result?.shortUrl) return [text.resultMade, result.shortUrl, '']
    if (result) return [text.resultFailed, '', resultMessage(result, language)]
    return [text.resultUnsent, '', row.problem ? text.problemNames[row.problem] : '']
  }

  const cells = rows.map((row) => [row.number, row.long_url, row.short, row.title, ...outcome(row)])
  await saveCsv([header, ...cells], 'results.csv')
}
