// Reports of abuse, blocks and appeals against them: anybody reports, administrators act, owners are told. The face of the feature.
import type { Api } from '@linnet/contract'
import type { Database } from '../../db/database.ts'
import type { Handlers } from '../../platform/operations/handler.ts'
import type { PageRoute } from '../../platform/operations/page.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { appealPages } from './appeal-pages.ts'
import { AppealStore } from './appeal-store.ts'
import { appealOperations } from './appeals.ts'
import { reportNewlyBlocked } from './newly-blocked-links.ts'
import { type ReportOperationNeeds, reportOperations } from './operations.ts'
import { type ReportPageNeeds, reportPages } from './report-pages.ts'
import { ReportStore } from './store.ts'

export interface Abuse {
  operations: Handlers<Api['abuse']>
  appeals: Handlers<Api['appeals']>
  pages: PageRoute[]
  /** Tells owners of links that a block list keeps visitors from. */
  reportNewlyBlocked(): Promise<void>
}

export type AbuseNeeds = Omit<ReportOperationNeeds & ReportPageNeeds, 'store'> & {
  db: Database
  clock: Clock
}

export function createAbuse({ db, clock, ...given }: AbuseNeeds): Abuse {
  const needs = { ...given, store: new ReportStore(db) }
  const appeals = { ...given, store: new AppealStore(db) }
  return {
    operations: reportOperations(needs),
    appeals: appealOperations(appeals),
    pages: [...reportPages(needs), ...appealPages(appeals)],
    reportNewlyBlocked: () => reportNewlyBlocked({ ...given, transaction: db.transaction }, clock.now()),
  }
}
