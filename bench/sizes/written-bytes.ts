// How much PostgreSQL writes and computes to count clicks on links that are clicked often or rarely.
import pg from 'pg'
import { postgresPid } from '../cores.ts'
import { cpuSeconds } from '../cpu.ts'
import { batchSize, type ClickFill, fillClicks } from '../data/fill-clicks.ts'
import { type Row, spreadOf } from '../report/measurements.ts'

/** How many links share the clicks of a batch. */
const popularities = [100, 10_000, 1_000_000]

/** Counts a batch of clicks of one day, each time into empty tables. */
export async function writtenForClicks(
  url: string,
  dataDirectory: string,
  mostLinks: number,
): Promise<Row[]> {
  const rows: Row[] = []
  const postmaster = await postgresPid(url)
  const count = Math.min(batchSize, mostLinks)
  for (const links of new Set(popularities.map((each) => Math.min(each, mostLinks)))) {
    const fill: ClickFill = { dataDirectory, databaseUrl: url, links, count, days: 1, keepClicks: true }
    await emptyClicks(url)
    const [log, cpu] = [await writtenAhead(url), cpuSeconds(postmaster)]
    await fillClicks(fill)
    const took = cpuSeconds(postmaster) - cpu
    const written = (await writtenAhead(url)) - log
    const of = `${count.toLocaleString('en')} clicks on ${links.toLocaleString('en')} links at once`
    rows.push(
      row(`PostgreSQL, ${of}: rows of link_days per click`, '', (await linkDays(url)) / count),
      row(`PostgreSQL, ${of}: write-ahead log per click`, 'bytes', written / count),
      row(`PostgreSQL, ${of}: CPU per click`, 'µs', (took / count) * 1e6),
    )
  }
  await emptyClicks(url)
  return rows
}

function row(figure: string, unit: string, value: number): Row {
  return { figure, unit, spread: spreadOf([value]) }
}

async function emptyClicks(url: string): Promise<void> {
  await ask(url, 'truncate link_days, account_days, link_totals, click_blocks, journal_positions')
  // After a checkpoint, whole pages are logged once, so each measurement starts in the same state.
  await ask(url, 'checkpoint')
}

async function linkDays(url: string): Promise<number> {
  return await ask(url, 'select count(*) as number from link_days')
}

/** The position in the write-ahead log, in bytes. */
async function writtenAhead(url: string): Promise<number> {
  return await ask(url, "select pg_current_wal_insert_lsn() - '0/0' as number")
}

async function ask(url: string, question: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ number: string }>(question)
    return Number(rows[0]?.number)
  } finally {
    await client.end()
  }
}
