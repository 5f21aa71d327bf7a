// Reports of abuse, blocks, and appeals against them: anyone reports, administrators act, owners are notified. The feature's
// public API.
import type { Api } from '@linnet/contract'
import type { Database } from '../../db/database.ts'
import type { Module } from '../../module.ts'
import type { Handlers } from '../../platform/operations/handler.ts'
import type { PageRoute } from '../../platform/operations/page.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { everyProcess } from '../../platform/time/schedule.ts'
import { appealOperations } from './appeal-operations.ts'
import { appealPages } from './appeal-pages.ts'
import { AppealStore } from './appeal-store.ts'
import { reportNewlyBlocked } from './newly-blocked-links.ts'
import { type ReportOperationNeeds, reportOperations } from './report-operations.ts'
import { type ReportPageNeeds, reportPages } from './report-pages.ts'
import { ReportStore } from './store.ts'

export interface Moderation extends Module {
  operations: { abuse: Handlers<Api['abuse']>; appeals: Handlers<Api['appeals']> }
  pages: PageRoute[]
}

export type ModerationNeeds = Omit<ReportOperationNeeds & ReportPageNeeds, 'store'> & {
  db: Database
  clock: Clock
}

export function createModeration({ db, clock, ...shared }: ModerationNeeds): Moderation {
  const needs = { ...shared, store: new ReportStore(db) }
  const appeals = { ...shared, store: new AppealStore(db) }
  return {
    operations: { abuse: reportOperations(needs), appeals: appealOperations(appeals) },
    pages: [...reportPages(needs), ...appealPages(appeals)],
    jobs: [
      // Each process knows the links that its own visitors opened.
      everyProcess('report newly blocked links', 60_000, () =>
        reportNewlyBlocked({ ...shared, transaction: db.transaction }, clock.now()),
      ),
    ],
  }
}
