// The rows before and after they are sent, with a filter for those that have a problem.
import { useMemo } from 'react'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/page.tsx'
import { Segments } from '../../../components/segments.tsx'
import { Notice } from '../../../components/states.tsx'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import type { RowResult } from './bulk-run.ts'
import { bulkMessages } from './messages.ts'
import type { BulkRow } from './rows.ts'
import { RowsList } from './rows-list.tsx'
import { isReady } from './run-state.ts'

export type RowFilter = 'all' | 'problems'

interface PreviewCardProps {
  rows: readonly BulkRow[]
  results: ReadonlyMap<number, RowResult>
  isStarted: boolean
  filter: RowFilter
  onFilter(filter: RowFilter): void
  onCreate(): void
}

export function PreviewCard({ rows, results, isStarted, filter, onFilter, onCreate }: PreviewCardProps) {
  const text = useMessages(bulkMessages)
  const formats = useFormats()
  const { quota } = useMe()
  const ready = useMemo(() => rows.filter(isReady).length, [rows])
  const wrong = useMemo(
    () => rows.filter((row) => row.problem !== null || results.get(row.number)?.message != null),
    [rows, results],
  )
  const left = quota.links.limit === null ? null : Math.max(0, quota.links.limit - quota.links.used)
  return (
    <Card
      title={text.preview}
      description={
        <span role="status">
          {isStarted ? '' : text.ready(formats.number(ready))}
          {isStarted && wrong.length > 0 ? text.wrong(formats.number(wrong.length)) : ''}
          {!isStarted && wrong.length > 0 ? ` · ${text.wrong(formats.number(wrong.length))}` : ''}
        </span>
      }
      actions={
        isStarted ? null : (
          <Button variant="primary" disabled={ready === 0} onClick={onCreate}>
            {ready === 1 ? text.createOne : text.create(formats.number(ready))}
          </Button>
        )
      }
    >
      {left !== null && left < ready && !isStarted ? (
        <Notice kind="warn">{text.quota(formats.number(left))}</Notice>
      ) : null}
      {wrong.length > 0 ? <FilterBar isStarted={isStarted} filter={filter} onFilter={onFilter} /> : null}
      <RowsList rows={filter === 'problems' ? wrong : rows} results={results} />
    </Card>
  )
}

function FilterBar({
  isStarted,
  filter,
  onFilter,
}: Pick<PreviewCardProps, 'isStarted' | 'filter' | 'onFilter'>) {
  const text = useMessages(bulkMessages)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segments<RowFilter>
        label={text.showRows}
        value={filter}
        options={[
          { value: 'all', label: text.all },
          { value: 'problems', label: text.problems },
        ]}
        onChange={onFilter}
      />
      {isStarted ? null : <span className="text-sm text-soft">{text.wrongHint}</span>}
    </div>
  )
}
