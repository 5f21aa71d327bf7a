// The views of a microsite by day, and the taps on its components.
import type { Component, ComponentKind, Microsite } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/page.tsx'
import { Failure, Loading, Notice, Skeleton } from '../../components/states.tsx'
import { ApiError } from '../../lib/client.ts'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { SmallTimeline } from '../statistics/charts/small-timeline.tsx'
import { useNameOf } from './editor/component-row.tsx'
import { kindMessages } from './editor/kinds.ts'
import { micrositeMessages } from './messages.ts'
import { nameInPaths, statisticsQuery } from './queries.ts'

interface StatisticsPanelProps {
  microsite: Microsite
  components: Component[]
}

export function StatisticsPanel({ microsite, components }: StatisticsPanelProps) {
  const text = useMessages(micrositeMessages)
  const messagesOf = useMessages(kindMessages)
  const formats = useFormats()
  const nameOf = useNameOf()
  const { data, error, refetch } = useQuery(statisticsQuery(nameInPaths(microsite)))
  if (error instanceof ApiError && error.code === 'plan_limit')
    return <Notice kind="warn">{text.notInPlan}</Notice>
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading>
        <Skeleton className="h-72" />
      </Loading>
    )
  const tapped = data.components.filter(({ taps }) => taps > 0).toSorted((a, b) => b.taps - a.taps)
  const most = Math.max(1, ...tapped.map(({ taps }) => taps))
  const nameBy = new Map(components.map((component) => [component.id, nameOf(component)]))
  return (
    <div className="grid gap-4">
      <Card title={text.viewsOverTime}>
        <p>
          <span className="text-2xl font-semibold tabular-nums">{formats.number(microsite.views)}</span>{' '}
          <span className="text-sm text-soft">{text.allViews}</span>
        </p>
        <SmallTimeline
          name={text.viewsOverTime}
          days={data.views.map(({ date, clicks }) => ({ date, value: clicks }))}
        />
      </Card>
      <Card title={text.tapsPerComponent}>
        {tapped.length === 0 ? <p className="text-sm text-soft">{text.noTaps}</p> : null}
        <ul className="grid gap-2">
          {tapped.map(({ id, kind, taps }) => (
            <li key={id} className="relative flex min-h-9 items-center justify-between gap-3 px-3 text-sm">
              <span
                aria-hidden="true"
                style={{ width: `${(taps / most) * 100}%` }}
                className="absolute inset-y-0 left-0 rounded-control bg-tint"
              />
              <span dir="auto" className="relative min-w-0 truncate">
                {nameBy.get(id) ?? messagesOf(kind as ComponentKind)?.name ?? kind}
              </span>
              <span className="relative tabular-nums">{formats.number(taps)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
