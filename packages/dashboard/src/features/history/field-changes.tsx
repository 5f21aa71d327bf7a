// What changed, field by field: the value before, and the one after.
import type { ChangeAction, FieldChange } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import { clsx } from 'clsx'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { nameOfField } from './field-names.ts'
import { type ShownValue, shownValue } from './field-values.ts'
import { historyMessages } from './messages.ts'

/** What fields and their values are called. */
export interface FieldWords {
  name(field: string, language: Language): string
  value(field: string, value: unknown, language: Language): ShownValue
}

const linkWords: FieldWords = { name: nameOfField, value: shownValue }

interface FieldChangesProps {
  changes: readonly FieldChange[]
  words?: FieldWords
}

interface EntryChangesProps extends FieldChangesProps {
  action: ChangeAction
}

/** Fields that the sentence about an entry already covers, or that tell people nothing, such as the ids of versions. */
const unshown: Partial<Record<ChangeAction, string>> = {
  archived: 'archived_at',
  restored: 'archived_at',
  published: 'status',
  rolled_back: 'version',
}

/** The changes of an entry, without what its sentence says already. */
export function EntryChanges({ action, changes, words }: EntryChangesProps) {
  return <FieldChanges changes={changes.filter(({ field }) => field !== unshown[action])} words={words} />
}

export function FieldChanges({ changes, words = linkWords }: FieldChangesProps) {
  const language = useLanguage()
  if (changes.length === 0) return null
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
      {changes.map((change) => (
        <div
          key={change.field}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-3 sm:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <dt className="text-soft first-letter:uppercase">{words.name(change.field, language)}</dt>
          <dd>
            <Values change={change} words={words} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Values({ change: { field, from, to }, words }: { change: FieldChange; words: FieldWords }) {
  const text = useMessages(historyMessages)
  const language = useLanguage()
  if (field === 'has_password')
    return !to ? text.passwordRemoved : from ? text.passwordChanged : text.passwordSet
  return (
    <>
      <Value label={text.was} value={words.value(field, from, language)} isOld />
      <Value label={text.is} value={words.value(field, to, language)} />
    </>
  )
}

function Value({ label, value, isOld }: { label: string; value: ShownValue; isOld?: boolean }) {
  const { none } = useMessages(historyMessages)
  const { lines, isAddress } = value
  // A value that wasn't set before only gets a line for screen readers.
  const isUnset = isOld === true && lines.length === 0
  return (
    <div className={clsx('flex gap-1.5', isOld && 'text-soft', isUnset && 'sr-only')}>
      <span className="sr-only">{label}:</span>
      <span aria-hidden="true" className="w-3 shrink-0 text-center">
        {isOld ? '−' : '+'}
      </span>
      <div dir="auto" className="min-w-0 wrap-anywhere">
        {lines.length === 0 ? <p className="text-soft">{none}</p> : null}
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else, and never move
          <p key={index} className={clsx(isOld && 'line-through decoration-soft/60')}>
            {isAddress ? <Address url={line} isOld={isOld} /> : line}
          </p>
        ))}
      </div>
    </div>
  )
}

/** An address whose host stands out. */
function Address({ url, isOld }: { url: string; isOld?: boolean | undefined }) {
  const [, scheme = '', host = '', rest = ''] = /^(\w+:\/\/)?([^/?#]*)(.*)$/s.exec(url) ?? []
  return (
    <span translate="no">
      <span className="sr-only">{scheme}</span>
      <span className={clsx('font-semibold', !isOld && 'text-ink')}>{host}</span>
      <span className="text-soft">{rest}</span>
    </span>
  )
}
