// The page on which many links are made at once: from pasted lines or a file, looked at before they are sent.
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Segments } from '../../components/segments.tsx'
import { Notice } from '../../components/states.tsx'
import { useDraft } from '../../lib/draft.ts'
import { useFormats } from '../../lib/formats.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { refreshMe, useMe } from '../../lib/session.ts'
import { LeaveWarning } from '../../shell/leave-warning.tsx'
import { BulkRun, type RowResult, type RunView } from './bulk/bulk-run.ts'
import { ColumnsCard } from './bulk/columns-card.tsx'
import { bulkMessages } from './bulk/messages.ts'
import { ProgressCard } from './bulk/progress-card.tsx'
import { remainingSource } from './bulk/remaining-rows.ts'
import { type BulkRow, rowsOf } from './bulk/rows.ts'
import { RowsList, resultMessage } from './bulk/rows-list.tsx'
import { noSource, type Source, SourceCard } from './bulk/source-card.tsx'
import { type Mapping, readTable, type Separator } from './bulk/table.ts'
import { saveCsv } from './csv.ts'
import { refreshLinks } from './queries.ts'

const nothingSent: ReadonlyMap<number, RowResult> = new Map()
type Shown = 'all' | 'problems'
const nobody = () => () => {}

export function BulkPage() {
  const text = useMessages(bulkMessages)
  const { quota } = useMe()
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={<ButtonLink to="/links">{text.back}</ButtonLink>}
    >
      {quota.bulk_shortening ? <Bulk /> : <Notice kind="warn">{text.noPlan}</Notice>}
    </Page>
  )
}

function Bulk() {
  const text = useMessages(bulkMessages)
  const language = useLanguage()
  const formats = useFormats()
  const { quota } = useMe()
  const draft = useDraft<Source>('bulk', noSource)
  const source = draft.values
  const [separator, setSeparator] = useState<Separator>('automatic')
  const [header, setHeader] = useState<boolean | null>(null)
  const [mapping, setMapping] = useState<Mapping | null>(null)
  const [shown, setShown] = useState<Shown>('all')
  const [run, setRun] = useState<BulkRun | null>(null)

  // Typing goes on while a long table is read.
  const content = useDeferredValue(source.text)
  const table = useMemo(() => readTable(content, separator), [content, separator])
  const hasHeader = header ?? table.hasHeader
  const columns = mapping ?? table.mapping
  const rows = useMemo(() => rowsOf(table, columns, hasHeader), [table, columns, hasHeader])
  const view = useSyncExternalStore<RunView | null>(
    run?.subscribe ?? nobody,
    useCallback(() => run?.current() ?? null, [run]),
  )
  const results = view?.results ?? nothingSent
  const isDone = view?.state.is === 'done'

  useEffect(() => () => run?.pause(), [run])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is another object each time
  useEffect(() => {
    if (!isDone) return
    // What is made must not be made again when somebody comes back.
    draft.discard()
    void refreshLinks()
    refreshMe()
  }, [isDone])

  function take(next: Source) {
    setHeader(null)
    setMapping(null)
    setSeparator('automatic')
    draft.put(next)
  }

  function startAnew(next: Source) {
    run?.pause()
    void refreshLinks()
    refreshMe()
    setRun(null)
    setSent(null)
    setShown('all')
    take(next)
  }

  // While they are sent, and after it, the rows are those that were sent.
  const [sent, setSent] = useState<BulkRow[] | null>(null)
  const all = sent ?? rows
  const ready = useMemo(() => all.filter(({ problem }) => problem === null), [all])
  const wrong = useMemo(
    () => all.filter((row) => row.problem !== null || results.get(row.number)?.message != null),
    [all, results],
  )
  const left = quota.links.limit === null ? null : Math.max(0, quota.links.limit - quota.links.used)

  // Who leaves before all are sent finds the others when they come back, and none that is made already.
  const leaving = useRef(() => {})
  const isUnwanted = useRef(false)
  leaving.current = () => {
    if (run && sent && !isUnwanted.current && run.current().state.is !== 'done')
      draft.put(remainingSource(sent, run))
  }
  useEffect(() => {
    const leave = () => leaving.current()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  function discard() {
    isUnwanted.current = true
    draft.discard()
  }

  function create() {
    const run = new BulkRun(ready, source.underWay)
    setSent(rows)
    setRun(run)
    run.start()
    scrollTo({ top: 0 })
  }

  function outcome(row: BulkRow): string[] {
    const result = results.get(row.number)
    if (result?.shortUrl) return [text.resultMade, result.shortUrl, '']
    if (result) return [text.resultFailed, '', resultMessage(result, language)]
    return [text.resultUnsent, '', row.problem ? text.problem(row.problem) : '']
  }

  function download() {
    const head = [
      text.number,
      text.destination,
      text.code,
      text.titleColumn,
      text.result,
      text.shortLink,
      text.message,
    ]
    void saveCsv('results.csv', [
      head,
      ...all.map((row) => [row.number, row.long_url, row.short, row.title, ...outcome(row)]),
    ])
  }

  return (
    <>
      {run && view ? (
        <ProgressCard
          run={run}
          view={view}
          onDownload={download}
          onRest={() => startAnew(remainingSource(all, run))}
          onAgain={() => startAnew(noSource)}
        />
      ) : (
        <>
          <SourceCard source={source} rows={rows.length} onChange={take} />
          {rows.length > 0 ? (
            <ColumnsCard
              table={table}
              mapping={columns}
              hasHeader={hasHeader}
              separator={separator}
              onSeparator={(chosen) => {
                setMapping(null)
                setHeader(null)
                setSeparator(chosen)
              }}
              onHeader={setHeader}
              onMapping={setMapping}
            />
          ) : null}
        </>
      )}
      {all.length > 0 ? (
        <Card
          title={text.preview}
          description={
            <span role="status">
              {run ? '' : text.ready(formats.number(ready.length))}
              {run && wrong.length > 0 ? text.wrong(formats.number(wrong.length)) : ''}
              {!run && wrong.length > 0 ? ` · ${text.wrong(formats.number(wrong.length))}` : ''}
            </span>
          }
          actions={
            run ? null : (
              <Button look="primary" disabled={ready.length === 0} onClick={create}>
                {ready.length === 1 ? text.createOne : text.create(formats.number(ready.length))}
              </Button>
            )
          }
        >
          {left !== null && left < ready.length && !run ? (
            <Notice kind="warn">{text.quota(formats.number(left))}</Notice>
          ) : null}
          {wrong.length > 0 ? (
            <div className="flex flex-wrap items-center gap-3">
              <Segments<Shown>
                label={text.showRows}
                value={shown}
                options={[
                  { value: 'all', label: text.all },
                  { value: 'problems', label: text.problems },
                ]}
                onChange={setShown}
              />
              {run ? null : <span className="text-sm text-soft">{text.wrongHint}</span>}
            </div>
          ) : null}
          <RowsList rows={shown === 'problems' ? wrong : all} results={results} />
        </Card>
      ) : null}
      <LeaveWarning isChanged={run !== null && !isDone} onDiscard={discard} />
    </>
  )
}
