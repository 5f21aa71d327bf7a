// The condition on the websites that visitors come from.
import { useState } from 'react'
import { TextInput } from '../../../components/field.tsx'
import { useMessages } from '../../../lib/language.ts'
import { ruleMessages } from '../messages.ts'
import type { ConditionControlProps } from './control-props.ts'

/** People also paste addresses: only their host counts. */
const hostsIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\s,;]+/)
      .map((part) => part.replace(/^https?:\/\//i, '').split(/[/?#]/, 1)[0] ?? '')
      .filter(Boolean),
  ),
]

export function RefererField({ when, onChange }: ConditionControlProps) {
  const text = useMessages(ruleMessages)
  const hosts = when.referer ?? []
  const [typed, setTyped] = useState(hosts.join(', '))
  // The hosts may change from outside too, such as when changes are discarded.
  const shown = hostsIn(typed).join() === hosts.join() ? typed : hosts.join(', ')
  return (
    <div className="grid gap-1.5">
      <TextInput
        aria-label={text.kinds.referer}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="t.co, facebook.com"
        value={shown}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange({ referer: hostsIn(target.value) })
        }}
      />
      <p className="text-sm text-soft">{text.refererHint}</p>
    </div>
  )
}
