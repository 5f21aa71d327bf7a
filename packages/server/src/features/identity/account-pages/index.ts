// The pages for who is signed in, over the same operations as the dashboard's. The face of the feature.
import type { Caller } from '../../../platform/operations/handler.ts'
import type { PageRoute } from '../../../platform/operations/page.ts'
import type { Enrolment } from '../authenticators/index.ts'
import { listPages } from './list-pages.ts'
import { overviewPages } from './overview-pages.ts'
import { passkeyPages } from './passkey-pages.ts'
import { type ReauthenticationPageNeeds, reauthenticationPages } from './reauthentication-page.ts'
import { securityPages } from './security-pages.ts'
import type { SharedNeeds } from './signed-in.ts'

export { agentOf } from './agents.ts'

export interface AccountPagesNeeds extends SharedNeeds, ReauthenticationPageNeeds {
  /** The one-time codes that this session has begun to turn on, or null. */
  pendingEnrolment(caller: Caller, email: string, now: number): Promise<Enrolment | null>
  /** Where the API reference is. */
  docsUrl: string
}

export function createAccountPages(needs: AccountPagesNeeds): PageRoute[] {
  return [overviewPages, reauthenticationPages, securityPages, passkeyPages, listPages].flatMap((pages) =>
    pages(needs),
  )
}
