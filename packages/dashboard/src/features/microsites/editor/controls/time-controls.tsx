// Dates and times: local ones with a time zone, and points in time.
import { useId, useMemo } from 'react'
import { TextInput } from '../../../../components/field.tsx'
import { useMessages } from '../../../../lib/language.ts'
import { localMinute, secondsOf } from '../../../../lib/local-minute.ts'
import { formMessages } from '../form-messages.ts'
import type { ControlProps } from './control-props.ts'

interface TimeProps<Value> {
  control: ControlProps
  value: Value
  onChange(value: unknown): void
}

const offsetPattern = /(?:Z|[+-]\d{2}:?\d{2})$/

/** A date and time of day; a UTC offset in the value is kept. */
export function DateTimeControl({ control, value, onChange }: TimeProps<string>) {
  const messages = useMessages(formMessages)
  const [offset] = offsetPattern.exec(value) ?? []
  return (
    <div className="grid gap-1">
      <TextInput
        {...control}
        type="datetime-local"
        value={value.slice(0, 16)}
        onChange={({ target }) =>
          onChange(target.value === '' ? undefined : `${target.value}${offset ?? ''}`)
        }
      />
      {offset === undefined ? null : <p className="text-sm text-soft">{messages.fixedZone(offset)}</p>}
    </div>
  )
}

export function TimeZoneControl({ control, value, onChange }: TimeProps<string>) {
  const id = useId()
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), [])
  return (
    <>
      <TextInput
        {...control}
        list={id}
        value={value}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value.trim() || undefined)}
      />
      <datalist id={id}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}

/** Unix seconds, entered in the device's time zone. */
export function MomentControl({ control, value, onChange }: TimeProps<unknown>) {
  const messages = useMessages(formMessages)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className="grid gap-1">
      <TextInput
        {...control}
        type="datetime-local"
        value={typeof value === 'number' ? localMinute(value) : ''}
        onChange={({ target }) => onChange(secondsOf(target.value) ?? undefined)}
      />
      <p className="text-sm text-soft">{messages.zoneOfDevice(zone)}</p>
    </div>
  )
}
