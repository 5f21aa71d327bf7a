// The account pages of signed-in users, built on the same operations as the dashboard. The feature's public API.
import type { PageRoute } from '../../../platform/operations/page.ts'
import { listPages } from './list-pages.ts'
import { type OverviewPageNeeds, overviewPages } from './overview-pages.ts'
import { passkeyPages } from './passkey-pages.ts'
import { type ReauthenticationPageNeeds, reauthenticationPages } from './reauthentication-page.ts'
import { type SecondFactorPageNeeds, secondFactorPages } from './second-factor-pages.ts'
import { securityPages } from './security-pages.ts'

export { agentOf } from './agents.ts'

export interface AccountPagesNeeds
  extends OverviewPageNeeds,
    ReauthenticationPageNeeds,
    SecondFactorPageNeeds {}

export function createAccountPages(needs: AccountPagesNeeds): PageRoute[] {
  return [
    ...overviewPages(needs),
    ...reauthenticationPages(needs),
    ...securityPages(needs),
    ...secondFactorPages(needs),
    ...passkeyPages(needs),
    ...listPages(needs),
  ]
}
