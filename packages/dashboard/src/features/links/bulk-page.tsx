// The page for creating many links at once: from pasted lines or a file, checked before they are sent.
import { useState } from 'react'
import { Allowed } from '../../components/allowed.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { Page } from '../../components/page.tsx'
import { Notice } from '../../components/states.tsx'
import { useDraft } from '../../lib/draft.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { LeaveWarning } from '../../shell/leave-warning.tsx'
import type { RowResult } from './bulk/bulk-run.ts'
import { ColumnsCard } from './bulk/columns-card.tsx'
import { useMappedTable } from './bulk/mapped-table.ts'
import { bulkMessages } from './bulk/messages.ts'
import { PreviewCard, type RowFilter } from './bulk/preview-card.tsx'
import { ProgressCard } from './bulk/progress-card.tsx'
import { remainingSource, sourceOf } from './bulk/remaining-rows.ts'
import { saveResults } from './bulk/results-csv.ts'
import { useBulkRun } from './bulk/run-state.ts'
import { noSource, type Source, SourceCard } from './bulk/source-card.tsx'
import { TemplateField } from './bulk/template-field.tsx'

const noResults: ReadonlyMap<number, RowResult> = new Map()

export function BulkPage() {
  const text = useMessages(bulkMessages)
  const { quota } = useMe()
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={<ButtonLink to="/links">{text.back}</ButtonLink>}
    >
      <Allowed to="links.createMany">
        {quota.bulk_shortening ? <BulkLinks /> : <Notice kind="warn">{text.noPlan}</Notice>}
      </Allowed>
    </Page>
  )
}

function BulkLinks() {
  const language = useLanguage()
  const draft = useDraft<Source>('bulk', noSource)
  const table = useMappedTable(draft.values.text, draft.values.template)
  const [filter, setFilter] = useState<RowFilter>('all')
  const { run, view, rows, isDone, ...sending } = useBulkRun({ draft, rows: table.rows })
  const results = view?.results ?? noResults

  function changeSource(source: Source) {
    table.reset()
    draft.put(source)
  }

  function restart(source: Source) {
    sending.reset()
    setFilter('all')
    changeSource(source)
  }

  function create() {
    sending.start()
    scrollTo({ top: 0 })
  }

  return (
    <>
      {run && view ? (
        <ProgressCard
          run={run}
          view={view}
          onDownload={() => void saveResults({ rows, results, language })}
          onRest={() => restart(remainingSource(rows, run))}
          onAgain={() => restart(noSource)}
          onUndone={() => restart(sourceOf(rows))}
        />
      ) : (
        <>
          <SourceCard source={draft.values} rows={table.rows.length} onChange={changeSource} />
          {table.rows.length > 0 ? (
            <ColumnsCard columns={table}>
              <TemplateField
                value={draft.values.template ?? ''}
                onChange={(template) => draft.put({ template: template || undefined })}
              />
            </ColumnsCard>
          ) : null}
        </>
      )}
      {rows.length > 0 ? (
        <PreviewCard
          rows={rows}
          results={results}
          isStarted={run !== null}
          filter={filter}
          onFilter={setFilter}
          onCreate={create}
        />
      ) : null}
      <LeaveWarning isChanged={run !== null && !isDone} onDiscard={sending.discard} />
    </>
  )
}
