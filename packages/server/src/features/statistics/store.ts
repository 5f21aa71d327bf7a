// The SQL of statistics: sums of days, never individual clicks.
import { sql } from 'kysely'
import type { Database, Query } from '../../db/database.ts'
import { daysOf, type Range } from './ranges.ts'

export interface DayRow {
  day: string
  clicks: number
  bots: number
  visitors: number
}

export interface AccountDayRow extends DayRow {
  /** Hours and breakdowns, as the clicks feature writes them. */
  counts: string
  /** The most clicked links, as the clicks feature writes them. */
  most_clicked: string
}

export class StatisticsStore {
  /** For queries of few rows. */
  private readonly read: Query

  constructor(private readonly db: Database) {
    this.read = db.readReplica(db.read)
  }

  // The rows of a day are stored together, so a link's rows are looked up day by day.
  linkDays(linkId: number, range: Range): Promise<DayRow[]> {
    return this.read
      .selectFrom('link_days')
      .select(['day', 'clicks', 'bots', 'visitors'])
      .where('day', 'in', daysOf(range))
      .where('link_id', '=', linkId)
      .execute()
  }

  async linkCounts(linkId: number, range: Range): Promise<string[]> {
    const rows = await this.read
      .selectFrom('link_days')
      .select('counts')
      .where('day', 'in', daysOf(range))
      .where('link_id', '=', linkId)
      .execute()
    return rows.map(({ counts }) => counts)
  }

  /** The clicks of a link by placement, day by day, as the clicks feature writes them. */
  async linkPlacements(linkId: number, range: Range): Promise<string[]> {
    const rows = await this.read
      .selectFrom('placement_days')
      .select('counts')
      .where('day', 'in', daysOf(range))
      .where('link_id', '=', linkId)
      .orderBy('day')
      .execute()
    return rows.map(({ counts }) => counts)
  }

  async linkTotal(linkId: number): Promise<number> {
    const row = await this.read
      .selectFrom('link_totals')
      .select(sql<number>`clicks + imported`.as('clicks'))
      .where('link_id', '=', linkId)
      .executeTakeFirst()
    return row?.clicks ?? 0
  }

  accountDays(userId: number, { start, end }: Range): Promise<AccountDayRow[]> {
    return this.inWorker(userId)
      .selectFrom('account_days')
      .select(['day', 'clicks', 'bots', 'visitors', 'counts', 'most_clicked'])
      .where('user_id', '=', userId)
      .where('day', '>=', start)
      .where('day', '<=', end)
      .execute()
  }

  /** The clicks of these links, or of other subjects, on these days. */
  async clicksOf(
    userId: number,
    linkIds: number[],
    days: string[],
  ): Promise<[linkId: number, clicks: number][]> {
    if (linkIds.length === 0) return []
    const rows = await this.inWorker(userId)
      .selectFrom('link_days')
      .select('link_id')
      .select((select) => select.fn.sum<number>('clicks').as('clicks'))
      .where('day', 'in', days)
      .where('link_id', 'in', linkIds)
      .groupBy('link_id')
      .execute()
    return rows.map(({ link_id, clicks }) => [link_id, Number(clicks)])
  }

  /** The account's links with the most clicks on these days, found by summing up all links. */
  async sumOfAll(
    userId: number,
    days: string[],
    wanted: number,
  ): Promise<[linkId: number, clicks: number][]> {
    const rows = await this.inWorker(userId)
      .selectFrom('link_days')
      .innerJoin('links', 'links.id', 'link_days.link_id')
      .select('link_days.link_id')
      .select((select) => select.fn.sum<number>('link_days.clicks').as('clicks'))
      .where('link_days.day', 'in', days)
      .where('links.user_id', '=', userId)
      .groupBy('link_days.link_id')
      .orderBy('clicks', 'desc')
      .orderBy('link_days.link_id', 'desc')
      .limit(wanted)
      .execute()
    return rows.map(({ link_id, clicks }) => [link_id, Number(clicks)])
  }

  /** Those of these links that the workspace still has: others were deleted, or moved to another workspace. */
  async owned(userId: number, linkIds: number[]): Promise<Set<number>> {
    const rows = await this.inWorker(userId)
      .selectFrom('links')
      .select('id')
      .where('id', 'in', linkIds)
      .where('user_id', '=', userId)
      .execute()
    return new Set(rows.map(({ id }) => id))
  }

  /** The codes, titles and domains of those of these links that the workspace still has. */
  names(userId: number, linkIds: number[]) {
    return this.inWorker(userId)
      .selectFrom('links')
      .innerJoin('codes', 'codes.link_id', 'links.id')
      .leftJoin('domains', 'domains.id', 'codes.domain_id')
      .select(['links.id', 'links.public_id', 'codes.code', 'links.title', 'domains.name as domain_name'])
      .where('links.id', 'in', linkIds)
      .where('links.user_id', '=', userId)
      .execute()
  }

  /** For queries that may take long. */
  private inWorker(userId: number): Query {
    return this.db.readReplica(this.db.readInWorker(userId))
  }
}
