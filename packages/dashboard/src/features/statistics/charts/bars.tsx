// A breakdown as bars, each of which filters the page.
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { statisticsMessages } from '../messages.ts'

export interface Bar {
  value: string
  label: string
  /** Smaller, below the label. */
  detail?: string
  clicks: number
}

interface BarsProps {
  title: string
  bars: readonly Bar[]
  /** The number of clicks that the shares are of. */
  total: number
  /** The value that the page is filtered by. */
  chosen?: string
  /** Called with the chosen value; undefined if it is deselected. */
  onChoose(value: string | undefined): void
  /** How many are shown; a dialog shows all. */
  most?: number
  /** What to show if there are no bars. */
  empty?: ReactNode
}

export function Bars({ title, bars, total, chosen, onChoose, most = 8, empty }: BarsProps) {
  const text = useMessages(statisticsMessages)
  const formats = useFormats()
  const [isOpen, setIsOpen] = useState(false)
  if (bars.length === 0) return <p className="py-6 text-center text-sm text-soft">{empty ?? text.nothing}</p>
  const list = (shown: readonly Bar[]) => (
    <ul aria-label={title} className="grid grid-cols-1 gap-1">
      {shown.map((bar) => (
        <li key={bar.value}>
          <BarRow
            bar={bar}
            share={total === 0 ? 0 : bar.clicks / total}
            longest={bars[0]?.clicks ?? 0}
            isChosen={bar.value === chosen}
            onChoose={() => {
              setIsOpen(false)
              onChoose(bar.value === chosen ? undefined : bar.value)
            }}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-2">
      {list(bars.slice(0, most))}
      {bars.length > most ? (
        <Button variant="quiet" size="small" className="justify-self-start" onClick={() => setIsOpen(true)}>
          {text.all(formats.number(bars.length))}
        </Button>
      ) : null}
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={title}>
        {list(bars)}
      </Dialog>
    </div>
  )
}

interface BarRowProps {
  bar: Bar
  share: number
  /** The most clicks of any bar, which is the full width. */
  longest: number
  isChosen: boolean
  onChoose(): void
}

function BarRow({ bar: { label, detail, clicks }, share, longest, isChosen, onChoose }: BarRowProps) {
  const formats = useFormats()
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={clsx(
        'group relative flex min-h-9 w-full items-center gap-3 overflow-hidden rounded-md px-2.5 py-1 text-left text-sm',
        isChosen && 'ring-2 ring-accent ring-inset',
      )}
    >
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-0 rounded-md bg-accent/14 transition-[width] group-hover:bg-accent/22"
        style={{ width: `${longest === 0 ? 0 : Math.max(1, (100 * clicks) / longest)}%` }}
      />
      <span className="relative min-w-0 flex-1">
        <span dir="auto" title={label} className="block truncate">
          {label}
        </span>
        {detail ? (
          <span dir="auto" title={detail} className="block truncate text-xs text-soft">
            {detail}
          </span>
        ) : null}
      </span>
      <span className="relative font-medium tabular-nums">{formats.number(clicks)}</span>
      <span className="relative w-13 text-right text-xs text-soft tabular-nums">
        {formats.percent(share)}
      </span>
    </button>
  )
}
