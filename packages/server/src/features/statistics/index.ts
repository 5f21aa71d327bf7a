// Statistics of clicks, for one link and for the account. The feature's public API.
import type { Api } from '@linnet/contract'
import type { Database } from '../../db/database.ts'
import type { Module } from '../../module.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Handlers } from '../../platform/operations/handler.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Clicks } from '../clicks/index.ts'
import type { Accounts } from '../identity/accounts/index.ts'
import type { Links } from '../links/links/index.ts'
import type { Tags } from '../links/tags/index.ts'
import type { Microsites } from '../microsites/microsites/index.ts'
import { LiveClicks } from './live/live-clicks.ts'
import { LiveStore } from './live/live-store.ts'
import { statisticsOperations } from './operations.ts'
import { reportOperation } from './report/report-operation.ts'
import { ReportStore } from './report/report-store.ts'
import { StatisticsStore } from './store.ts'
import { TaggedStore } from './tagged-store.ts'

export interface StatisticsNeeds {
  db: Database
  clock: Clock
  log: Log
  accounts: Accounts
  links: Links
  tags: Tags
  microsites: Microsites
  clicks: Clicks
}

export interface Statistics extends Module {
  operations: { statistics: Handlers<Api['statistics']> }
  live: LiveClicks
}

export function createStatistics({ db, ...needs }: StatisticsNeeds): Statistics {
  const store = new StatisticsStore(db)
  return {
    operations: {
      statistics: {
        ...statisticsOperations({ store, tagged: new TaggedStore(db), ...needs }),
        report: reportOperation({
          statistics: store,
          reportsOf: (userId) => new ReportStore(db, userId),
          ...needs,
        }),
      },
    },
    live: new LiveClicks(new LiveStore(db), store, needs),
  }
}
