// A change against the previous period: with a sign, an arrow, and as text for screen readers.

import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, Minus } from '../../components/icons.ts'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { compared } from './comparison.ts'
import { statisticsMessages } from './messages.ts'

export function Change({ now, before }: { now: number; before: number }) {
  const text = useMessages(statisticsMessages)
  const formats = useFormats()
  const comparison = compared(now, before)
  const share = 'share' in comparison ? formats.percent(comparison.share) : ''
  const messages = {
    same: text.same,
    none: text.noneBefore,
    more: text.up(share),
    less: text.down(share),
  }[comparison.is]
  const Arrow = now === before ? Minus : now > before ? ArrowUp : ArrowDown
  return (
    <span
      title={messages}
      className={clsx(
        'inline-flex items-center gap-0.5 text-xs font-medium tabular-nums [&_svg]:size-3.5',
        now > before ? 'text-good' : 'text-soft',
      )}
    >
      <Arrow aria-hidden="true" />
      <span aria-hidden="true">{share}</span>
      <span className="sr-only">{messages}</span>
    </span>
  )
}
