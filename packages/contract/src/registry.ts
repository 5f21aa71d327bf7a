// All operations in one tree, from which every transport derives what it offers.

import type { Operation } from './operation.ts'
import * as abuse from './operations/abuse.ts'
import * as accounts from './operations/accounts.ts'
import * as administration from './operations/administration.ts'
import * as aliases from './operations/aliases.ts'
import * as appeals from './operations/appeals.ts'
import * as applications from './operations/applications.ts'
import * as assets from './operations/assets.ts'
import * as audit from './operations/audit.ts'
import * as authenticators from './operations/authenticators.ts'
import * as automation from './operations/automation.ts'
import * as bulkLinks from './operations/bulk-links.ts'
import * as components from './operations/components.ts'
import * as domainSettings from './operations/domain-settings.ts'
import * as domains from './operations/domains.ts'
import * as explain from './operations/explain.ts'
import * as history from './operations/history.ts'
import * as linkHealth from './operations/link-health.ts'
import * as links from './operations/links.ts'
import * as me from './operations/me.ts'
import * as micrositeVersions from './operations/microsite-versions.ts'
import * as microsites from './operations/microsites.ts'
import * as mistypedCodes from './operations/mistyped-codes.ts'
import * as oauth from './operations/oauth.ts'
import * as placements from './operations/placements.ts'
import * as qr from './operations/qr.ts'
import * as reports from './operations/reports.ts'
import * as sessions from './operations/sessions.ts'
import * as shopItems from './operations/shop-items.ts'
import * as signIn from './operations/sign-in.ts'
import * as singleSignOn from './operations/single-sign-on.ts'
import * as statistics from './operations/statistics.ts'
import * as tags from './operations/tags.ts'
import * as utmTemplates from './operations/utm-templates.ts'
import * as webhooks from './operations/webhooks.ts'
import * as workspaces from './operations/workspaces.ts'

export const api = {
  links: { ...links.operations, ...bulkLinks.operations },
  aliases: aliases.operations,
  mistypedCodes: mistypedCodes.operations,
  redirect: explain.operations,
  linkHistory: history.linkOperations,
  history: history.operations,
  linkHealth: linkHealth.operations,
  utmTemplates: utmTemplates.operations,
  tags: tags.operations,
  statistics: { ...statistics.operations, microsite: microsites.statistics, report: reports.report },
  placements: placements.operations,
  qr: qr.operations,
  microsites: microsites.operations,
  micrositeVersions: micrositeVersions.operations,
  components: components.operations,
  assets: assets.operations,
  shopItems: shopItems.operations,
  me: me.operations,
  workspaces: workspaces.operations,
  accounts: accounts.operations,
  authenticators: authenticators.operations,
  signIn: signIn.operations,
  singleSignOn: singleSignOn.operations,
  sessions: sessions.operations,
  audit: audit.operations,
  administration: administration.operations,
  abuse: abuse.operations,
  appeals: appeals.operations,
  applications: applications.operations,
  oauth: oauth.operations,
  domains: domains.operations,
  domainSettings: domainSettings.operations,
  webhooks: webhooks.operations,
  automation: automation.operations,
} as const
export type Api = typeof api

/** Every operation of the tree, in its order. */
export const operations: readonly Operation[] = Object.values(api).flatMap(
  (group) => Object.values(group) as unknown as Operation[],
)
