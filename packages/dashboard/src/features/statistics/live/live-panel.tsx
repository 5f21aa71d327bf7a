// The live view: clicks as they arrive, the newest first.
import { useEffect, useRef, useState } from 'react'
import { classes } from '../../../components/classes.ts'
import { Badge, Card } from '../../../components/page.tsx'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { statisticsMessages } from '../messages.ts'
import { namesIn } from '../names.ts'
import { countedMilliseconds, type Live, type LiveState } from './live-stream.ts'

interface LivePanelProps {
  live: Live
  timezone: string
  className?: string
}

// Who listens is told of new clicks, but not more often than this.
const announceMilliseconds = 20_000

export function LivePanel({ live, timezone, className }: LivePanelProps) {
  const text = useMessages(statisticsMessages)
  const language = useLanguage()
  const formats = useFormats()
  const now = useNow(live)
  const arrived = useArrived(live.count)
  const recent = live.arrivals
    .filter(({ at }) => at > now - countedMilliseconds)
    .reduce((sum, { clicks }) => sum + clicks, 0)
  const isNew = now - live.since < countedMilliseconds
  const nameOf = namesIn(language)
  const time = new Intl.DateTimeFormat(language, { timeZone: timezone, timeStyle: 'medium' })
  return (
    <Card
      title={text.live}
      description={text.liveHint}
      actions={<State state={live.state} />}
      className={className}
    >
      <p className="sr-only" role="status">
        {arrived > 0 ? text.liveArrived(arrived) : ''}
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
              <li key={click.id} className="flex items-start gap-3 py-2 text-sm">
                <time
                  dateTime={new Date(click.at * 1000).toISOString()}
                  className="shrink-0 pt-px text-xs text-soft tabular-nums"
                >
                  {time.format(click.at * 1000)}
                </time>
                <span className="min-w-0 flex-1">
                  <span className="flex items-center gap-2">
                    <span
                      dir="auto"
                      className="truncate font-medium"
                      title={`${click.link.domain}/${click.link.short}`}
                    >
                      {click.link.title || `${click.link.domain}/${click.link.short}`}
                    </span>
                    {click.scan ? <Badge look="accent">{text.scan}</Badge> : null}
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

function State({ state }: { state: LiveState }) {
  const text = useMessages(statisticsMessages)
  return (
    <span className="inline-flex items-center gap-2 text-xs text-soft">
      <span
        aria-hidden="true"
        className={classes(
          'size-2.5 rounded-full',
          state === 'open' ? 'bg-good' : state === 'lost' ? 'bg-warn' : 'bg-field-line',
        )}
      />
      {text.liveStates(state)}
    </span>
  )
}

/** The time, which moves on also when nothing arrives. */
function useNow(live: Live): number {
  const [now, setNow] = useState(() => Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has arrived is counted at once
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [live.arrivals])
  return now
}

/** How many clicks have arrived of late: said seldom enough that somebody may listen to it. */
function useArrived(count: number): number {
  const latest = useRef(count)
  latest.current = count
  const [arrived, setArrived] = useState(0)
  useEffect(() => {
    let said = latest.current
    const timer = setInterval(() => {
      setArrived(Math.max(0, latest.current - said))
      said = latest.current
    }, announceMilliseconds)
    return () => clearInterval(timer)
  }, [])
  return arrived
}
