// Rows as a source to start from again: those that have no link yet, or all of them.
import { unparse } from 'papaparse'
import type { BulkRun } from './bulk-run.ts'
import type { BulkRow } from './rows.ts'
import type { Source } from './source-card.tsx'
import { settingRoles } from './table.ts'

/** Those that have no link: first those not sent, then those to correct. */
export function remainingSource(rows: readonly BulkRow[], run: BulkRun): Source {
  const { results } = run.current()
  const isUnsent = ({ number, problem }: BulkRow) => problem === null && !results.has(number)
  // Rows that may be under way come first, so that the same batch is sent again.
  const remaining = [
    ...rows.filter(isUnsent),
    ...rows.filter((row) => !isUnsent(row) && !results.get(row.number)?.shortUrl),
  ]
  return { ...sourceOf(remaining), underWay: run.underWay() }
}

export function sourceOf(rows: readonly BulkRow[]): Source {
  const used = settingRoles.filter((role) => rows.some(({ settings }) => settings[role] !== undefined))
  const cells = rows.map(({ long_url, short, title, settings }) => [
    ...[long_url, short, title],
    ...used.map((role) => settings[role] ?? ''),
  ])
  return {
    text: rows.length === 0 ? '' : unparse([['destination', 'code', 'title', ...used], ...cells]),
    file: null,
    underWay: null,
    template: rows[0]?.template,
  }
}
