// The health of the server, refreshed every few seconds, with a description of each problem.
import type { Health } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/page.tsx'
import { Failure, Loading, Notice, Skeleton } from '../../components/states.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { Facts } from './facts.tsx'
import { healthQuery } from './queries.ts'
import { serverMessages } from './server-messages.ts'

// More than a busy server has between two runs of the workers.
const backlogThresholds = { clicks: 10_000, webhooks: 1000 }
const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

export function HealthSection() {
  const text = useMessages(serverMessages)
  const health = useQuery(healthQuery)
  if (health.data)
    return (
      <div className="grid gap-4">
        {health.isError ? <Notice kind="bad">{text.stale}</Notice> : <Warnings health={health.data} />}
        <HealthFacts health={health.data} />
        <p className="text-sm text-soft">{text.refreshed}</p>
      </div>
    )
  if (health.isError) return <Failure error={health.error} onRetry={() => void health.refetch()} />
  return (
    <Loading>
      <div className="grid gap-4">
        <Skeleton className="h-10" />
        <div className="grid gap-4 lg:grid-cols-3">
          <Skeleton className="h-66" />
          <Skeleton className="h-66" />
          <Skeleton className="h-66" />
        </div>
      </div>
    </Loading>
  )
}

function Warnings({ health: { clicks, webhooks } }: { health: Health }) {
  const text = useMessages(serverMessages)
  const { number } = useFormats()
  const wrong = clicks.uncounted > 0
  const waiting = clicks.waiting > backlogThresholds.clicks
  const delayed = webhooks.waiting > backlogThresholds.webhooks
  if (!wrong && !waiting && !delayed) return <Notice kind="good">{text.healthy}</Notice>
  return (
    <div className="grid gap-2">
      {wrong ? <Notice kind="bad">{text.uncountedWarning(number(clicks.uncounted))}</Notice> : null}
      {waiting ? <Notice kind="warn">{text.waitingWarning(number(clicks.waiting))}</Notice> : null}
      {delayed ? <Notice kind="warn">{text.webhooksWarning(number(webhooks.waiting))}</Notice> : null}
    </div>
  )
}

function HealthFacts({ health }: { health: Health }) {
  const text = useMessages(serverMessages)
  const { number, bytes, moment, percent, span } = useFormats()
  const { clicks, database, process, uptime } = health
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <Card title={text.server}>
        <Facts
          facts={[
            { name: text.version, value: <span translate="no">{health.version}</span> },
            { name: text.runs, value: span(uptime) },
            { name: text.since, value: moment(health.started_at) },
            { name: text.database, value: <span translate="no">{engines[database.engine]}</span> },
            { name: text.size, value: bytes(database.bytes) },
          ]}
        />
      </Card>
      <Card title={text.clicks}>
        <Facts
          facts={[
            { name: text.kept, value: number(clicks.kept) },
            { name: text.waiting, value: number(clicks.waiting) },
            { name: text.uncounted, value: number(clicks.uncounted) },
            { name: text.journal, value: bytes(clicks.journal_bytes) },
            { name: text.webhooks, value: number(health.webhooks.waiting) },
          ]}
        />
      </Card>
      <Card title={text.process}>
        <Facts
          facts={[
            { name: text.memory, value: bytes(process.memory_bytes) },
            { name: text.processor, value: percent(process.cpu_seconds / Math.max(uptime, 1)) },
            { name: text.files, value: number(process.open_files) },
          ]}
        />
      </Card>
    </div>
  )
}
