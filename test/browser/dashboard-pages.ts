// Lists every page of the dashboard, as the sample account has it, for screenshots and for tests of all pages.

export interface DashboardPage {
  name: string
  /** Under `/dashboard`. */
  path: string
}

export const dashboardPages: DashboardPage[] = [
  { name: 'links', path: '/links' },
  { name: 'link', path: '/links?link=LINK' },
  { name: 'bulk', path: '/links/bulk' },
  { name: 'tags', path: '/links/tags' },
  { name: 'broken', path: '/links/broken' },
  { name: 'mistyped-codes', path: '/links/mistyped' },
  { name: 'sheet', path: '/links/sheet?link=LINK' },
  { name: 'statistics', path: '/statistics' },
  { name: 'link-statistics', path: '/statistics?link=LINK' },
  { name: 'microsites', path: '/microsites' },
  { name: 'editor', path: '/microsites/ana' },
  { name: 'images', path: '/images' },
  { name: 'qr', path: '/qr' },
  { name: 'link-qr', path: '/qr?link=LINK' },
  { name: 'changes', path: '/changes' },
  { name: 'keys', path: '/developer/keys' },
  { name: 'webhooks', path: '/developer/webhooks' },
  { name: 'webhook', path: '/developer/webhooks/WEBHOOK' },
  { name: 'applications', path: '/developer/applications' },
  { name: 'agents', path: '/developer/agents' },
  { name: 'reference', path: '/developer/reference' },
  { name: 'members', path: '/WORKSPACE/workspace' },
  { name: 'personal-workspace', path: '/workspace' },
  { name: 'plan', path: '/workspace/plan' },
  { name: 'domains', path: '/workspace/domains' },
  { name: 'audit', path: '/WORKSPACE/workspace/audit' },
  { name: 'workspace-settings', path: '/WORKSPACE/workspace/settings' },
  { name: 'profile', path: '/account/profile' },
  { name: 'apps', path: '/account/apps' },
  { name: 'sessions', path: '/account/sessions' },
  { name: 'security', path: '/account/security' },
  { name: 'activity', path: '/account/activity' },
  { name: 'data', path: '/account/data' },
  { name: 'people', path: '/administration/people' },
  { name: 'person', path: '/administration/people/PERSON' },
  { name: 'plans', path: '/administration/plans' },
  { name: 'reports', path: '/administration/reports' },
  { name: 'appeals', path: '/administration/appeals' },
  { name: 'sign-ups', path: '/administration/sign-ups' },
  { name: 'health', path: '/administration/health' },
]

/** The ids that replace the placeholders in paths. */
export interface PageIds {
  link: string
  webhook: string
  person: string
  /** A shared one. */
  workspace: string
}

export const pathOf = ({ path }: DashboardPage, { link, webhook, person, workspace }: PageIds): string =>
  path
    .replace('LINK', link)
    .replace('WEBHOOK', webhook)
    .replace('PERSON', person)
    .replace('WORKSPACE', workspace)
