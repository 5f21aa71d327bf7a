// The state of a server for its administrators: version, uptime, database, pending clicks and deliveries, and the process.
import type { Api } from '@linnet/contract'
import { processUsage, startedAt } from '../../../platform/observability/process-metrics.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { AdministrationStore } from './store.ts'

export interface HealthNeeds {
  store: AdministrationStore
  clicks: Clicks
  version: string
}

export function showHealth({
  store,
  clicks,
  version,
}: HealthNeeds): Handlers<Api['administration']>['health'] {
  return async (_input, { caller }) => {
    const { kept, waiting, journalBytes } = clicks.recordingMetrics()
    const { memoryBytes, cpuSeconds, openFiles } = processUsage()
    return {
      data: {
        version,
        started_at: startedAt,
        uptime: Math.floor(process.uptime()),
        database: await store.database(),
        clicks: { kept, waiting, uncounted: clicks.uncounted(), journal_bytes: journalBytes },
        webhooks: { waiting: await store.pendingDeliveries(caller.personId) },
        process: { memory_bytes: memoryBytes, cpu_seconds: cpuSeconds, open_files: openFiles },
      },
    }
  }
}
