// A change against the previous period: with a sign, an arrow, and as text for screen readers.

import { classes } from '../../components/classes.ts'
import { ArrowDown, ArrowUp, Minus } from '../../components/icons.ts'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { statisticsMessages } from './messages.ts'

export function Change({ now, before }: { now: number; before: number }) {
  const text = useMessages(statisticsMessages)
  const formats = useFormats()
  const change = before === 0 ? 0 : (now - before) / before
  const share = formats.percent(Math.round(Math.abs(change) * 1000) / 1000)
  const messages =
    now === before
      ? text.same
      : before === 0
        ? text.noneBefore
        : change > 0
          ? text.up(share)
          : text.down(share)
  const Arrow = now === before ? Minus : now > before ? ArrowUp : ArrowDown
  return (
    <span
      title={messages}
      className={classes(
        'inline-flex items-center gap-0.5 text-xs font-medium tabular-nums [&_svg]:size-3.5',
        now > before ? 'text-good' : 'text-soft',
      )}
    >
      <Arrow aria-hidden="true" />
      <span aria-hidden="true">{before === 0 || now === before ? '' : share}</span>
      <span className="sr-only">{messages}</span>
    </span>
  )
}
