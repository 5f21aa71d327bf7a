// The condition on dates: from one, until another, or both.

import { DateField } from '../../../components/date-field.tsx'
import { useMessages } from '../../../lib/language.ts'
import { localMinute, secondsOf } from '../../../lib/local-minute.ts'
import { ruleMessages } from '../messages.ts'
import type { ConditionControlProps } from './control-props.ts'

export function DatesFields({ when, onChange }: ConditionControlProps) {
  const text = useMessages(ruleMessages)
  const fields = [
    { field: 'from', label: text.dateFrom, other: when.until },
    { field: 'until', label: text.dateUntil, other: when.from },
  ] as const
  return (
    <div className="grid gap-1.5">
      <div className="grid gap-3 sm:grid-cols-2">
        {fields.map(({ field, label }) => {
          const seconds = when[field]
          return (
            <DateField
              key={field}
              label={label}
              hint=""
              type="datetime-local"
              min="2000-01-01T00:00"
              max="9999-12-31T23:59"
              value={seconds == null ? '' : localMinute(seconds)}
              onChange={(minute) => onChange(withDate(when, field, secondsOf(minute)))}
            />
          )
        })}
      </div>
      <p className="text-sm text-soft">{text.dateHint}</p>
    </div>
  )
}

type Dates = ConditionControlProps['when']

/** Without any date, the condition stays, and waits for one. */
function withDate({ from, until }: Dates, field: 'from' | 'until', seconds: number | null): Dates {
  const dates = { from, until, [field]: seconds ?? undefined }
  return dates.from == null && dates.until == null
    ? { from: null, until: undefined }
    : { ...dates, from: dates.from ?? undefined }
}
