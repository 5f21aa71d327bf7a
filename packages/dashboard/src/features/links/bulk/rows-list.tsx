// The list of rows, each with its problem or its result.

import type { Language } from '@linnet/languages'
import { clsx } from 'clsx'
import { useRef } from 'react'
import { CopyButton } from '../../../components/copy-button.tsx'
import { CircleAlert, CircleCheck } from '../../../components/icons.ts'
import { ApiError } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { withoutScheme } from '../../../lib/without-scheme.ts'
import { ShortUrl } from '../link-row.tsx'
import { useVirtualRows } from '../virtual-rows.ts'
import type { RowResult } from './bulk-run.ts'
import { bulkMessages } from './messages.ts'
import type { BulkRow } from './rows.ts'

const rowHeight = 60
const longestShown = 200

interface RowsListProps {
  rows: readonly BulkRow[]
  results: ReadonlyMap<number, RowResult>
}

export function RowsList({ rows, results }: RowsListProps) {
  const text = useMessages(bulkMessages)
  const list = useRef<HTMLUListElement>(null)
  const { height, first, end, top } = useVirtualRows(list, { count: rows.length, rowHeight, topInset: 64 })
  if (rows.length === 0) return <p className="py-4 text-center text-sm text-soft">{text.nothing}</p>
  return (
    <ul
      ref={list}
      aria-label={text.preview}
      className="relative overflow-clip rounded-control border border-line"
      style={{ height: height + 2 }}
    >
      {rows.slice(first, end).map((row, index) => (
        <li
          key={row.number}
          aria-posinset={first + index + 1}
          aria-setsize={rows.length}
          className={clsx(
            'absolute inset-x-0 top-0 flex items-center gap-3 border-b border-line px-3 text-sm',
            row.problem && 'bg-bad-tint/50',
          )}
          style={{ height: rowHeight, transform: `translateY(${top(first + index)}px)` }}
        >
          <span className="w-10 shrink-0 text-right text-soft tabular-nums">{row.number}</span>
          <span className="grid min-w-0 flex-1">
            <span className="truncate" title={row.long_url}>
              <bdi>{withoutScheme(row.long_url).slice(0, longestShown) || '—'}</bdi>
            </span>
            <span className="truncate text-soft">
              {row.short ? <span className="font-medium text-ink">/{row.short} </span> : null}
              <bdi>{row.title}</bdi>
            </span>
          </span>
          <Outcome row={row} result={results.get(row.number)} />
        </li>
      ))}
    </ul>
  )
}

function Outcome({ row, result }: { row: BulkRow; result: RowResult | undefined }) {
  const text = useMessages(bulkMessages)
  const language = useLanguage()
  if (result?.shortUrl)
    return (
      <span className="flex max-w-[45%] min-w-0 items-center gap-1">
        <CircleCheck className="size-4 shrink-0 text-good max-sm:hidden" />
        <span dir="ltr" className="flex min-w-0">
          <ShortUrl url={result.shortUrl} isBrief />
        </span>
        <CopyButton text={result.shortUrl} />
      </span>
    )
  const wrong = result ? resultMessage(result, language) : row.problem ? text.problemNames[row.problem] : null
  if (wrong === null) return null
  return (
    <span className="flex max-w-[50%] items-center gap-1.5 text-bad" title={wrong}>
      <CircleAlert className="size-4 shrink-0" />
      <span className="line-clamp-2">{wrong}</span>
    </span>
  )
}

/** Why a row failed, in the user's language. */
export function resultMessage({ code, message }: RowResult, language: Language): string {
  return messageOf(
    new ApiError(422, (code ?? 'validation_failed') as ApiError['code'], message ?? ''),
    language,
  )
}
