// The observed beside the intended share of a destination. It claims no winner.
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { ruleMessages } from './messages.ts'
import type { DestinationClicks } from './rule-clicks.ts'

export function ObservedShare({ observed: { clicks, ...shares } }: { observed: DestinationClicks }) {
  const text = useMessages(ruleMessages)
  const formats = useFormats()
  const { observed, intended, low, high } = shares
  if (intended === null) return null
  const planned = formats.percent(intended)
  if (observed === null || low === null || high === null)
    return <p className="text-sm text-soft">{text.noClicks(planned)}</p>
  return (
    <p className="text-sm text-soft tabular-nums">
      {text.observed(formats.percent(observed), planned, formats.number(clicks))}
      <br />
      {text.interval(formats.percent(low), formats.percent(high))}
    </p>
  )
}
