// The tables as both databases store them: times are Unix seconds, flags are 0 or 1, days are `YYYY-MM-DD`. In tables of what
// workspaces own, `user_id` is the number of the workspace (decision 0064).
import type { Generated } from 'kysely'
import type { LinkColumns } from './link-columns.ts'

export interface Schema {
  users: UserTable
  workspaces: WorkspaceTable
  workspace_members: WorkspaceMemberTable
  workspace_invitations: WorkspaceInvitationTable
  sessions: SessionTable
  known_devices: KnownDeviceTable
  one_time_links: OneTimeLinkTable
  passkeys: PasskeyTable
  identities: IdentityTable
  recovery_codes: RecoveryCodeTable
  audit_events: AuditEventTable
  instance_facts: InstanceFactTable
  oauth_apps: OauthAppTable
  oauth_secrets: OauthSecretTable
  oauth_consents: OauthConsentTable
  oauth_requests: OauthRequestTable
  oauth_grants: OauthGrantTable
  oauth_codes: OauthCodeTable
  oauth_access_tokens: OauthAccessTokenTable
  api_keys: ApiKeyTable
  usage: UsageTable
  domains: DomainTable
  former_domains: FormerDomainTable
  domain_settings: DomainSettingsTable
  utm_templates: UtmTemplateTable
  links: LinkTable
  watched_workspaces: WatchedWorkspaceTable
  link_checks: LinkCheckTable
  tags: TagTable
  link_tags: LinkTagTable
  codes: CodeTable
  history: HistoryTable
  deleted_things: DeletedThingTable
  planned_switches: PlannedSwitchTable
  code_aliases: CodeAliasTable
  mistyped_codes: MistypedCodeTable
  link_totals: LinkTotalTable
  imported_links: ImportedLinkTable
  link_days: LinkDayTable
  link_placements: LinkPlacementsTable
  placement_days: PlacementDayTable
  account_days: AccountDayTable
  click_blocks: ClickBlockTable
  visitor_salts: VisitorSaltTable
  journal_positions: JournalPositionTable
  compaction_positions: CompactionPositionTable
  microsites: MicrositeTable
  components: ComponentTable
  microsite_versions: MicrositeVersionTable
  shop_items: ShopItemTable
  assets: AssetTable
  qr_settings: QrSettingsTable
  webhook_endpoints: WebhookEndpointTable
  webhook_events: WebhookEventTable
  webhook_deliveries: WebhookDeliveryTable
  webhook_fanouts: WebhookFanoutTable
  reports: ReportTable
  appeals: AppealTable
  idempotency_keys: IdempotencyKeyTable
  rate_windows: RateWindowTable
  leases: LeaseTable
  changes: ChangeTable
}

/** A person. Triggers keep the row of their own workspace, which has the same number, in step with this one. */
export interface UserTable {
  id: Generated<number>
  public_id: string
  email: string
  name: string
  avatar_url: string | null
  /** `noPassword` of `platform/security/passwords.ts` if the user has none. */
  password_hash: string
  plan: string
  is_admin: number
  email_verified_at: number | null
  created_at: number
  /** The TOTP secret, sealed by `platform/security/secrets.ts`; null without a second factor. */
  totp_secret: string | null
  /** The last time step (30 seconds) whose code was used: no code is accepted twice. */
  totp_last_step: number | null
  /** When the account was deleted. What it owned is deleted in batches afterwards. */
  deleted_at: number | null
  /** When and why an administrator blocked the account; null if it isn't blocked. */
  blocked_at: number | null
  blocked_reason: string | null
  /** Since when the account is trusted, so not in quarantine; null: in quarantine until it is old enough. */
  trusted_at: number | null
}

/** What owns links, microsites and everything else. Its number is a person's own, if it is their personal workspace. */
export interface WorkspaceTable {
  id: number
  public_id: string
  name: string
  plan: string
  created_at: number
  deleted_at: number | null
  /** When and why it was blocked; null if it isn't blocked. */
  blocked_at: number | null
  blocked_reason: string | null
  /** Since when it is trusted, so not in quarantine; null: in quarantine until it is old enough. */
  trusted_at: number | null
  /** The person whose block it followed, as the last of its owners; null: it was blocked itself, or isn't. */
  blocked_with: number | null
}

/** A person in a workspace that isn't their own. In their own, everyone is the owner and alone, without a row here. */
export interface WorkspaceMemberTable {
  workspace_id: number
  person_id: number
  role: string
  joined_at: number
}

/** An invitation that nobody has accepted yet. */
export interface WorkspaceInvitationTable {
  id: string
  workspace_id: number
  /** Who may accept it; null: whoever has the link. */
  email: string | null
  role: string
  token_hash: string
  /** The token that was only e-mailed, and so proves that whoever has it reads the address; null: none was sent. */
  mailed_hash: string | null
  invited_by: number
  created_at: number
  expires_at: number
}

export interface SessionTable {
  /** SHA-256 of the cookie's value in hexadecimal, like the hashes of all secrets below. */
  token_hash: string
  id: string
  user_id: number
  address: string
  user_agent: string
  created_at: number
  /** Accurate to a few minutes. */
  last_seen_at: number
  expires_at: number
  /** When a password, a passkey or the provider last confirmed who it is; null: not since the session began. */
  authenticated_at: number | null
  /** The identity at the provider that it began with, and the provider's own id for its session; or null. */
  identity_id: string | null
  provider_session: string | null
}

/** A browser that a user has signed in with before: other people's failed attempts don't count against it. */
export interface KnownDeviceTable {
  token_hash: string
  user_id: number
  last_used_at: number
}

/** A one-time link: a confirmation, a reset, an invitation, the initial setup or a challenge. */
export interface OneTimeLinkTable {
  token_hash: string
  purpose: string
  user_id: number | null
  /** Whom it is for, such as an e-mail address; each subject has its own limits. */
  subject: string
  /** JSON. */
  payload: string
  created_at: number
  expires_at: number
  used_at: number | null
}

export interface PasskeyTable {
  id: string
  user_id: number
  /** Base64url, as in WebAuthn. */
  credential_id: string
  public_key: Uint8Array
  counter: number
  /** Space-separated. */
  transports: string
  name: string
  created_at: number
  last_used_at: number | null
}

/** Who a user is at a provider of single sign-on: issuer and subject together never mean anyone else. */
export interface IdentityTable {
  id: string
  user_id: number
  issuer: string
  subject: string
  /** As the provider last gave it, for people to recognize it by. */
  email: string | null
  created_at: number
  last_used_at: number | null
}

export interface RecoveryCodeTable {
  user_id: number
  code_hash: string
  used_at: number | null
}

/** An entry in an account's audit log. */
export interface AuditEventTable {
  id: string
  user_id: number
  /** Who did it; null: the server, its operator or somebody who wasn't signed in, and in older entries. */
  person_id: number | null
  at: number
  action: string
  /** JSON: a flat object of strings. */
  detail: string
  address: string
  user_agent: string
}

/** A named fact about this instance. */
export interface InstanceFactTable {
  name: string
  value: string
}

/** An OAuth application. Its id is its `client_id`. */
export interface OauthAppTable {
  id: string
  /**
   * `account`: created by its owner. `registered`: registered itself (RFC 7591). `document`: its id is the
   * URL of its metadata document.
   */
  kind: string
  user_id: number | null
  name: string
  homepage: string | null
  confidential: number
  /** A JSON array. */
  redirect_uris: string
  /** Space-separated, as in every table. */
  scopes: string
  created_at: number
  updated_at: number
  /** Until when the metadata document doesn't need to be fetched again. */
  fresh_until: number | null
  /** When it last received a grant; null: never. */
  last_used_at: number | null
  /** When it was deleted. What belongs to it is deleted in batches afterwards. */
  deleted_at: number | null
}

export interface OauthSecretTable {
  app_id: string
  secret_hash: string
  hint: string
  created_at: number
  expires_at: number | null
}

/** What an account has allowed an application to do. It outlasts the application's tokens. */
export interface OauthConsentTable {
  app_id: string
  user_id: number
  scopes: string
  granted_at: number
}

interface Authorization {
  app_id: string
  /** In a request, the person's own workspace: they choose one when they decide. */
  user_id: number
  redirect_uri: string
  /** Whether the request included it: if so, the token request must too (RFC 6749, section 4.1.3). */
  redirect_uri_given: number
  scopes: string
  code_challenge: string | null
  /** The URIs of the resources that the tokens are bound to (RFC 8707), space-separated. */
  resource: string | null
  expires_at: number
}

/** An authorization request that is waiting for consent, in one session. */
export interface OauthRequestTable extends Authorization {
  id_hash: string
  session_hash: string
  /** JSON, because it may contain characters that a database doesn't accept. */
  state: string | null
}

export interface OauthCodeTable extends Authorization {
  code_hash: string
  person_id: number | null
  used_at: number | null
  /** The grant that the code was exchanged for. */
  grant_id: string | null
  /** Whether it may delete links for good: 0 if it was given before that was possible. */
  may_delete: number
}

/** What an application received for one authorization code: all tokens of a grant end with it. */
export interface OauthGrantTable {
  id: string
  app_id: string
  user_id: number
  /** The member who allowed it; null in a personal workspace: its person. */
  person_id: number | null
  scopes: string
  resource: string | null
  created_at: number
  /** Accurate to a minute. */
  last_used_at: number | null
  revoked_at: number | null
  /** Hash of the prefix that all refresh tokens of the grant share. */
  family_hash: string
  /** Hash of the current refresh token. */
  refresh_hash: string
  refresh_issued_at: number
  /** JSON: the hashes of recently exchanged refresh tokens, each with the time of its exchange. */
  retired: string
  /** When the refresh token expires, and the grant with it. */
  expires_at: number
  /** Whether it may delete links for good: 0 if it was given before that was possible. */
  may_delete: number
}

export interface OauthAccessTokenTable {
  token_hash: string
  grant_id: string
  scopes: string
  resource: string | null
  created_at: number
  expires_at: number
}

export interface ApiKeyTable {
  id: string
  user_id: number
  /** The member whose role limits it; null in a personal workspace: its person. */
  person_id: number | null
  /** When that member left the workspace, which stopped the key; null once an admin has adopted it. */
  orphaned_at: number | null
  name: string
  /** SHA-256 of the key in hexadecimal. */
  token_hash: string
  hint: string
  /** Space-separated. */
  scopes: string
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  /** Accurate to a minute. */
  last_used_at: number | null
  /** Whether it may delete links for good: 0 if it was given before that was possible. */
  may_delete: number
}

/** How much of its plan's limits an account has used. */
export interface UsageTable {
  user_id: number
  /** A month such as `2026-11`, or `all` for what isn't counted per month. */
  period: string
  metric: string
  used: number
}

export interface DomainTable {
  id: Generated<number>
  public_id: string
  user_id: number
  name: string
  challenge: string
  verified_at: number | null
  created_at: number
  /** When the DNS record of a verified domain is looked up again; null for one that an older version verified. */
  proof_due_at: number | null
  /** When the last proofs failed (JSON: a list, oldest first); null if the last one succeeded. */
  proof_failures: string | null
  /** Since when anybody else who proves the domain takes it over; null if nobody can. */
  unproved_at: number | null
}

/** An entry of the history of a link or microsite. */
export interface HistoryTable {
  /** The number of the link, or that of the microsite as `subjectNumber` gives it. */
  subject: number
  /** Counts the entries of the subject, from 1. */
  revision: number
  user_id: number
  /** All entries of one request have the same. It is also the undo token. */
  change_id: string
  /** What was changed, such as `link` or `component`: it decides what `changes` holds and how it is undone. */
  kind: string
  action: string
  at: number
  actor_kind: string
  /** The number of the person, or the id of the key or application; empty for the server itself. */
  actor_id: string
  /** JSON: by field, the stored values before and after. */
  changes: string
  /** The change that this one undid; or null. */
  undoes: string | null
  /** The change that undid this one; null: it wasn't undone. */
  undone_by: string | null
}

/** A link or microsite that was deleted within the last hour. Its row belongs to the workspace -1 until then. */
export interface DeletedThingTable {
  /** As in the history. */
  subject: number
  /** The workspace that it belonged to. */
  user_id: number
  deleted_at: number
  /** 1: it can no longer come back, and what is left of it is being erased. */
  purged: Generated<number>
  /** JSON: what its row no longer says. */
  kept: string
}

/** A destination that a link gets at a planned time. */
export interface PlannedSwitchTable {
  link_id: number
  user_id: number
  at: number
  long_url: string
}

/** What the owner of a domain has set; no row if nothing. */
export interface DomainSettingsTable {
  /** 0 is the default domain. */
  domain_id: number
  /** JSON: everything but the columns below. */
  settings: string
  /** 1: codes are lower-case, and asked for in any case. A column of its own, because taking a code reads it. */
  case_insensitive: number
  robots: string | null
  apple_app_site_association: string | null
  assetlinks: string | null
}

/** A saved set of campaign parameters, without the prefix `utm_`; null: the template leaves that parameter alone. */
export interface UtmTemplateTable {
  public_id: string
  user_id: number
  name: string
  source: string | null
  medium: string | null
  campaign: string | null
  term: string | null
  content: string | null
  created_at: number
  updated_at: number
}

/** A verified domain that its owner removed, or whose owner's account was deleted: nothing is served there until somebody verifies it again. */
export interface FormerDomainTable {
  /** Hashed, because it may be all that is left of a deleted account. */
  name_hash: string
  given_up_at: number
}

export interface LinkTable extends Omit<LinkColumns, 'max_clicks_used'> {
  id: Generated<number>
  /** 0 in the links of an older version that runs beside this one. */
  max_clicks_used: Generated<number>
}

/** A workspace whose links have been watched, or whose owners were notified of broken ones. */
export interface WatchedWorkspaceTable {
  user_id: number
  is_watched: number
  /** How far a change of `is_watched` has been carried out, by the links' numbers; null: completely. */
  swept_to: number | null
  /** When its owners were last notified of broken links. */
  mailed_at: number | null
}

/** A link that is watched, or that its owner has excluded. */
export interface LinkCheckTable {
  link_id: number
  user_id: number
  /** The choice for this link: 1, 0, or null for that of its workspace. */
  chosen: number | null
  /** When it is checked next; null: to be placed in the week. */
  due_at: number | null
  checked_at: number | null
  /** When its destination last answered. */
  answered_at: number | null
  /** What the last check found, and the status of the answer, if there was one. */
  outcome: string | null
  status: number | null
  /** How many checks have failed in a row, and when the first of them did. */
  failures: number
  failing_since: number | null
  /** Since when the server has answered with errors for robots.txt. */
  robots_failing_since: number | null
  /** 1: its owners haven't been notified yet that it is broken. */
  to_report: number
}

/** Codes, one namespace per domain. Domain 0 is the default short domain, whatever its name. */
export interface CodeTable {
  domain_id: number
  code: string
  /** Exactly one of these two is set. */
  link_id: number | null
  microsite_id: number | null
}

/** An alias of a link. A code is in this table or in `codes`, never in both. */
export interface CodeAliasTable {
  domain_id: number
  code: string
  link_id: number
  created_at: number
}

/** An unknown code that visitors asked for on a domain, as its owner sees it. */
export interface MistypedCodeTable {
  user_id: number
  domain_id: number
  code: string
  asked: number
  last_at: number
  /** The owner's link with the code that visitors probably meant; null if there is none. */
  link_id: number | null
  /** When its owner dismissed it. */
  dismissed_at: number | null
}

/** A link-in-bio page. Its slug is its code on the default domain. */
export interface MicrositeTable {
  id: Generated<number>
  public_id: string
  user_id: number
  title: string
  kind: string
  theme: string
  description: string
  hidden: number
  /** Null: a draft. */
  published_at: number | null
  created_at: number
  updated_at: number
  /**
   * When it was deleted. Its statistics are deleted in batches afterwards, like those of components and shop
   * items.
   */
  deleted_at: number | null
  /** When and why an administrator blocked it; null if no administrator did. */
  blocked_at: number | null
  blocked_reason: string | null
}

/** A component of a microsite, such as a link or an image. */
export interface ComponentTable {
  id: Generated<number>
  public_id: string
  user_id: number
  microsite_id: number
  kind: string
  /** JSON that matches the kind's schema, without the password. */
  data: string
  password_hash: string | null
  tag: string | null
  active: number
  /** Components are shown in ascending order. */
  position: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

/** How visitors saw a published microsite after one editing session, or see it now. */
export interface MicrositeVersionTable {
  id: Generated<number>
  public_id: string
  user_id: number
  microsite_id: number
  /** When it was changed last. */
  at: number
  /** Who changed it last, as in the history; `unknown` for what was there before versions were kept. */
  actor_kind: string
  actor_id: string
  /** Compressed JSON; null while it is the present version, whose content is in the other tables. */
  content: Uint8Array | null
  /** JSON: how it differs from the version before it; null if that is not known, or while it is the present one. */
  changes: string | null
}

/** A product that an account's microsites show. */
export interface ShopItemTable {
  id: Generated<number>
  public_id: string
  user_id: number
  title: string
  /** A decimal number as a string, which both databases store exactly. */
  price: string | null
  currency: string | null
  image: string | null
  href: string | null
  active: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

/** An uploaded image. */
export interface AssetTable {
  id: Generated<number>
  public_id: string
  user_id: number
  /** What its files are named after: random, so that nobody can find them by guessing. */
  name: string
  title: string
  /** The file extension. */
  format: string
  width: number
  height: number
  /** A JSON array: the other widths that it is also stored in. */
  variants: string
  /** The total size of its files. */
  bytes: number
  created_at: number
  /** When it was deleted. Also set while its files are written, so that they are found after a crash. */
  deleted_at: number | null
}

/** The style of a link's QR codes, or of the whole account's if `link_id` is 0. Null: the account's. */
export interface QrSettingsTable {
  user_id: number
  link_id: number
  color: string | null
  /** Empty: no logo. */
  logo: string | null
  logo_status: string | null
  /** A small PNG. */
  logo_image: Uint8Array | null
  /** When it is due to be fetched next; null if it doesn't need to be. */
  logo_due_at: number | null
  logo_tries: number
  /** Consecutive claims after which the process never reported back. */
  logo_claims: Generated<number>
  /** When the job was abandoned; null once its owner has been notified. */
  logo_given_up_at: number | null
  updated_at: number
}

/** Separate from `links`, so that counting clicks never rewrites its wide rows. */
export interface LinkTotalTable {
  link_id: number
  /** Counted by this instance. */
  clicks: number
  /** Clicks in another program before the link was imported. They aren't in any day row. */
  imported: Generated<number>
}

/** A tag of a workspace. The triggers of `link_tags` count its links. */
export interface TagTable {
  id: Generated<number>
  public_id: string
  user_id: number
  /** As it was first written. */
  name: string
  /** The name as it is compared. */
  name_key: string
  color: string
  /** How many links have it. */
  links: Generated<number>
  /** Changes when many links get or lose it at once, which the log of changes doesn't have. */
  revision: Generated<number>
  created_at: number
}

export interface LinkTagTable {
  tag_id: number
  link_id: number
}

/** The origin of a link imported from another program, to recognize it when it is imported again. */
export interface ImportedLinkTable {
  user_id: number
  domain_id: number
  /** Its host and code there. */
  source: string
  /** A hash of its destination there: its destination here may have been changed. */
  destination_mark: number
  link_id: number
}

/** One day of clicks as sums, so that reading them costs the same however many clicks there were. */
export interface DayColumns {
  day: string
  clicks: number
  bots: number
  scans: number
  visitors: number
  /**
   * Clicks by hour of the day (UTC), referer, location, device and browser, as `clicks/counting/day-sums.ts`
   * writes them.
   */
  counts: string
}

export interface LinkDayTable extends DayColumns {
  link_id: number
  /** The set of visitors, as `clicks/visitors/unique-visitors.ts` writes it; empty after compaction. */
  visitor_sketch: Uint8Array
}

/** The placements of a link. */
export interface LinkPlacementsTable {
  link_id: number
  /** The names that its owner has planned, as a JSON array in their order. */
  planned: Generated<string>
  /** The names that visitors have used, as `clicks/placements/sketch.ts` writes them. */
  counted: Generated<string>
}

/** One day of a link's clicks with a placement. */
export interface PlacementDayTable {
  day: string
  link_id: number
  /** As `clicks/placements/day-placements.ts` writes them. */
  counts: Generated<string>
}

export interface AccountDayTable extends DayColumns {
  user_id: number
  /** The most clicked links, as `clicks/counting/most-clicked.ts` reads them. */
  most_clicked: string
}

/**
 * Individual clicks of an account on one day, many per row, kept for a configurable time. On PostgreSQL, the
 * table is partitioned by month (`click-months.ts`).
 */
export interface ClickBlockTable {
  id: Generated<number>
  user_id: number
  day: string
  /** How many clicks the row holds. */
  clicks: number
  /** As `clicks/click-blocks.ts` writes it. */
  content: string
}

/** The day's secret salt for hashing visitors; destroyed when the day is over. */
export interface VisitorSaltTable {
  day: string
  salt: string
}

/** How far a journal's clicks have been counted in the tables above. */
export interface JournalPositionTable {
  journal: string
  segment: number
  offset: number
  /** The end of the batch that was started here, if any, and its first link that isn't counted yet. */
  batch_segment: number | null
  batch_offset: number | null
  next_link: number | null
  /** The index of the batch's first click whose events haven't been emitted yet. */
  next_event: number | null
}

/** How far the rows of past days have been compacted to what queries read. */
export interface CompactionPositionTable {
  /** The table: `link_days`. */
  name: string
  /** The day that is being compacted: all earlier days are done. */
  day: string
  /** The last link of that day whose row has been compacted. */
  link_id: number
}

/** A webhook endpoint: an address that receives an account's events. */
export interface WebhookEndpointTable {
  id: Generated<number>
  public_id: string
  user_id: number
  /** `dashboard`: created by its owner. `automation`: subscribed over the API; ends with its credential. */
  source: string
  /** The API key or the OAuth application that subscribed it, or neither. */
  key_id: string | null
  app_id: string | null
  /** The member who connected that application; null in a personal workspace: its person. */
  person_id: number | null
  url: string
  /** SHA-256 in hexadecimal of the URL as it is requested: the same for all spellings of it. */
  url_hash: string
  description: string
  /** Space-separated. */
  events: string
  /** JSON, from oldest to newest: each secret is sealed, with its expiry (null for the newest). */
  secrets: string
  disabled_at: number | null
  /** `owner`, `gone` (it answered 410 Gone) or `failing` (for five days). */
  disabled_reason: string | null
  /**
   * When the owner was last notified that it was disabled. If that was before `disabled_at`, a notification
   * is due, at most one a day.
   */
  owner_mailed_at: number | null
  /** When the first attempt failed after the last successful one. */
  failing_since: number | null
  /** The process that may send to it, and until when by the database's clock: only one does at a time. */
  leased_by: string | null
  leased_until: number | null
  created_at: number
  updated_at: number
  /** When it was deleted. Its deliveries are deleted in batches afterwards. */
  deleted_at: number | null
}

/** An event, as its subscribers receive it. */
export interface WebhookEventTable {
  /** Ascending in the order of insertion. */
  id: Generated<number>
  public_id: string
  type: string
  /** The request body, byte for byte. */
  body: string
  created_at: number
}

/** One event for one endpoint, and its outcome. */
export interface WebhookDeliveryTable {
  event_id: number
  endpoint_id: number
  /** When the next attempt is due: 0 before the first attempt, null once the delivery has ended. */
  next_at: Generated<number | null>
  /** Attempts in the current run of the retry schedule. */
  tries: Generated<number>
  /** Whether it ended without success. */
  failed: Generated<number>
  /** JSON: the outcome of each attempt, as `events/attempts.ts` writes it. */
  attempts: Generated<string>
}

/** Events of one account, written once, to be expanded into deliveries to the endpoints subscribed then. */
export interface WebhookFanoutTable {
  /** Ascending in the order of insertion. */
  id: Generated<number>
  user_id: number
  /** JSON: the endpoints, each with the types it subscribes to, as `events/fanout.ts` writes it. */
  endpoints: string
  /** JSON: the events, as `events/fanout.ts` writes them. */
  content: string
  /** How many of its entries have been expanded. */
  next: Generated<number>
  created_at: number
}

/** A visitor's report of a harmful link or microsite. */
export interface ReportTable {
  id: string
  /** The owner of the link or microsite. */
  user_id: number
  /** Exactly one of these two is set. */
  link_id: number | null
  microsite_id: number | null
  /** The link's destination at the time; null for a microsite. */
  destination: string | null
  /** Where else the link led then, as a list of JSON; null for a microsite, or from an older version. */
  other_destinations: string | null
  reason: string
  details: string
  email: string | null
  /** A pseudonym for the IP address that it came from, which isn't stored. */
  reporter: string
  created_at: number
  closed_at: number | null
  /** `dismissed`, `blocked` or `account_blocked`. */
  outcome: string | null
  /** The public id of the administrator who closed it. */
  closed_by: string | null
  note: string | null
}

/** An owner's appeal against a block. */
export interface AppealTable {
  id: string
  user_id: number
  /** Both null: the appeal is about the account. */
  link_id: number | null
  microsite_id: number | null
  /** The reason for the block, as the owner saw it. */
  reason: string
  message: string
  /** Where the link led when it was reported, blocked or appealed for, as a list of JSON; null without a link. */
  destinations: string | null
  created_at: number
  decided_at: number | null
  /** `upheld` or `lifted`. */
  outcome: string | null
  /** The public id of the administrator who decided. */
  decided_by: string | null
  answer: string | null
}

export interface IdempotencyKeyTable {
  user_id: number
  /** As sent; followed by a line break and the credential if another one of the account used it first. */
  key: string
  /** The credential that used the key; null in rows of an older version, where keys belonged to accounts. */
  credential: string | null
  request_hash: string
  /** JSON; empty while the first request is running. */
  result: string
  /** That of the first request; null if it changed nothing that can be undone. */
  undo_token: string | null
  created_at: number
}

/** The windows of the rate limits, on PostgreSQL only: a single process keeps them in memory. */
export interface RateWindowTable {
  key: string
  admissions: string
  used_at: number
}

/** A lease for work that one node at a time does for all. */
export interface LeaseTable {
  name: string
  /** The process that holds it. */
  holder: string
  until: number
}

/**
 * Announcements of what other processes must drop from their caches, on SQLite. PostgreSQL's table of this
 * name has other columns (`postgres/change-log.ts`).
 */
export interface ChangeTable {
  id: Generated<number>
  topic: string
  at: number
}
