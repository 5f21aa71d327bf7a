// Reports of abuse: anybody can send one, and administrators act on it. The face of the feature.
import type { Api } from '@linnet/contract'
import type { Database } from '../../db/database.ts'
import type { Handlers } from '../../platform/handler.ts'
import type { PageRoute } from '../../platform/page.ts'
import { type ReportOperationNeeds, reportOperations } from './operations.ts'
import { type ReportPageNeeds, reportPages } from './report-pages.ts'
import { ReportStore } from './store.ts'

export interface Abuse {
  operations: Handlers<Api['abuse']>
  pages: PageRoute[]
}

export type AbuseNeeds = Omit<ReportOperationNeeds & ReportPageNeeds, 'store'> & { db: Database }

export function createAbuse({ db, ...given }: AbuseNeeds): Abuse {
  const needs = { ...given, store: new ReportStore(db) }
  return { operations: reportOperations(needs), pages: reportPages(needs) }
}
