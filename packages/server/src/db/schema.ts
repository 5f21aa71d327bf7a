// The tables, as both databases hold them: times in Unix seconds, flags as 0 or 1, days as `YYYY-MM-DD`.
import type { Generated } from 'kysely'

export interface Schema {
  users: UserTable
  sessions: SessionTable
  api_keys: ApiKeyTable
  usage: UsageTable
  domains: DomainTable
  links: LinkTable
  codes: CodeTable
  link_totals: LinkTotalTable
  link_days: LinkDayTable
  account_days: AccountDayTable
  click_blocks: ClickBlockTable
  visitor_salts: VisitorSaltTable
  journal_positions: JournalPositionTable
  idempotency_keys: IdempotencyKeyTable
  rate_windows: RateWindowTable
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
}

export interface SessionTable {
  token_hash: string
  user_id: number
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
}

/** The one namespace of short codes per domain. Domain 0 is the default short domain, whatever it is called. */
export interface CodeTable {
  domain_id: number
  code: string
  link_id: number
}

/** Kept apart from `links`, so that counting never rewrites their wide rows. */
export interface LinkTotalTable {
  link_id: number
  clicks: number
}

/** One day of clicks: sums, so that reading them does not cost more the more there were. */
export interface DayColumns {
  day: string
  clicks: number
  bots: number
  scans: number
  visitors: number
  /** Clicks per hour of the day (UTC), referer, location, device and browser, as `clicks/day-sums.ts` writes them. */
  counts: string
}

export interface LinkDayTable extends DayColumns {
  link_id: number
  /** The set of visitors, as `clicks/visitors.ts` writes it. */
  visitor_sketch: Uint8Array
}

export interface AccountDayTable extends DayColumns {
  user_id: number
  /** The links that were clicked most, as `clicks/most-clicked.ts` reads them. */
  most_clicked: string
}

/** Single clicks of an account on one day, kept for a configurable time: many in one row. */
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
}

export interface IdempotencyKeyTable {
  user_id: number
  key: string
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

/** What other processes must forget from their caches. On SQLite only: PostgreSQL has notifications. */
export interface ChangeTable {
  id: Generated<number>
  topic: string
  at: number
}
