// The condition on a visitor's device, system or browser.
import { useMessages } from '../../../lib/language.ts'
import type { EditedConditions } from '../edited-rules.ts'
import { ruleMessages } from '../messages.ts'
import { Chips } from './chips.tsx'
import type { ConditionControlProps } from './control-props.ts'

type AgentField = 'os' | 'device' | 'browser'

export function AgentChips({ field, when, onChange }: ConditionControlProps & { field: AgentField }) {
  const text = useMessages(ruleMessages)
  const names: Record<string, string> = { os: text.os, device: text.device, browser: text.browsers }[field]
  const chosen: readonly string[] = when[field] ?? []
  // The API also takes browsers that the editor doesn't name.
  const values = [...new Set([...Object.keys(names), ...chosen])]
  return (
    <Chips
      label={text.kinds[field]}
      options={values.map((value) => ({ value, label: names[value] ?? value }))}
      chosen={chosen}
      onChange={(values) => onChange({ [field]: values } as EditedConditions)}
    />
  )
}
