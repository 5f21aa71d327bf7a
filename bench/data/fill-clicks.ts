// Fills a database with clicks of past days through the product's own code, as if they had been counted each day.
import { openThreadDatabase } from '../../packages/server/src/db/open.ts'
import { blocksOf } from '../../packages/server/src/features/clicks/click-blocks.ts'
import {
  batchClicks,
  ClickBatch,
  type NumberedClick,
} from '../../packages/server/src/features/clicks/counting/click-batch.ts'
import { Tally } from '../../packages/server/src/features/clicks/counting/tally.ts'
import { packCountry } from '../../packages/server/src/features/clicks/journal/format.ts'
import { ClickStore } from '../../packages/server/src/features/clicks/store.ts'
import { createRefererHost } from '../../packages/server/src/features/clicks/visitors/referers.ts'
import { createLog } from '../../packages/server/src/platform/observability/log.ts'
import { utcDay } from '../../packages/server/src/platform/time/clock.ts'
import { randomsOf, shuffled, zipf } from './random.ts'
import { browsers, directShare, referers } from './visitors.ts'

export interface ClickFill {
  dataDirectory: string
  /** The links 1 to `links` of the account 1, which fillLinks created in an empty database. */
  links: number
  count: number
  /** The number of days, the last of which is today (UTC). */
  days: number
  /** `postgres://…`; null or left out for SQLite in `dataDirectory`. */
  databaseUrl?: string | null
  /** Keeps single clicks too. */
  keepClicks?: boolean
}

const dayMilliseconds = 86_400_000
const addresses = 10_000
const countries = [
  'US',
  'US',
  'US',
  'GB',
  'GB',
  'DE',
  'DE',
  'FR',
  'ID',
  'IN',
  'BR',
  'JP',
  'CA',
  'NL',
  'ES',
  'ZZ',
]
/** The clicks in one batch of the click worker. */
export const batchSize = Math.floor(batchClicks * 0.9)
// Links written in one transaction.
const partLinks = 5000

/** Counts the clicks day by day; links are clicked by Zipf's law with s = 1. Each run gives the same clicks. */
export async function fillClicks({
  dataDirectory,
  links,
  count,
  days,
  databaseUrl = null,
  keepClicks = false,
}: ClickFill): Promise<void> {
  const db = await openThreadDatabase(
    { databaseUrl, dataDirectory, writerQueue: null },
    'click worker',
    createLog('error'),
  )
  const store = new ClickStore(db)
  const batch = new ClickBatch()
  const random = randomsOf(7)
  const order = shuffled(links, random)
  const rank = zipf(links, random)
  const clickOf = clicks(batch, random)
  const today = Math.floor(Date.now() / dayMilliseconds)
  try {
    for (let day = 0; day < days; day++) {
      const start = (today - days + 1 + day) * dayMilliseconds
      // Today's clicks are in the past, too.
      const length = Math.min(dayMilliseconds, Date.now() - start)
      const ofDay = Math.floor(((day + 1) * count) / days) - Math.floor((day * count) / days)
      const clicked = Uint32Array.from({ length: ofDay }, () => order[rank()] as number)
      // Divided by links instead of hours, so that no row is written twice.
      const batches = Math.ceil(ofDay / batchSize)
      for (let number = 0; number < batches; number++) {
        batch.clear()
        for (const link of clicked)
          if (link % batches === number) {
            const click = clickOf(link, start, length)
            if (!batch.takes(click.at)) throw new Error('a batch is too small for its share of the links')
            batch.add(click)
          }
        await write(store, batch, utcDay(start), keepClicks)
      }
    }
  } finally {
    await db.close()
  }
}

async function write(store: ClickStore, batch: ClickBatch, day: string, keepClicks: boolean): Promise<void> {
  const tally = new Tally(batch)
  const progress = { position: { segment: 0, offset: 0 }, batch: null }
  let before = await store.progress('bench')
  for (let next = 0; ; ) {
    const part = tally.part(next, partLinks)
    if (part.links.length === 0) return
    const blocks = keepClicks ? blocksOf(batch, part.accounts, new Map()) : []
    await store.advance('bench', before, progress, (tx) => store.count(tx, { ...part, day, blocks }))
    before = progress
    next = (part.links.at(-1)?.linkId ?? 0) + 1
  }
}

function clicks(
  batch: ClickBatch,
  random: () => number,
): (link: number, start: number, length: number) => NumberedClick {
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <Value>(list: readonly Value[]) => list[below(list.length)] as Value
  const hosts = referers.map(createRefererHost(new Set()))
  return (link, start, length) => {
    const address = below(addresses)
    return {
      at: start + below(length),
      linkId: 1 + link,
      userId: 1,
      visitorHigh: Math.imul(address, 0x9e3779b1) >>> 0,
      // Each day has another salt, and so another hash.
      visitorLow: Math.floor(start / dayMilliseconds),
      agent: batch.numbers.agent(pick(browsers)),
      site: batch.numbers.site(random() < directShare ? '' : pick(hosts)),
      country: batch.numbers.country(packCountry(countries[address % countries.length] as string)),
      qr: random() < 0.05,
      choice: 0,
      placement: 0,
    }
  }
}
