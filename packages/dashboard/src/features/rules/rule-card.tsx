// A rule in the editor: a sentence, and its form when it is open.
import type { RuleClicks } from '@linnet/contract'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { Field, TextInput } from '../../components/field.tsx'
import { ArrowDown, ArrowUp, ChevronDown, Copy, Trash2 } from '../../components/icons.ts'
import { Menu } from '../../components/menu.tsx'
import { SortableItem } from '../../components/sortable-list.tsx'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { ConditionsForm } from './conditions/conditions-form.tsx'
import { DestinationsForm } from './destinations-form.tsx'
import { type EditedRule, isForEveryone } from './edited-rules.ts'
import { ruleMessages } from './messages.ts'
import { errorAt, type RuleErrors } from './rule-errors.ts'
import { conditionSentence, destinationSentence, ruleName } from './sentences.ts'

interface RuleCardProps {
  rule: EditedRule
  /** From 0. */
  place: number
  of: number
  clicks: RuleClicks | undefined
  errors: RuleErrors
  isNeverReached: boolean
  /** Whether it was added just now; then its first empty field gets the focus. */
  isNew: boolean
  isOpen: boolean
  onToggle(): void
  onChange(rule: EditedRule): void
  onMove(to: number): void
  onDuplicate: (() => void) | null
  onDelete(): void
}

export function RuleCard(props: RuleCardProps) {
  const { rule, place, of, isNeverReached, isOpen, onMove, onDuplicate, onDelete } = props
  const text = useMessages(ruleMessages)
  const name = ruleName(rule, useLanguage())
  const formId = `rule-${rule.id}`
  return (
    <SortableItem id={rule.id} name={name}>
      {(handle) => (
        <>
          <div className="flex items-center gap-1 p-1.5">
            {handle}
            <SummaryButton {...props} formId={formId} />
            <Menu
              label={text.more(name)}
              actions={[
                {
                  label: text.up,
                  icon: <ArrowUp />,
                  disabled: place === 0,
                  onSelect: () => onMove(place - 1),
                },
                {
                  label: text.down,
                  icon: <ArrowDown />,
                  disabled: place === of - 1,
                  onSelect: () => onMove(place + 1),
                },
                ...(onDuplicate ? [{ label: text.duplicate, icon: <Copy />, onSelect: onDuplicate }] : []),
                { label: text.remove, icon: <Trash2 />, danger: true, onSelect: onDelete },
              ]}
            />
          </div>
          {isNeverReached ? <p className="px-3 pb-3 text-sm text-warn">{text.neverReached}</p> : null}
          {isOpen ? <RuleForm {...props} formId={formId} /> : null}
        </>
      )}
    </SortableItem>
  )
}

/** The rule as a sentence; opens and closes its form. */
function SummaryButton({ rule, errors, isOpen, onToggle, formId }: RuleCardProps & { formId: string }) {
  const language = useLanguage()
  const sentence = conditionSentence(rule.when, language)
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? formId : undefined}
      onClick={onToggle}
      className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control px-1.5 py-1 text-left hover:bg-sunken"
    >
      <span className="min-w-0 flex-1 text-sm">
        {rule.name ? (
          <span dir="auto" className="block truncate font-semibold">
            {rule.name}
          </span>
        ) : null}
        <span className={clsx('block', !isOpen && 'line-clamp-3', !rule.name && 'font-medium')}>
          {sentence}
        </span>
        <span className={clsx('block truncate', Object.keys(errors).length > 0 ? 'text-bad' : 'text-soft')}>
          → {destinationSentence(rule.to, language)}
        </span>
      </span>
      <ChevronDown
        className={clsx('size-4 shrink-0 text-soft transition-transform', isOpen && 'rotate-180')}
        aria-hidden="true"
      />
    </button>
  )
}

function RuleForm({ rule, clicks, errors, isNew, onChange, formId }: RuleCardProps & { formId: string }) {
  const text = useMessages(ruleMessages)
  const form = useRef<HTMLDivElement>(null)
  const isFirstTime = useRef(isNew)
  const startsEmpty = useRef(isForEveryone(rule) && rule.to.length === 1)
  useEffect(() => {
    if (!isFirstTime.current) return
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input') ?? [])]
    const start = startsEmpty.current
      ? form.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
      : fields.find(({ value }) => value === '')
    start?.focus()
  }, [])
  return (
    <div
      ref={form}
      id={formId}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line p-3 sm:p-4"
    >
      <ConditionsForm when={rule.when} errors={errors} onChange={(when) => onChange({ ...rule, when })} />
      <DestinationsForm
        to={rule.to}
        clicks={clicks}
        errors={errors}
        onChange={(to) => onChange({ ...rule, to })}
      />
      <Field label={text.name} hint={text.nameHint} error={errorAt(errors, 'name')}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={60}
            value={rule.name}
            onChange={({ target }) => onChange({ ...rule, name: target.value })}
          />
        )}
      </Field>
    </div>
  )
}
