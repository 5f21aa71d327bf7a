// The condition on days of the week and times of day, in a time zone.
import { type Weekday, weekdays } from '@linnet/contract/rule-values'
import { useMemo } from 'react'
import { Field, Select, TextInput } from '../../../components/field.tsx'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { ruleMessages } from '../messages.ts'
import { ruleNamesIn } from '../rule-names.ts'
import { Chips } from './chips.tsx'
import type { ConditionControlProps } from './control-props.ts'

export function TimesFields({ when, onChange }: ConditionControlProps) {
  const text = useMessages(ruleMessages)
  const names = ruleNamesIn(useLanguage())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1.5">
        <Chips<Weekday>
          label={text.days}
          options={weekdays.map((value) => ({ value, label: names.weekday(value) }))}
          chosen={when.days ?? []}
          onChange={(days) => onChange({ days: days.length > 0 ? days : undefined })}
        />
        <p className="text-sm text-soft">{text.daysHint}</p>
      </div>
      <Hours when={when} onChange={onChange} />
      <TimeZone when={when} onChange={onChange} />
    </div>
  )
}

function Hours({ when, onChange }: ConditionControlProps) {
  const text = useMessages(ruleMessages)
  const [from = '', until = ''] = when.hours ?? []
  const change = (hours: [string, string]) => onChange({ hours: hours.some(Boolean) ? hours : undefined })
  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-2 gap-3">
        <Field label={text.hoursFrom}>
          {(control) => (
            <TextInput
              {...control}
              type="time"
              value={from}
              onChange={({ target }) => change([target.value, until])}
            />
          )}
        </Field>
        <Field label={text.hoursUntil}>
          {(control) => (
            <TextInput
              {...control}
              type="time"
              value={until}
              onChange={({ target }) => change([from, target.value])}
            />
          )}
        </Field>
      </div>
      <p className="text-sm text-soft">{text.hoursHint}</p>
    </div>
  )
}

function TimeZone({ when, onChange }: ConditionControlProps) {
  const text = useMessages(ruleMessages)
  const zone = when.time_zone ?? 'UTC'
  const zones = useMemo(() => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])], [zone])
  return (
    <Field label={text.timeZone}>
      {(control) => (
        <Select {...control} value={zone} onChange={({ target }) => onChange({ time_zone: target.value })}>
          {zones.map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
