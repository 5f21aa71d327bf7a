// The SQL of the settings of domains.
import { sql } from 'kysely'
import type { Database, Query } from '../../../db/database.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { locationOf } from '../../../platform/net/location-header.ts'
import { type DomainFile, type DomainSettings, defaultSettings, domainFiles } from './settings.ts'

/** The settings of one domain, without the content of its files. */
export interface SettingsRow {
  domain_id: number
  settings: string
  case_insensitive: number
  has_robots: number
  has_apple_app_site_association: number
  has_assetlinks: number
}

/** What the column `settings` holds. */
export type StoredSettings = Omit<DomainSettings, 'caseInsensitive' | 'files'>

// A row is at most some kilobytes.
const readAtOnce = 500

const topicStart = 'domain-settings:'

/** The topic announced when a domain's settings change. */
export function settingsTopic(domainId: number): string {
  return topicStart + domainId
}

export class SettingsStore {
  /** The settings of a domain; undefined if nobody has set any. At once on SQLite. */
  readonly of: (domainId: number) => MaybePromise<SettingsRow | undefined>

  constructor(private readonly db: Database) {
    this.of = db.prepare(rows(db.read).where('domain_id', '=', 0))
  }

  /** Calls `listener` with the domain whose settings have changed; null: any may have. */
  subscribe(listener: (domainId: number | null) => void): void {
    this.db.subscribe((topic) => {
      if (topic === null) listener(null)
      else if (topic.startsWith(topicStart)) listener(Number(topic.slice(topicStart.length)))
    })
  }

  /** The settings of the domains after this one, in the order of their numbers. */
  after(domainId: number): Promise<SettingsRow[]> {
    return rows(this.db.read)
      .where('domain_id', '>', domainId)
      .orderBy('domain_id')
      .limit(readAtOnce)
      .execute()
  }
}

function rows(query: Query) {
  return query
    .selectFrom('domain_settings')
    .select(['domain_id', 'settings', 'case_insensitive'])
    .select(domainFiles.map((file) => presence(file).as(`has_${file}` as const)))
}

function presence(file: DomainFile) {
  return sql<number>`case when ${sql.ref(file)} is null then 0 else 1 end`
}

/** The settings as they stay in memory. */
export function settingsOfRow(row: SettingsRow): DomainSettings {
  const stored = JSON.parse(row.settings) as Partial<StoredSettings>
  const [rootUrl, notFoundUrl, endedUrl] = [stored.rootUrl, stored.notFoundUrl, stored.endedUrl].map(
    (address) => (address ? locationOf(address) : null),
  ) as [string | null, string | null, string | null]
  return {
    ...defaultSettings,
    ...stored,
    ...{ rootUrl, notFoundUrl, endedUrl },
    caseInsensitive: row.case_insensitive === 1,
    files: new Set(domainFiles.filter((file) => row[`has_${file}`] === 1)),
  }
}
