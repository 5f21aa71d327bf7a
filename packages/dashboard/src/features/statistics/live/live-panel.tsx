// The live view: clicks as they arrive, the newest first.
import type { LiveClick } from '@linnet/contract'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { Badge, Card } from '../../../components/page.tsx'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { statisticsMessages } from '../messages.ts'
import { namesIn } from '../names.ts'
import { countedMilliseconds, recentClicks } from './arrivals.ts'
import type { LiveState } from './click-stream.ts'
import type { Live } from './use-live-clicks.ts'

interface LivePanelProps {
  live: Live
  timezone: string
  className?: string
}

// Screen readers announce new clicks, but not more often than this.
const announceMilliseconds = 20_000

export function LivePanel({ live, timezone, className }: LivePanelProps) {
  const text = useMessages(statisticsMessages)
  const language = useLanguage()
  const formats = useFormats()
  const now = useNow(live)
  const newClicks = useAnnouncedClicks(live.count)
  const recent = recentClicks(live.arrivals, now)
  const isNew = now - live.since < countedMilliseconds
  const time = new Intl.DateTimeFormat(language, { timeZone: timezone, timeStyle: 'medium' })
  return (
    <Card
      title={text.live}
      description={text.liveHint}
      actions={<ConnectionState state={live.state} />}
      className={className}
    >
      <p className="sr-only" role="status">
        {newClicks > 0 ? text.liveArrived(newClicks) : ''}
      </p>
      <p className="text-sm tabular-nums">
        {isNew
          ? text.liveSince(formats.number(recent), time.format(live.since))
          : text.liveCount(formats.number(recent))}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section aria-label={text.liveHint} tabIndex={0} className="h-72 overflow-y-auto rounded-md">
        {live.clicks.length === 0 ? (
          <p className="grid h-full place-items-center px-6 text-center text-sm text-soft">{text.liveNone}</p>
        ) : (
          <ol className="grid divide-y divide-line">
            {live.clicks.map((click) => (
              <ClickRow key={click.id} click={click} time={time} />
            ))}
          </ol>
        )}
      </section>
      {live.missed > 0 ? (
        <p className="text-xs text-soft">{text.liveMissed(formats.number(live.missed))}</p>
      ) : null}
    </Card>
  )
}

function ClickRow({ click, time }: { click: LiveClick; time: Intl.DateTimeFormat }) {
  const text = useMessages(statisticsMessages)
  const nameOf = namesIn(useLanguage())
  const address = `${click.link.domain}/${click.link.short}`
  return (
    <li className="flex items-start gap-3 py-2 text-sm">
      <time
        dateTime={new Date(click.at * 1000).toISOString()}
        className="shrink-0 pt-px text-xs text-soft tabular-nums"
      >
        {time.format(click.at * 1000)}
      </time>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span dir="auto" className="truncate font-medium" title={address}>
            {click.link.title || address}
          </span>
          {click.scan ? <Badge variant="accent">{text.scan}</Badge> : null}
          {click.bot ? <Badge>{text.crawler}</Badge> : null}
        </span>
        <span className="block truncate text-xs text-soft">
          {[
            nameOf('country', click.country),
            nameOf('device', click.device),
            nameOf('browser', click.browser),
            nameOf('referer', click.referer),
          ].join(' · ')}
        </span>
      </span>
    </li>
  )
}

function ConnectionState({ state }: { state: LiveState }) {
  const text = useMessages(statisticsMessages)
  return (
    <span className="inline-flex items-center gap-2 text-xs text-soft">
      <span
        aria-hidden="true"
        className={clsx(
          'size-2.5 rounded-full',
          state === 'open' ? 'bg-good' : state === 'lost' ? 'bg-warn' : 'bg-field-line',
        )}
      />
      {text.liveStates[state]}
    </span>
  )
}

/** The current time, which moves on even if nothing arrives. */
function useNow(live: Live): number {
  const [now, setNow] = useState(() => Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: arrivals are counted at once
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [live.arrivals])
  return now
}

/** How many clicks have arrived lately: changes rarely enough for a screen reader. */
function useAnnouncedClicks(count: number): number {
  const latest = useRef(count)
  latest.current = count
  const [newClicks, setNewClicks] = useState(0)
  useEffect(() => {
    let announced = latest.current
    const timer = setInterval(() => {
      setNewClicks(Math.max(0, latest.current - announced))
      announced = latest.current
    }, announceMilliseconds)
    return () => clearInterval(timer)
  }, [])
  return newClicks
}
