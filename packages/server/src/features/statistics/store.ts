// The SQL of reading statistics: sums per day, never single clicks.
import type { Database } from '../../db/database.ts'

export interface DayRow {
  day: string
  clicks: number
  bots: number
  visitors: number
}

export interface Range {
  start: string
  end: string
}

export class StatisticsStore {
  constructor(private readonly db: Database) {}

  linkDays(linkId: number, { start, end }: Range): Promise<DayRow[]> {
    return this.db.read
      .selectFrom('link_days')
      .select(['day', 'clicks', 'bots', 'visitors'])
      .where('link_id', '=', linkId)
      .where('day', '>=', start)
      .where('day', '<=', end)
      .execute()
  }

  async linkBreakdowns(linkId: number, { start, end }: Range): Promise<string[]> {
    const rows = await this.db.read
      .selectFrom('link_days')
      .select('breakdowns')
      .where('link_id', '=', linkId)
      .where('day', '>=', start)
      .where('day', '<=', end)
      .execute()
    return rows.map(({ breakdowns }) => breakdowns)
  }

  async linkTotal(linkId: number): Promise<number> {
    const row = await this.db.read
      .selectFrom('link_totals')
      .select('clicks')
      .where('link_id', '=', linkId)
      .executeTakeFirst()
    return row?.clicks ?? 0
  }

  accountDays(userId: number, { start, end }: Range): Promise<DayRow[]> {
    return this.db.readAside
      .selectFrom('account_days')
      .select(['day', 'clicks', 'bots', 'visitors'])
      .where('user_id', '=', userId)
      .where('day', '>=', start)
      .where('day', '<=', end)
      .execute()
  }

  async accountBreakdowns(userId: number, { start, end }: Range): Promise<string[]> {
    const rows = await this.db.readAside
      .selectFrom('account_days')
      .select('breakdowns')
      .where('user_id', '=', userId)
      .where('day', '>=', start)
      .where('day', '<=', end)
      .execute()
    return rows.map(({ breakdowns }) => breakdowns)
  }

  /** The most clicked links of an account in a range of days, the most clicked first. */
  mostClicked(userId: number, { start, end }: Range, most: number) {
    return this.db.readAside
      .selectFrom('link_days')
      .innerJoin('links', 'links.id', 'link_days.link_id')
      .innerJoin('codes', 'codes.link_id', 'links.id')
      .leftJoin('domains', 'domains.id', 'codes.domain_id')
      .select(['codes.code', 'links.title', 'domains.name as domain_name'])
      .select((select) => select.fn.sum<number>('link_days.clicks').as('clicks'))
      .where('links.user_id', '=', userId)
      .where('link_days.day', '>=', start)
      .where('link_days.day', '<=', end)
      .groupBy(['links.id', 'codes.code', 'links.title', 'domains.name'])
      .orderBy('clicks', 'desc')
      .orderBy('links.id', 'desc')
      .limit(most)
      .execute()
  }
}
