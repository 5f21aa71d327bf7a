// The SQL of one report: the sums of its days, and individual clicks in small batches.
import type { Database, Query } from '../../../db/database.ts'
import { daysOf, type Range } from '../ranges.ts'

/** The sums of a UTC day, of a link or of the account. */
export interface SummedDay {
  day: string
  clicks: number
  bots: number
  scans: number
  visitors: number
  counts: string
  /** The clicks by placement, of a link that has any that day. */
  placements?: string | null
}

export interface AccountDay extends SummedDay {
  most_clicked: string
}

// A row has at most about 10 KB, so reading and counting this many delays nothing.
const daysAtOnce = 100
// If clicks come one by one, there are many blocks with few clicks each.
const blocksListed = 5000
const batchBlocks = 250
const batchClicks = 10_000

const summed = ['day', 'clicks', 'bots', 'scans', 'visitors', 'counts'] as const

export class ReportStore {
  private readonly query: Query

  constructor(
    db: Database,
    private readonly userId: number,
  ) {
    this.query = db.readReplica(db.readInWorker(userId))
  }

  /** The account's days with clicks, some at a time. */
  async *accountDays({ start, end }: Range): AsyncGenerator<AccountDay[]> {
    for (let after = ''; ; ) {
      const rows = await this.query
        .selectFrom('account_days')
        .select([...summed, 'most_clicked'])
        .where('user_id', '=', this.userId)
        .where('day', '>=', start)
        .where('day', '>', after)
        .where('day', '<=', end)
        .orderBy('day')
        .limit(daysAtOnce)
        .execute()
      yield rows
      if (rows.length < daysAtOnce) return
      after = rows.at(-1)?.day ?? end
    }
  }

  /** The same for a link. */
  async *linkDays(linkId: number, range: Range): AsyncGenerator<SummedDay[]> {
    const days = daysOf(range)
    for (let first = 0; first < days.length; first += daysAtOnce)
      yield await this.query
        .selectFrom('link_days')
        .leftJoin('placement_days', (join) =>
          join
            .onRef('placement_days.day', '=', 'link_days.day')
            .onRef('placement_days.link_id', '=', 'link_days.link_id'),
        )
        .select(summed.map((column) => `link_days.${column}` as const))
        .select('placement_days.counts as placements')
        .where('link_days.day', 'in', days.slice(first, first + daysAtOnce))
        .where('link_days.link_id', '=', linkId)
        .execute()
  }

  /** The number of the account's clicks on each day. */
  async accountClicks({ start, end }: Range): Promise<{ day: string; clicks: number }[]> {
    return await this.query
      .selectFrom('account_days')
      .select(['day', 'clicks'])
      .where('user_id', '=', this.userId)
      .where('day', '>=', start)
      .where('day', '<=', end)
      .execute()
  }

  /** Individual clicks of a day (UTC) as they are stored, the newest first. */
  async *blocks(day: string): AsyncGenerator<string[]> {
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const listed = await this.query
        .selectFrom('click_blocks')
        .select(['id', 'clicks'])
        .where('day', '=', day)
        .where('user_id', '=', this.userId)
        .where('id', '<', before)
        .orderBy('id', 'desc')
        .limit(blocksListed)
        .execute()
      for (const ids of batchesOf(listed)) yield await this.contents(day, ids)
      if (listed.length < blocksListed) return
      before = listed.at(-1)?.id ?? 0
    }
  }

  private async contents(day: string, ids: number[]): Promise<string[]> {
    const rows = await this.query
      .selectFrom('click_blocks')
      .select('content')
      .where('day', '=', day)
      .where('id', 'in', ids)
      .orderBy('id', 'desc')
      .execute()
    return rows.map(({ content }) => content)
  }
}

/** Batches of blocks with few enough clicks to be read at once. */
function* batchesOf(blocks: { id: number; clicks: number }[]): Generator<number[]> {
  let batch: number[] = []
  let clicks = 0
  for (const block of blocks) {
    if (batch.length > 0 && (batch.length === batchBlocks || clicks + block.clicks > batchClicks)) {
      yield batch
      batch = []
      clicks = 0
    }
    batch.push(block.id)
    clicks += block.clicks
  }
  if (batch.length > 0) yield batch
}
