// The editor of a link's rules: each is a sentence that opens to be edited, and they are moved by pointer, touch and keyboard.
import { useMemo, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Plus } from '../../components/icons.ts'
import { Menu } from '../../components/menu.tsx'
import { SortableList } from '../../components/sortable-list.tsx'
import { useLanguage, useMessages } from '../../lib/language.ts'
import {
  copyOf,
  type EditedRule,
  hasRoomForRule,
  isForEveryone,
  newRule,
  type PresetName,
  presetNames,
} from './edited-rules.ts'
import { ruleMessages } from './messages.ts'
import { presetIcons } from './preset-icons.tsx'
import { RuleCard } from './rule-card.tsx'
import { useRuleClicks } from './rule-clicks.ts'
import { ruleErrors } from './rule-errors.ts'
import { ruleName } from './sentences.ts'

interface RulesEditorProps {
  linkId: string
  /** The link's own destination. */
  longUrl: string
  rules: EditedRule[]
  /** Messages by field, such as `rules.0.when.country`. */
  errors: Record<string, string>
  onChange(rules: EditedRule[]): void
}

export function RulesEditor({ linkId, longUrl, rules, errors, onChange }: RulesEditorProps) {
  const text = useMessages(ruleMessages)
  const language = useLanguage()
  const clicks = useRuleClicks(linkId, rules)
  const [added, setAdded] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const byRule = useErrorsByRule(rules, errors)
  const open = useOpenRule(byRule)
  const isReached = firstForEveryone(rules)
  const nameOf = (rule: EditedRule) => ruleName(rule, language)

  function add(preset: PresetName) {
    const rule = newRule(preset, longUrl)
    onChange([...rules, rule])
    setAdded(rule.id)
    open.set(rule.id)
  }

  function move(rule: EditedRule, to: number) {
    onChange(rules.toSpliced(rules.indexOf(rule), 1).toSpliced(to, 0, rule))
    setAnnouncement(text.moved(nameOf(rule), to + 1, rules.length))
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-sm text-soft">{text.why}</p>
      {errors.rules ? (
        <p role="alert" className="text-sm text-bad">
          {errors.rules}
        </p>
      ) : null}
      {rules.length > 0 ? (
        <SortableList
          label={text.list}
          items={rules}
          nameOf={nameOf}
          onDragStart={() => open.set(null)}
          onReorder={(ids) => onChange(ids.flatMap((id) => rules.find((rule) => rule.id === id) ?? []))}
        >
          {rules.map((rule, index) => (
            <RuleCard
              key={rule.id}
              rule={rule}
              place={index}
              of={rules.length}
              clicks={clicks.get(rule.id)}
              errors={byRule.get(rule.id) ?? {}}
              isNeverReached={index > isReached}
              isNew={added === rule.id}
              isOpen={open.id === rule.id}
              onToggle={() => open.set(open.id === rule.id ? null : rule.id)}
              onChange={(changed) => onChange(rules.with(index, changed))}
              onMove={(to) => move(rule, to)}
              onDuplicate={
                hasRoomForRule(rules) ? () => onChange(rules.toSpliced(index + 1, 0, copyOf(rule))) : null
              }
              onDelete={() => onChange(rules.toSpliced(index, 1))}
            />
          ))}
        </SortableList>
      ) : null}
      <AddRule isFirst={rules.length === 0} hasRoom={hasRoomForRule(rules)} onAdd={add} />
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  )
}

/** The place of the first rule that every visitor matches; those after it are never used. */
function firstForEveryone(rules: readonly EditedRule[]): number {
  const place = rules.findIndex(isForEveryone)
  return place < 0 ? rules.length : place
}

/** The errors of the last save, which name rules by their place then. */
function useErrorsByRule(rules: readonly EditedRule[], errors: Record<string, string>) {
  const latest = useRef(rules)
  latest.current = rules
  return useMemo(() => ruleErrors(errors, latest.current), [errors])
}

/** The rule that is open: one at a time, and whichever has an error after a save. */
function useOpenRule(byRule: ReadonlyMap<string, unknown>) {
  const [id, set] = useState<string | null>(null)
  const seen = useRef(byRule)
  if (seen.current !== byRule) {
    seen.current = byRule
    const [first] = byRule.keys()
    if (first !== undefined) set(first)
  }
  return { id, set }
}

interface AddRuleProps {
  isFirst: boolean
  hasRoom: boolean
  onAdd(preset: PresetName): void
}

/** Offers the usual rules: as buttons for the first one, and then in a menu. */
function AddRule({ isFirst, hasRoom, onAdd }: AddRuleProps) {
  const text = useMessages(ruleMessages)
  if (!hasRoom) return <p className="text-sm text-soft">{text.most}</p>
  if (!isFirst)
    return (
      <div>
        <Menu
          label={text.for}
          trigger={
            <Button variant="primary" icon={<Plus />} className="max-sm:w-full">
              {text.add}
            </Button>
          }
          actions={presetNames.map((name) => ({
            label: text.presets[name],
            icon: presetIcons[name],
            onSelect: () => onAdd(name),
          }))}
        />
      </div>
    )
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">{text.for}</legend>
      <div className="grid grid-cols-2 gap-2">
        {presetNames.map((name) => (
          <Button
            key={name}
            icon={presetIcons[name]}
            onClick={() => onAdd(name)}
            className="min-h-12 justify-start! px-3! text-left whitespace-normal!"
          >
            {text.presets[name]}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
