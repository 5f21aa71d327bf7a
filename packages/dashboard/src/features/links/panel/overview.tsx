// A link at a glance: its recent clicks and its QR code.
import type { Link } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from '@tanstack/react-router'
import { Skeleton } from '../../../components/states.tsx'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { panelMessages } from './messages.ts'

const boxClasses = 'rounded-card border border-line p-3 transition-colors hover:bg-sunken/60'

export function Overview({ link }: { link: Link }) {
  const text = useMessages(panelMessages)
  const formats = useFormats()
  const { short_origin } = useMe()
  const days = useQuery({
    queryKey: ['links', 'days', link.id],
    queryFn: ({ signal }) => client.statistics.link({ short: link.id }, { signal }),
  })
  const clicks = days.data?.data.map((day) => day.clicks)
  // This page's policy allows images from the default domain only, and links without visits have none.
  const isAnswered = link.status !== 'archived' && link.blocked_at === null
  const hasPicture = isAnswered && new URL(link.short_url).origin === short_origin
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
      <RouterLink to="/statistics" search={{ link: link.id } as never} preload={false} className={boxClasses}>
        <p className="text-sm text-soft">{text.lastDays}</p>
        <p className="flex items-baseline gap-2">
          <span className="text-2xl font-semibold tabular-nums">
            {clicks ? formats.number(clicks.reduce((sum, day) => sum + day, 0)) : ' '}
          </span>
          <span className="text-sm text-soft">{text.inAll(formats.number(link.clicks))}</span>
        </p>
        {clicks ? <Sparkline values={clicks} /> : <Skeleton className="h-8" />}
      </RouterLink>
      <RouterLink
        to="/qr"
        search={{ link: link.id } as never}
        preload={false}
        aria-label={text.designQr}
        title={text.designQr}
        className={`${boxClasses} grid w-30 place-items-center`}
      >
        {hasPicture ? (
          <img
            key={link.short_url}
            src={`${link.short_url}.svg`}
            alt=""
            width="96"
            height="96"
            className="size-24 rounded-md bg-white"
          />
        ) : (
          <span className="text-center text-sm text-soft">{text.designQr}</span>
        )}
      </RouterLink>
    </div>
  )
}

/** A line without axes; the numbers beside it say what it shows. */
function Sparkline({ values }: { values: number[] }) {
  const most = Math.max(1, ...values)
  const points = values.map((value, index) => `${index},${30 - (value / most) * 28}`)
  const last = values.length - 1
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${Math.max(last, 1)} 31`}
      preserveAspectRatio="none"
      className="h-8 w-full text-accent"
    >
      <path d={`M0,31 L${points.join(' L')} L${last},31 Z`} fill="currentColor" opacity="0.12" />
      <path
        d={`M${points.join(' L')}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
