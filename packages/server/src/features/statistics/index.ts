// Answers about clicks, for one link and for the account. The face of the feature.
import type { Api } from '@linnet/contract'
import type { Database } from '../../db/database.ts'
import type { Handlers } from '../../platform/handler.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Clicks } from '../clicks/index.ts'
import type { Links } from '../links/index.ts'
import type { Microsites } from '../microsites/index.ts'
import { statisticsOperations } from './operations.ts'
import { StatisticsStore } from './store.ts'

export interface StatisticsNeeds {
  db: Database
  accounts: Accounts
  links: Links
  microsites: Microsites
  clicks: Clicks
}

export function createStatistics({ db, ...needs }: StatisticsNeeds): {
  operations: Handlers<Api['statistics']>
} {
  return { operations: statisticsOperations(new StatisticsStore(db), needs) }
}
