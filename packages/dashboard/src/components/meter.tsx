// A meter: how much of something is used.
import { Meter as Base } from '@base-ui/react/meter'
import { clsx } from 'clsx'
import { useFormats } from '../lib/formats.ts'
import { useMessages } from '../lib/language.ts'
import { kitMessages } from './messages.ts'

interface MeterProps {
  label: string
  used: number
  /** Null for none. */
  limit: number | null
}

/** How much of something is used. */
export function Meter({ label, used, limit }: MeterProps) {
  const formats = useFormats()
  const messages = useMessages(kitMessages)
  const share = limit === null || limit === 0 ? 0 : Math.min(1, used / limit)
  const text =
    limit === null
      ? messages.unlimited(formats.number(used))
      : messages.of(formats.number(used), formats.number(limit))
  return (
    <Base.Root
      value={Math.min(used, limit ?? used)}
      max={Math.max(limit ?? used, 1)}
      getAriaValueText={() => text}
      className="grid gap-1.5"
    >
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <Base.Label className="font-medium">{label}</Base.Label>
        <span className="text-soft tabular-nums">{text}</span>
      </div>
      {limit === null ? null : (
        <Base.Track className="h-2 overflow-hidden rounded-full bg-line">
          <Base.Indicator
            className={clsx(
              'h-full rounded-full',
              share >= 1 ? 'bg-bad' : share >= 0.8 ? 'bg-warn' : 'bg-accent',
            )}
          />
        </Base.Track>
      )}
    </Base.Root>
  )
}
