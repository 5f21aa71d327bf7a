// The SQL of the statistics of tagged links: sums of the days of links that have all of some tags.
import { type RawBuilder, sql } from 'kysely'
import type { Database, Query } from '../../db/database.ts'
import type { DayRow } from './store.ts'

/** A tag by its number, and how many links have it. */
export interface StatisticsTag {
  id: number
  links: number
}

/** The breakdowns of a link's day. */
export interface CountedDay {
  day: string
  link_id: number
  counts: string
}

// With at most as many links, their rows are looked up day by day; with more, the rows of each day are compared with the tag.
const mostLookedUp = 2000

export class TaggedStore {
  constructor(private readonly db: Database) {}

  /** The sums of each day. */
  async days(userId: number, tags: readonly StatisticsTag[], days: readonly string[]): Promise<DayRow[]> {
    const { rows } = await sql<DayRow>`
      select day, sum(clicks) as clicks, sum(bots) as bots, sum(visitors) as visitors
      from ${taggedDays(tags, days)} group by day
    `.execute(this.reading(userId))
    return rows.map(({ day, clicks, bots, visitors }) => ({
      day,
      clicks: Number(clicks),
      bots: Number(bots),
      visitors: Number(visitors),
    }))
  }

  /** The links with the most clicks on these days. */
  async mostClicked(
    userId: number,
    tags: readonly StatisticsTag[],
    days: readonly string[],
    limit: number,
  ): Promise<[linkId: number, clicks: number][]> {
    const { rows } = await sql<{ link_id: number; clicks: number }>`
      select link_days.link_id, sum(clicks) as clicks
      from ${taggedDays(tags, days)} group by link_days.link_id
      order by clicks desc, link_days.link_id desc limit ${limit}
    `.execute(this.reading(userId))
    return rows.map(({ link_id, clicks }) => [link_id, Number(clicks)])
  }

  /** The breakdowns of links on a day, after the link with this number. */
  async breakdowns(
    userId: number,
    tags: readonly StatisticsTag[],
    { day, after, limit }: { day: string; after: number; limit: number },
  ): Promise<CountedDay[]> {
    const { rows } = await sql<CountedDay>`
      select day, link_days.link_id, counts
      from ${taggedDays(tags, [day])} and link_days.link_id > ${after}
      order by link_days.link_id limit ${limit}
    `.execute(this.reading(userId))
    return rows
  }

  private reading(userId: number): Query {
    return this.db.readReplica(this.db.readInWorker(userId))
  }
}

/** Tables and conditions for the days of links that have all of the tags. SQLite reads them in the order of a cross join. */
function taggedDays(tags: readonly StatisticsTag[], days: readonly string[]): RawBuilder<unknown> {
  const [rarest, ...others] = tags.toSorted((one, other) => one.links - other.links)
  const inOrder =
    (rarest?.links ?? 0) <= mostLookedUp
      ? sql`link_tags cross join link_days`
      : sql`link_days cross join link_tags`
  const alsoTagged = others.map(
    ({ id }) => sql`and exists (
      select 1 from link_tags as other where other.tag_id = ${id} and other.link_id = link_tags.link_id
    )`,
  )
  return sql`
    ${inOrder} where link_tags.tag_id = ${rarest?.id ?? null} and link_days.link_id = link_tags.link_id
    and day in (${sql.join(days)}) ${sql.join(alsoTagged, sql` `)}`
}
