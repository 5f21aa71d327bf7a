// The conditions of a rule: each has a control, and others are added from a list in plain words.
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../../components/button.tsx'
import { Plus, X } from '../../../components/icons.ts'
import { Menu } from '../../../components/menu.tsx'
import { useMessages } from '../../../lib/language.ts'
import {
  type ConditionKind,
  conditionFields,
  conditionKinds,
  type EditedConditions,
  kindsIn,
  withCondition,
  withoutCondition,
} from '../edited-rules.ts'
import { ruleMessages } from '../messages.ts'
import { errorAt, type RuleErrors } from '../rule-errors.ts'
import { AgentChips } from './agent-chips.tsx'
import type { ConditionControlProps } from './control-props.ts'
import { DatesFields } from './dates-fields.tsx'
import { CountryPicker, LanguagePicker } from './name-picker.tsx'
import { QueryFields } from './query-fields.tsx'
import { RefererField } from './referer-field.tsx'
import { ScanChoice } from './scan-choice.tsx'
import { TimesFields } from './times-fields.tsx'

const controls: Record<ConditionKind, (props: ConditionControlProps) => ReactNode> = {
  os: (props) => <AgentChips {...props} field="os" />,
  device: (props) => <AgentChips {...props} field="device" />,
  browser: (props) => <AgentChips {...props} field="browser" />,
  country: CountryPicker,
  language: LanguagePicker,
  times: TimesFields,
  dates: DatesFields,
  scan: ScanChoice,
  referer: RefererField,
  query: QueryFields,
}

interface ConditionsFormProps {
  when: EditedConditions
  errors: RuleErrors
  onChange(when: EditedConditions): void
}

export function ConditionsForm({ when, errors, onChange }: ConditionsFormProps) {
  const text = useMessages(ruleMessages)
  const present = kindsIn(when)
  const others = conditionKinds.filter((kind) => !present.includes(kind))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <span aria-hidden="true" className="text-sm font-medium">
        {text.conditions}
      </span>
      {present.length === 0 ? <p className="text-sm text-soft">{text.everyoneHint}</p> : null}
      {present.map((kind) => {
        const Control = controls[kind]
        return (
          <Condition
            key={kind}
            kind={kind}
            error={errorOf(errors, kind)}
            onRemove={() => onChange(withoutCondition(when, kind))}
          >
            <Control when={when} onChange={(changed) => onChange(withChanged(when, changed))} />
          </Condition>
        )
      })}
      {others.length > 0 ? (
        <div>
          <Menu
            label={text.addCondition}
            trigger={
              <Button size="small" icon={<Plus />}>
                {text.addCondition}
              </Button>
            }
            actions={others.map((kind) => ({
              label: text.kindExamples[kind],
              onSelect: () => onChange(withCondition(when, kind)),
            }))}
          />
        </div>
      ) : null}
    </div>
  )
}

/** Fields that become undefined are removed, so that a draft compares equal to what is saved. */
function withChanged(when: EditedConditions, changed: EditedConditions): EditedConditions {
  return Object.fromEntries(
    Object.entries({ ...when, ...changed }).filter(([, value]) => value !== undefined),
  )
}

function errorOf(errors: RuleErrors, kind: ConditionKind): string | undefined {
  for (const field of conditionFields[kind]) {
    const error = errorAt(errors, `when.${field}`)
    if (error !== undefined) return error
  }
  return undefined
}

interface ConditionProps {
  kind: ConditionKind
  error: string | undefined
  onRemove(): void
  children: ReactNode
}

function Condition({ kind, error, onRemove, children }: ConditionProps) {
  const text = useMessages(ruleMessages)
  const name = text.kinds[kind]
  return (
    <fieldset
      aria-label={name}
      aria-invalid={error ? true : undefined}
      tabIndex={error ? -1 : undefined}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 rounded-control border border-line p-3 outline-offset-2 aria-invalid:border-bad"
    >
      <div className="flex items-center justify-between gap-2">
        <span className="text-sm font-medium">{name}</span>
        <IconButton size="small" label={text.removeCondition(name)} onClick={onRemove}>
          <X />
        </IconButton>
      </div>
      {children}
      {error ? (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
