// One change in the list: who made it, what it changed, and whether it was undone.
import type { ChangedThing, ChangeRecord } from '@linnet/contract'
import { Link as RouterLink } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { Checkbox } from '../../components/checkbox.tsx'
import { ChevronRight } from '../../components/icons.ts'
import { Badge } from '../../components/page.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { EntryChanges } from '../history/field-changes.tsx'
import { historyMessages } from '../history/messages.ts'
import { actorName } from '../history/sentences.ts'
import { deedOfChange, sentenceOfChange } from './change-sentences.ts'

const MicrositeChanges = lazy(() =>
  import('./microsite-changes.tsx').then((file) => ({ default: file.MicrositeChanges })),
)

interface ChangeRowProps {
  change: ChangeRecord
  isUndone: boolean
  /** The ids of what has been deleted since. */
  gone: ReadonlySet<string>
  /** Undefined: it can't be undone. */
  selection: { isSelected: boolean; onSelect(isSelected: boolean): void } | undefined
  /** Why it couldn't be undone. */
  failure: string | undefined
  /** Shows only what this key or application changed. */
  onActor(id: string): void
}

export function ChangeRow({ change, isUndone, gone, selection, failure, onActor }: ChangeRowProps) {
  const { undone: undoneLabel, changes: text } = useMessages(historyMessages)
  const language = useLanguage()
  const formats = useFormats()
  const { at } = change
  const deed = deedOfChange(change, language)
  return (
    <li className="flex gap-3 py-3.5">
      <div className="w-5 shrink-0">
        {selection ? (
          <Checkbox
            label={text.select(`${sentenceOfChange(change, language)}, ${formats.ago(at)}`)}
            isLabelHidden
            checked={selection.isSelected}
            onChange={selection.onSelect}
          />
        ) : null}
      </div>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-2">
        <div>
          <p dir="auto">
            <Actor by={change.by} onActor={onActor} /> {deed.text}
            {deed.thing ? (
              <>
                {' '}
                <ThingName thing={deed.thing} isGone={gone.has(deed.thing.id)} />
              </>
            ) : null}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
            <time dateTime={new Date(at * 1000).toISOString()} title={formats.moment(at)}>
              {formats.ago(at)}
            </time>
            {isUndone ? <Badge>{undoneLabel}</Badge> : null}
          </p>
          {failure === undefined ? null : <p className="text-sm text-bad">{text.notUndone(failure)}</p>}
        </div>
        <Things change={change} gone={gone} />
      </div>
    </li>
  )
}

function Actor({ by, onActor }: { by: ChangeRecord['by']; onActor(id: string): void }) {
  const { changes: text } = useMessages(historyMessages)
  const name = actorName(by, useLanguage())
  const { id } = by
  if (id === null) return <span className="font-medium">{name}</span>
  return (
    <button
      type="button"
      aria-label={text.only(name)}
      onClick={() => onActor(id)}
      className="rounded-sm font-medium hover:underline"
    >
      {name}
    </button>
  )
}

function Things({ change: { things, total }, gone }: Pick<ChangeRowProps, 'change' | 'gone'>) {
  const { changes: text } = useMessages(historyMessages)
  const [first] = things
  if (total === 1 && first) return <ThingChanges thing={first} />
  return (
    <details className="group">
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-1.5 text-sm text-soft hover:text-ink">
        <ChevronRight className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        {text.details}
      </summary>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 border-l-2 border-line py-2 pl-4">
        {things.map((thing, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was deleted has no id, and things never move
          <li key={index}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
              <p className="text-sm">
                <ThingName thing={thing} isGone={gone.has(thing.id)} />
              </p>
              <ThingChanges thing={thing} />
            </div>
          </li>
        ))}
        {total > things.length ? (
          <li className="text-sm text-soft">{text.others(total - things.length)}</li>
        ) : null}
      </ul>
    </details>
  )
}

function ThingChanges({ thing: { kind, action, changes } }: { thing: ChangeRecord['things'][number] }) {
  if (kind !== 'microsite' && kind !== 'component') return <EntryChanges action={action} changes={changes} />
  return (
    <Suspense>
      <MicrositeChanges kind={kind} action={action} changes={changes} />
    </Suspense>
  )
}

/** What was changed, as a link to where it is. What was deleted has no place, and after an hour no name. */
function ThingName({ thing: { kind, id, name }, isGone }: { thing: ChangedThing; isGone: boolean }) {
  const { changes: text } = useMessages(historyMessages)
  if (name === '') return <span className="text-soft">{text.gone}</span>
  if (isGone)
    return (
      <bdi translate="no" className="font-medium wrap-anywhere">
        {name}
      </bdi>
    )
  const isLink = id.startsWith('lnk_')
  if (kind === 'link' || kind === 'health' || kind === 'schedule')
    return (
      <Place to="/links" search={{ link: id }}>
        {name}
      </Place>
    )
  if (kind === 'qr')
    return (
      <Place to="/qr" search={isLink ? { link: id } : { microsite: id }}>
        {name}
      </Place>
    )
  return (
    <RouterLink to="/microsites/$slug" params={{ slug: id }} translate="no" className={linkClasses}>
      {name}
    </RouterLink>
  )
}

interface PlaceProps {
  to: '/links' | '/qr'
  search: Record<string, string>
  children: ReactNode
}

function Place({ to, search, children }: PlaceProps) {
  return (
    <RouterLink to={to} search={search as never} preload={false} translate="no" className={linkClasses}>
      {children}
    </RouterLink>
  )
}

const linkClasses = 'font-medium text-accent underline wrap-anywhere'
