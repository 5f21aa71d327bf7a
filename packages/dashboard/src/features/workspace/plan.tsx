// The plan: its limits, how much is used, and when the counters reset.

import { messagesFor } from '@linnet/languages'
import { plan } from '@linnet/languages/en/workspace/plan'
import { Check, Minus } from '../../components/icons.ts'
import { Meter } from '../../components/meter.tsx'
import { Badge, Card } from '../../components/page.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { navigationMessages } from '../../shell/navigation.ts'
import { useSharedMessages } from '../account/messages.ts'

const messages = messagesFor('plan', plan)

const meters = ['links', 'custom_slug_renames', 'microsites', 'mcp_calls'] as const

export function PlanSection() {
  return (
    <>
      <UsageCard />
      <IncludedCard />
    </>
  )
}

function UsageCard() {
  const { overview } = useSharedMessages()
  const navigationText = useMessages(navigationMessages)
  const formats = useFormats()
  const { quota } = useMe()
  return (
    <Card
      title={overview.usage}
      description={overview.resets(formats.day(quota.resets_at))}
      actions={
        <Badge variant="accent">
          <span translate="no">{quota.plan}</span>
        </Badge>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {meters
          .filter((meter) => quota[meter].limit !== 0)
          .map((meter) => (
            <Meter
              key={meter}
              label={meter === 'microsites' ? navigationText.microsites : overview.counters[meter]}
              {...quota[meter]}
            />
          ))}
      </div>
    </Card>
  )
}

function IncludedCard() {
  const text = useMessages(messages)
  const formats = useFormats()
  const { quota } = useMe()
  const analyticsDays = quota.analytics_days
  const features: [string, boolean][] = [
    [text.bulk, quota.bulk_shortening],
    [text.slides, quota.image_slide],
    [text.visibility, quota.microsite_visibility],
    [text.tools, quota.hosted_mcp_enabled],
  ]
  return (
    <Card title={text.included} description={text.change}>
      <ul className="grid gap-x-8 gap-y-2.5 sm:grid-cols-2">
        {features.map(([name, isIncluded]) => (
          <li key={name} className="flex items-center gap-2.5 text-sm">
            {isIncluded ? (
              <Check className="size-4 shrink-0 text-good" />
            ) : (
              <Minus className="size-4 shrink-0 text-soft" />
            )}
            <span className={isIncluded ? '' : 'text-soft'}>{name}</span>
            <span className="sr-only">({isIncluded ? text.yes : text.no})</span>
          </li>
        ))}
      </ul>
      <dl className="grid gap-x-8 gap-y-2.5 border-t border-line pt-4 text-sm sm:grid-cols-2">
        <Fact
          name={text.statistics}
          value={analyticsDays === null ? text.all : text.days(formats.number(analyticsDays))}
        />
        <Fact name={text.requests} value={text.perMinute(formats.number(quota.requests_per_minute))} />
      </dl>
    </Card>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-soft">{name}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
    </div>
  )
}
