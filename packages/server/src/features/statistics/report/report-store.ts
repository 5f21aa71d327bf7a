// The SQL of one report: the sums of its days, and single clicks in parts that are soon read.
import type { Database, Query } from '../../../db/database.ts'
import { daysOf, type Range } from '../ranges.ts'

/** What is summed up of a day (UTC), of a link or of the account. */
export interface SummedDay {
  day: string
  clicks: number
  bots: number
  scans: number
  visitors: number
  counts: string
}

export interface AccountDay extends SummedDay {
  most_clicked: string
}

// A row has some 10 KB at most: so many are read, and looked at, without anybody waiting for it.
const daysAtOnce = 100
// Many blocks are of few clicks, where clicks come one by one.
const blocksListed = 5000
const partBlocks = 250
const partClicks = 10_000

const summed = ['day', 'clicks', 'bots', 'scans', 'visitors', 'counts'] as const

export class ReportStore {
  private readonly query: Query

  constructor(
    db: Database,
    private readonly userId: number,
  ) {
    this.query = db.readReplica(db.readInWorker(userId))
  }

  /** The days of the account on which something was clicked, some at a time. */
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

  /** The same of a link. */
  async *linkDays(linkId: number, range: Range): AsyncGenerator<SummedDay[]> {
    const days = daysOf(range)
    for (let first = 0; first < days.length; first += daysAtOnce)
      yield await this.query
        .selectFrom('link_days')
        .select(summed)
        .where('day', 'in', days.slice(first, first + daysAtOnce))
        .where('link_id', '=', linkId)
        .execute()
  }

  /** How much was clicked in the account on each day. */
  async accountClicks({ start, end }: Range): Promise<{ day: string; clicks: number }[]> {
    return await this.query
      .selectFrom('account_days')
      .select(['day', 'clicks'])
      .where('user_id', '=', this.userId)
      .where('day', '>=', start)
      .where('day', '<=', end)
      .execute()
  }

  /** Single clicks of a day (UTC) as they are stored, the newest first. */
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
      for (const ids of partsOf(listed)) yield await this.contents(day, ids)
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

/** Blocks of so few clicks that they are read at once. */
function* partsOf(blocks: { id: number; clicks: number }[]): Generator<number[]> {
  let part: number[] = []
  let clicks = 0
  for (const block of blocks) {
    if (part.length > 0 && (part.length === partBlocks || clicks + block.clicks > partClicks)) {
      yield part
      part = []
      clicks = 0
    }
    part.push(block.id)
    clicks += block.clicks
  }
  if (part.length > 0) yield part
}
