// The page of changes: what people, keys, applications and agents changed in the workspace, and undoing several at once.
import type { ChangeRecord } from '@linnet/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { History, SearchX } from '../../components/icons.ts'
import { Loaded, MoreButton } from '../../components/loaded.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Empty, Notice } from '../../components/states.tsx'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { useMay } from '../../lib/workspace/may.ts'
import { historyMessages } from '../history/messages.ts'
import { actorName } from '../history/sentences.ts'
import { undoneIn } from '../history/undone.ts'
import { ChangeFilters } from './change-filters.tsx'
import { ChangeRow } from './change-row.tsx'
import { changesQuery, isUndoable } from './changes-query.ts'
import type { ChangesSearch } from './search.ts'
import { UndoBar, type UndoResult } from './undo-bar.tsx'

const route = getRouteApi('/changes')

export function ChangesPage() {
  const { changes: text } = useMessages(historyMessages)
  const language = useLanguage()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useInfiniteQuery({ ...changesQuery(search), placeholderData: keepPreviousData })
  const change = (to: ChangesSearch) => void navigate({ search: to, resetScroll: false })
  const by = query.data?.pages
    .flatMap(({ data }) => data)
    .find((one) => search.by !== undefined && one.by.id === search.by)?.by
  return (
    <Page title={text.title} description={text.text}>
      <ChangeFilters search={search} name={by && actorName(by, language)} onChange={change} />
      <Loaded query={query} heights={['h-20', 'h-20', 'h-20', 'h-20']}>
        {({ pages }) => {
          const changes = pages.flatMap(({ data }) => data)
          if (changes.length === 0)
            return <NoChanges isFiltered={Object.keys(search).length > 0} onReset={() => change({})} />
          return <ChangeList changes={changes} query={query} onActor={(id) => change({ by: id })} />
        }}
      </Loaded>
    </Page>
  )
}

function NoChanges({ isFiltered, onReset }: { isFiltered: boolean; onReset(): void }) {
  const { changes: text } = useMessages(historyMessages)
  return isFiltered ? (
    <Empty
      icon={<SearchX />}
      title={text.noneFound}
      action={<Button onClick={onReset}>{text.reset}</Button>}
    />
  ) : (
    <Empty icon={<History />} title={text.empty}>
      {text.emptyText}
    </Empty>
  )
}

interface ChangeListProps {
  changes: readonly ChangeRecord[]
  query: Parameters<typeof MoreButton>[0]['query']
  onActor(id: string): void
}

function ChangeList({ changes, query, onActor }: ChangeListProps) {
  const { showMore, changes: text } = useMessages(historyMessages)
  const mayUndo = useMay('history.undoMany')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [{ undone, failures }, setResult] = useState<UndoResult>({ undone: 0, failures: new Map() })
  const undoable = mayUndo ? changes.filter(isUndoable) : []
  const undoableIds = new Set(undoable.map(({ id }) => id))
  const gone = goneIn(changes)
  const undoneIds = undoneIn(changes)

  function select(id: string, isSelected: boolean) {
    setSelected((before) => {
      const after = new Set(before)
      if (isSelected) after.add(id)
      else after.delete(id)
      return after
    })
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {undoable.length > 0 ? (
        <UndoBar
          shown={undoable}
          all={withoutUndos(undoable, changes)}
          selected={selected}
          onClear={() => setSelected(new Set())}
          onUndone={setResult}
        />
      ) : null}
      {failures.size > 0 ? <Notice kind="warn">{text.result(undone, failures.size)}</Notice> : null}
      <Card className="py-1! sm:py-1.5!">
        <ul aria-label={text.list} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {changes.map((change) => (
            <ChangeRow
              key={change.id}
              change={change}
              isUndone={undoneIds.has(change.id)}
              gone={gone}
              failure={failures.get(change.id)}
              selection={
                undoableIds.has(change.id)
                  ? {
                      isSelected: selected.has(change.id),
                      onSelect: (isSelected) => select(change.id, isSelected),
                    }
                  : undefined
              }
              onActor={onActor}
            />
          ))}
        </ul>
      </Card>
      <MoreButton query={query}>{showMore}</MoreButton>
    </div>
  )
}

/** Without those that undid another one in the list: undoing both would make the first change again. */
function withoutUndos(undoable: readonly ChangeRecord[], changes: readonly ChangeRecord[]): ChangeRecord[] {
  const ids = new Set(changes.map(({ id }) => id))
  return undoable.filter(({ undoes }) => undoes === null || !ids.has(undoes))
}

/** The ids of links and microsites whose newest change deleted them. */
function goneIn(changes: readonly ChangeRecord[]): Set<string> {
  const isGone = new Map<string, boolean>()
  for (const { kind, id, action } of changes.flatMap(({ things }) => things))
    if (kind !== 'component' && !isGone.has(id)) isGone.set(id, action === 'deleted')
  return new Set([...isGone.keys()].filter((id) => isGone.get(id)))
}
