// The tables, as both databases hold them: times in Unix seconds, flags as 0 or 1, days as `YYYY-MM-DD`.
import type { Generated } from 'kysely'

export interface Schema {
  users: UserTable
  sessions: SessionTable
  known_devices: KnownDeviceTable
  one_time_links: OneTimeLinkTable
  passkeys: PasskeyTable
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
  links: LinkTable
  codes: CodeTable
  link_totals: LinkTotalTable
  imported_links: ImportedLinkTable
  link_days: LinkDayTable
  account_days: AccountDayTable
  click_blocks: ClickBlockTable
  visitor_salts: VisitorSaltTable
  journal_positions: JournalPositionTable
  compaction_positions: CompactionPositionTable
  microsites: MicrositeTable
  components: ComponentTable
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

export interface UserTable {
  id: Generated<number>
  public_id: string
  email: string
  name: string
  avatar_url: string | null
  password_hash: string
  plan: string
  is_admin: number
  email_verified_at: number | null
  created_at: number
  /** What one-time codes are made of, sealed by `platform/security/secrets.ts`; null without a second factor. */
  totp_secret: string | null
  /** The last span of 30 seconds whose code was used: none is taken twice. */
  totp_last_step: number | null
  /** From when on the account is nobody's; what it owned is deleted piece by piece. */
  deleted_at: number | null
  /** Since when, and why, an administrator has blocked the account; null where none has. */
  blocked_at: number | null
  blocked_reason: string | null
  /** From when on its links are no stranger's; null: until the account is old enough. */
  trusted_at: number | null
}

export interface SessionTable {
  /** SHA-256 of the cookie's value, in hexadecimal, as of every secret below. */
  token_hash: string
  id: string
  user_id: number
  address: string
  user_agent: string
  created_at: number
  /** Exact to some minutes. */
  last_seen_at: number
  expires_at: number
  /** When a password or passkey was checked last; null: not since the session began. */
  authenticated_at: number | null
}

/** A browser in which somebody has signed in before: strangers' failed tries do not count against it. */
export interface KnownDeviceTable {
  token_hash: string
  user_id: number
  last_used_at: number
}

/** What an address that works once stands for: a confirmation, a reset, an invitation, the set-up, a challenge. */
export interface OneTimeLinkTable {
  token_hash: string
  purpose: string
  user_id: number | null
  /** Whom it is for, such as an e-mail address; limits count by it. */
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
  /** Base64url, as WebAuthn writes it. */
  credential_id: string
  public_key: Uint8Array
  counter: number
  /** Separated by spaces. */
  transports: string
  name: string
  created_at: number
  last_used_at: number | null
}

export interface RecoveryCodeTable {
  user_id: number
  code_hash: string
  used_at: number | null
}

/** A line of the account's audit log. */
export interface AuditEventTable {
  id: string
  user_id: number
  at: number
  action: string
  /** JSON: a flat object of texts. */
  detail: string
  address: string
  user_agent: string
}

/** What the instance knows of itself, by name. */
export interface InstanceFactTable {
  name: string
  value: string
}

/** An OAuth application. Its id is its `client_id`. */
export interface OauthAppTable {
  id: string
  /** `account`: made by its owner. `registered`: registered itself (RFC 7591). `document`: its id is the address of its metadata. */
  kind: string
  user_id: number | null
  name: string
  homepage: string | null
  confidential: number
  /** A JSON array. */
  redirect_uris: string
  /** Separated by spaces, as in every table. */
  scopes: string
  created_at: number
  updated_at: number
  /** Until when a metadata document need not be fetched again. */
  fresh_until: number | null
  /** When it last got a grant; null where it never did. */
  last_used_at: number | null
  /** From when on it is nobody's; what it holds is deleted piece by piece. */
  deleted_at: number | null
}

export interface OauthSecretTable {
  app_id: string
  secret_hash: string
  hint: string
  created_at: number
  expires_at: number | null
}

/** What an account has allowed an application, whatever becomes of the tokens. */
export interface OauthConsentTable {
  app_id: string
  user_id: number
  scopes: string
  granted_at: number
}

interface Authorization {
  app_id: string
  user_id: number
  redirect_uri: string
  /** Whether the request named it: the exchange must name it then (RFC 6749, section 4.1.3). */
  redirect_uri_given: number
  scopes: string
  code_challenge: string | null
  /** Addresses that the tokens are bound to (RFC 8707), separated by spaces. */
  resource: string | null
  expires_at: number
}

/** An authorization request that waits for its consent, in one session. */
export interface OauthRequestTable extends Authorization {
  id_hash: string
  session_hash: string
  /** As JSON, because it may hold characters that a database does not take. */
  state: string | null
}

export interface OauthCodeTable extends Authorization {
  code_hash: string
  used_at: number | null
  /** What the code was exchanged for. */
  grant_id: string | null
}

/** What one exchange of a code gave an application: all tokens of it end with it. */
export interface OauthGrantTable {
  id: string
  app_id: string
  user_id: number
  scopes: string
  resource: string | null
  created_at: number
  /** Exact to a minute. */
  last_used_at: number | null
  revoked_at: number | null
  /** Of the part that all refresh tokens of the grant begin with. */
  family_hash: string
  /** Of the refresh token that works. */
  refresh_hash: string
  refresh_issued_at: number
  /** JSON: the hashes of those that were exchanged a moment ago, each with when. */
  retired: string
  /** When the refresh token ends, and the grant with it. */
  expires_at: number
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
  name: string
  /** SHA-256 of the key, in hexadecimal. */
  token_hash: string
  hint: string
  /** Separated by spaces. */
  scopes: string
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  /** Exact to a minute. */
  last_used_at: number | null
}

/** How much of a plan's limits an account has used. */
export interface UsageTable {
  user_id: number
  /** `2026-11`, or `all` for what is not counted by the month. */
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
}

/** A name that was a proved domain of somebody, who gave it up: nothing is served there until somebody proves it again. */
export interface FormerDomainTable {
  /** Hashed, for it may be all that is left of a deleted account. */
  name_hash: string
  given_up_at: number
}

export interface LinkTable {
  id: Generated<number>
  public_id: string
  user_id: number
  long_url: string
  title: string
  password_hash: string | null
  disposable: number
  /** When a one-click link had its click. */
  consumed_at: number | null
  adult: number
  expired_at: number | null
  archive_at: string | null
  archived_at: number | null
  /** Code, destination and title in lower case: what a search looks in. */
  search_text: string
  created_at: number
  updated_at: number
  /** Since when, and why, an administrator lets nobody see it; null where none does. */
  blocked_at: number | null
  blocked_reason: string | null
  /** When a visit first met the block list that names its destination, and its owner was told; null: not yet. */
  listed_at: number | null
  /** Since when an administrator answers for its destination, whatever lists and look-alikes say. */
  vouched_at: number | null
}

/** The one namespace of short codes per domain. Domain 0 is the default short domain, whatever it is called. */
export interface CodeTable {
  domain_id: number
  code: string
  /** One of the two. */
  link_id: number | null
  microsite_id: number | null
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
  /** Null for a draft. */
  published_at: number | null
  created_at: number
  updated_at: number
  /** From when on it is nobody's; what was counted of it is deleted piece by piece. So in the next three tables. */
  deleted_at: number | null
  /** Since when, and why, an administrator lets nobody see it; null where none does. */
  blocked_at: number | null
  blocked_reason: string | null
}

/** A part of a microsite. */
export interface ComponentTable {
  id: Generated<number>
  public_id: string
  user_id: number
  microsite_id: number
  kind: string
  /** JSON, as the kind's schema writes it, without the password. */
  data: string
  password_hash: string | null
  tag: string | null
  active: number
  /** Ascending as they are shown. */
  position: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

/** Something that an account's microsites offer. */
export interface ShopItemTable {
  id: Generated<number>
  public_id: string
  user_id: number
  title: string
  /** A decimal number as a string, which both databases keep exactly. */
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
  /** What its files are called by: random, so that nobody finds them who was not told. */
  name: string
  title: string
  /** The ending of its files. */
  format: string
  width: number
  height: number
  /** A JSON array: the widths that it is kept in besides. */
  variants: string
  /** Of all its files. */
  bytes: number
  created_at: number
  deleted_at: number | null
}

/** How QR codes look: of one link, or of all of the account where `link_id` is 0. Null means: as the account's. */
export interface QrSettingsTable {
  user_id: number
  link_id: number
  color: string | null
  /** Empty for none. */
  logo: string | null
  logo_status: string | null
  /** A small PNG. */
  logo_image: Uint8Array | null
  /** When it is to be fetched next; null where it need not be. */
  logo_due_at: number | null
  logo_tries: number
  /** Claims in a row after which the process never reported back. */
  logo_claims: Generated<number>
  /** When the job was given up for good; null once its owner has been notified. */
  logo_given_up_at: number | null
  updated_at: number
}

/** Kept apart from `links`, so that counting never rewrites their wide rows. */
export interface LinkTotalTable {
  link_id: number
  /** That were counted here. */
  clicks: number
  /** That it had in another program, before it came here: part of no day. */
  imported: Generated<number>
}

/** Where a link that came from another program came from, by which it is known when it comes again. */
export interface ImportedLinkTable {
  user_id: number
  domain_id: number
  /** The host and the code that it had there. */
  source: string
  /** A hash of where it led to there: what it leads to here may be changed. */
  destination_mark: number
  link_id: number
}

/** One day of clicks: sums, so that reading them does not cost more the more there were. */
export interface DayColumns {
  day: string
  clicks: number
  bots: number
  scans: number
  visitors: number
  /** Clicks per hour of the day (UTC), referer, location, device and browser, as `clicks/counting/day-sums.ts` writes them. */
  counts: string
}

export interface LinkDayTable extends DayColumns {
  link_id: number
  /** The set of visitors, as `clicks/visitors/unique-visitors.ts` writes it; empty once the day is long over. */
  visitor_sketch: Uint8Array
}

export interface AccountDayTable extends DayColumns {
  user_id: number
  /** The links that were clicked most, as `clicks/counting/most-clicked.ts` reads them. */
  most_clicked: string
}

/**
 * Single clicks of an account on one day, kept for a configurable time: many in one row. On PostgreSQL it is partitioned by
 * the months of the days (`click-months.ts`).
 */
export interface ClickBlockTable {
  id: Generated<number>
  user_id: number
  day: string
  /** How many they are. */
  clicks: number
  /** As `clicks/click-blocks.ts` writes it. */
  content: string
}

/** The day's secret under which visitors are hashed; destroyed when the day is over. */
export interface VisitorSaltTable {
  day: string
  salt: string
}

/** How far a journal's clicks are in the tables above. */
export interface JournalPositionTable {
  journal: string
  segment: number
  offset: number
  /** The end of the batch that has begun here, if one has, and the first of its links that is not counted yet. */
  batch_segment: number | null
  batch_offset: number | null
  next_link: number | null
  /** The first click of that batch, in its order, that no endpoint has been told of yet. */
  next_event: number | null
}

/** How far the rows of days that are over hold only what questions read. */
export interface CompactionPositionTable {
  /** Whose rows: `link_days`. */
  name: string
  /** The day that is being compacted: those before it are. */
  day: string
  /** The last link of that day whose row is. */
  link_id: number
}

/** An address that is told of an account's events. */
export interface WebhookEndpointTable {
  id: Generated<number>
  public_id: string
  user_id: number
  /** `dashboard`: made by its owner. `automation`: subscribed over the API, and not longer than its credential. */
  source: string
  /** The API key that subscribed it; or the OAuth application; or neither. */
  key_id: string | null
  app_id: string | null
  url: string
  /** SHA-256, in hexadecimal, of the address as it is asked: the same for all ways to write it. */
  url_hash: string
  description: string
  /** Separated by spaces. */
  events: string
  /** JSON, the oldest first and the newest last: each sealed, with when it ends (null: the newest). */
  secrets: string
  disabled_at: number | null
  /** `owner`, `gone` (it said so) or `failing` (for five days). */
  disabled_reason: string | null
  /** When the owner was last told that it was disabled; where that was before it was, it is news. One message a day is enough. */
  owner_mailed_at: number | null
  /** Its first failed attempt since the last that succeeded. */
  failing_since: number | null
  /** The process that sends to it, and until when by the database's clock: of many nodes only one does. */
  leased_by: string | null
  leased_until: number | null
  created_at: number
  updated_at: number
  /** From when on it is nobody's; what it was told is deleted piece by piece. */
  deleted_at: number | null
}

/** What happened, as those who listen are told. */
export interface WebhookEventTable {
  /** In the order in which they were written down. */
  id: Generated<number>
  public_id: string
  type: string
  /** What is sent, byte for byte. */
  body: string
  created_at: number
}

/** One event for one endpoint, and what came of it. */
export interface WebhookDeliveryTable {
  event_id: number
  endpoint_id: number
  /** When it is due: 0 where it was never tried, null where it has ended. */
  next_at: Generated<number | null>
  /** Attempts of the present round of retries. */
  tries: Generated<number>
  /** Whether it ended without success. */
  failed: Generated<number>
  /** JSON: what came of each attempt, as `events/attempts.ts` writes it. */
  attempts: Generated<string>
}

/** Events of one account that were written down once, and wait to be expanded to the endpoints that listened to them. */
export interface WebhookFanoutTable {
  /** In the order in which they were written down. */
  id: Generated<number>
  user_id: number
  /** JSON: the endpoints with the types that each asks for, as `events/fanout.ts` writes it. */
  endpoints: string
  /** JSON: the events, as `events/fanout.ts` writes them. */
  content: string
  /** How many of its entries are expanded. */
  next: Generated<number>
  created_at: number
}

/** What somebody says of a link or a microsite that harms. */
export interface ReportTable {
  id: string
  /** Whose link or microsite it is. */
  user_id: number
  /** One of the two. */
  link_id: number | null
  microsite_id: number | null
  /** Where the link led then; null for a microsite. */
  destination: string | null
  reason: string
  details: string
  email: string | null
  /** Stands for the address that it came from, which is not kept. */
  reporter: string
  created_at: number
  closed_at: number | null
  /** `dismissed`, `blocked` or `account_blocked`. */
  outcome: string | null
  /** The public id of the administrator who closed it. */
  closed_by: string | null
  note: string | null
}

/** What the owner of something that is blocked says about that. */
export interface AppealTable {
  id: string
  user_id: number
  /** Neither: the account. */
  link_id: number | null
  microsite_id: number | null
  /** Why it was blocked, as its owner read it. */
  reason: string
  message: string
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
  /** As it was sent; followed by a line break and the credential where another one of the account used it first. */
  key: string
  /** Whose the key is; null in what a version before wrote, to which a key was the account's. */
  credential: string | null
  request_hash: string
  /** JSON; empty while the first request is running. */
  result: string
  created_at: number
}

/** The request limits' windows, on PostgreSQL only: one process alone keeps them in memory. */
export interface RateWindowTable {
  key: string
  admissions: string
  used_at: number
}

/** What one node at a time does for all. */
export interface LeaseTable {
  name: string
  /** A process. */
  holder: string
  until: number
}

/** What other processes must forget from their caches. On SQLite only: PostgreSQL has notifications. */
export interface ChangeTable {
  id: Generated<number>
  topic: string
  at: number
}
