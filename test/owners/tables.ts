// The tables whose rows belong to workspaces: what a distributed PostgreSQL would have to spread by owner.
import type { Schema } from '../../packages/server/src/db/schema.ts'

/** How a row names its workspace: in a column of its own, only through the row that it hangs on, or not at all. */
type Ownership<Row> = (keyof Row & ('user_id' | 'workspace_id')) | { through: (keyof Row)[] } | 'nobody'

// A new table has to be added here, because the compiler asks for it.
const ownership: { [Table in keyof Schema]: Ownership<Schema[Table]> } & { link_changes: 'user_id' } = {
  // Small, read by number everywhere: every node would have a copy. `workspaces` itself is what owns the rest.
  users: 'nobody',
  workspaces: 'nobody',
  domain_settings: 'nobody',
  workspace_members: 'workspace_id',
  workspace_invitations: 'workspace_id',
  // What belongs to people rather than to workspaces.
  identities: 'nobody',
  sessions: 'nobody',
  known_devices: 'nobody',
  one_time_links: 'nobody',
  passkeys: 'nobody',
  recovery_codes: 'nobody',
  audit_events: 'user_id',
  oauth_apps: 'user_id',
  oauth_secrets: { through: ['app_id'] },
  oauth_consents: 'user_id',
  oauth_requests: 'user_id',
  oauth_grants: 'user_id',
  oauth_codes: 'user_id',
  oauth_access_tokens: { through: ['grant_id'] },
  api_keys: 'user_id',
  usage: 'user_id',
  domains: 'user_id',
  utm_templates: 'user_id',
  watched_workspaces: 'user_id',
  link_checks: 'user_id',
  links: 'user_id',
  link_changes: 'user_id',
  planned_switches: 'user_id',
  history: 'user_id',
  deleted_things: 'user_id',
  codes: { through: ['link_id', 'microsite_id'] },
  code_aliases: { through: ['link_id'] },
  mistyped_codes: 'user_id',
  tags: 'user_id',
  link_tags: { through: ['link_id', 'tag_id'] },
  link_totals: { through: ['link_id'] },
  imported_links: 'user_id',
  link_days: { through: ['link_id'] },
  link_placements: { through: ['link_id'] },
  placement_days: { through: ['link_id'] },
  account_days: 'user_id',
  click_blocks: 'user_id',
  microsites: 'user_id',
  components: 'user_id',
  microsite_versions: 'user_id',
  shop_items: 'user_id',
  assets: 'user_id',
  qr_settings: 'user_id',
  webhook_endpoints: 'user_id',
  webhook_events: { through: ['id'] },
  webhook_deliveries: { through: ['endpoint_id', 'event_id'] },
  webhook_fanouts: 'user_id',
  reports: 'user_id',
  appeals: 'user_id',
  idempotency_keys: 'user_id',
  // The instance's own.
  former_domains: 'nobody',
  instance_facts: 'nobody',
  visitor_salts: 'nobody',
  journal_positions: 'nobody',
  compaction_positions: 'nobody',
  rate_windows: 'nobody',
  leases: 'nobody',
  changes: 'nobody',
}

const ownershipOf = (table: string) =>
  Object.hasOwn(ownership, table) ? ownership[table as keyof typeof ownership] : 'nobody'

/** Whether the rows of this table belong to workspaces. */
export function belongsToWorkspaces(table: string): boolean {
  return ownershipOf(table) !== 'nobody'
}

/** The column with the number of the workspace; null if rows only name it through another row. */
export function ownerColumn(table: string): string | null {
  const found = ownershipOf(table)
  return typeof found === 'string' && found !== 'nobody' ? found : null
}

/** Whether the column is that of the owner, or of the row through which the owner is named. */
export function namesOwner(table: string, column: string): boolean {
  const found = ownershipOf(table)
  return typeof found === 'string' ? found === column : found.through.some((name) => name === column)
}
