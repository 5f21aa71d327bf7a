// What changed about a microsite or a component. Loaded only for these, because their words come with the schemas of components.
import type { ChangeAction, FieldChange } from '@linnet/contract'
import { type ComponentKind, kindDescriptors } from '@linnet/contract/component-kinds'
import type { Language } from '@linnet/languages'
import { formatsIn } from '../../lib/language-formats.ts'
import { EntryChanges, type FieldWords } from '../history/field-changes.tsx'
import { nameOfField } from '../history/field-names.ts'
import { type ShownValue, shownValue } from '../history/field-values.ts'
import { historyMessages } from '../history/messages.ts'
import { fieldMessagesOf, styleLabel } from '../microsites/editor/controls/field-messages.ts'
import { kindMessages } from '../microsites/editor/kinds.ts'
import { micrositeKinds, micrositeMessages } from '../microsites/messages.ts'

interface MicrositeChangesProps {
  kind: 'microsite' | 'component'
  action: ChangeAction
  changes: readonly FieldChange[]
}

export function MicrositeChanges({ kind, action, changes }: MicrositeChangesProps) {
  const words = kind === 'microsite' ? micrositeWords : componentWords
  const shown = changes.filter(({ field }) => field !== unnamed)
  return <EntryChanges action={action} changes={shown} words={words} />
}

/** The id of an item in the shop, which says nothing to people. */
const unnamed = 'data.shopItemId'

const micrositeWords: FieldWords = {
  name: nameOfField,
  value(field, value, language) {
    const text = micrositeMessages(language)
    if (field === 'hide') return visibility(value !== true, language)
    if (field === 'status') return line(value === 'draft' ? text.draft : text.published)
    if (field === 'theme') return line(capitalized(String(value)))
    const [, purpose] = micrositeKinds.find(([kind]) => field === 'kind' && kind === value) ?? []
    return purpose ? line(text[purpose]) : shownValue(field, value, language)
  },
}

const componentWords: FieldWords = {
  name(field, language) {
    if (field === 'kind') return historyMessages(language).componentKind
    return field.startsWith(own)
      ? fieldMessagesOf('', field.slice(own.length), language).label
      : nameOfField(field, language)
  },
  value(field, value, language) {
    if (field === 'active') return visibility(value === true, language)
    if (field === 'kind') return value === null ? none : line(kindName(String(value), language))
    return field.startsWith(own)
      ? contentValue(field.slice(own.length), value, language)
      : shownValue(field, value, language)
  },
}

/** How the fields of a component's data begin. */
const own = 'data.'
/** Fields whose values are words that the editor translates. */
const styleFields = [
  'style',
  'textPosition',
  'spoilerButtonTextPosition',
  'buttonEffect',
  'spoilerBackground',
]
const none: ShownValue = { lines: [] }
const line = (text: string): ShownValue => ({ lines: [text] })
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function visibility(isVisible: boolean, language: Language): ShownValue {
  const { visible, hidden } = historyMessages(language)
  return line(isVisible ? visible : hidden)
}

function kindName(kind: string, language: Language): string {
  return Object.hasOwn(kindDescriptors, kind) ? kindMessages(language)(kind as ComponentKind).name : kind
}

function contentValue(name: string, value: unknown, language: Language): ShownValue {
  if (Array.isArray(value) && name === 'shopItemIds') return line(formatsIn(language).number(value.length))
  if (Array.isArray(value)) return { lines: value.map(entryLine).filter(Boolean) }
  if (typeof value === 'number' && name === 'timestamp') return line(formatsIn(language).moment(value))
  if (typeof value === 'string' && /^https?:/.test(value)) return { lines: [value], isAddress: true }
  if (typeof value === 'string' && value && styleFields.includes(name))
    return line(styleLabel(value, language))
  return shownValue(name, value, language)
}

/** An entry of a list, such as a slide or a job. */
function entryLine(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry)
  return Object.values(entry)
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .filter(Boolean)
    .join(' · ')
}
