// Chooses the days to show: some common ranges, or two dates.
import { type FormEvent, useId, useState } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Field, Select, TextInput } from '../../components/field.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { addDays, type Days, isShown } from './days.ts'
import { statisticsMessages } from './messages.ts'
import { type RangeName, rangeNames } from './search.ts'

interface RangePickerProps {
  range: RangeName
  onChoose(range: RangeName): void
  planDays: number | null
}

export function RangePicker({ range, onChoose, planDays }: RangePickerProps) {
  const text = useMessages(statisticsMessages)
  return (
    <Select
      aria-label={text.range}
      value={range}
      onChange={(event) => onChoose(event.target.value as RangeName)}
      className="w-auto!"
    >
      {rangeNames.map((name) => (
        <option key={name} value={name} disabled={!isShown(name, planDays)}>
          {text.ranges[name]}
        </option>
      ))}
    </Select>
  )
}

interface CustomRangeProps {
  days: Days
  today: string
  planDays: number | null
  onChoose(days: Days): void
}

export function CustomRange({ days, today, planDays, onChoose }: CustomRangeProps) {
  const text = useMessages(statisticsMessages)
  const [start, setStart] = useState(days.start)
  const [end, setEnd] = useState(days.end)
  const [isWrong, setIsWrong] = useState(false)
  const id = useId()
  const earliest = planDays === null ? undefined : addDays(today, -planDays)
  function choose(event: FormEvent) {
    event.preventDefault()
    setIsWrong(end < start)
    if (start && end && start <= end) onChoose({ start, end })
  }
  return (
    <form
      aria-label={text.range}
      onSubmit={choose}
      className="flex flex-wrap items-end gap-3 rounded-card border border-line bg-surface p-4"
    >
      <Field label={text.from}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            required
            min={earliest}
            max={today}
            value={start}
            onChange={(event) => setStart(event.target.value)}
          />
        )}
      </Field>
      <Field label={text.to}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            required
            min={earliest}
            max={today}
            value={end}
            aria-describedby={isWrong ? id : undefined}
            aria-invalid={isWrong || undefined}
            onChange={(event) => setEnd(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary">
        {text.show}
      </Button>
      {isWrong ? (
        <p id={id} role="alert" className="w-full text-sm text-bad">
          {text.wrongOrder}
        </p>
      ) : null}
    </form>
  )
}

/** Why some ranges can't be chosen. */
export function PlanDays({ days }: { days: number }) {
  const text = useMessages(statisticsMessages)
  const formats = useFormats()
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
      {text.planDays(formats.number(days))}
      <ButtonLink to="/account/{-$section}" params={{ section: 'plan' }} variant="quiet" size="small">
        {text.seePlan}
      </ButtonLink>
    </p>
  )
}
