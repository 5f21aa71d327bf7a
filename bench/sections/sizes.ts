// The disk space of links and clicks on both engines.
import { sqliteFile } from '../../packages/server/src/db/open.ts'
import { startPostgres } from '../../test/servers/postgres.ts'
import { fillClicks } from '../data/fill-clicks.ts'
import { type Row, spreadOf } from '../report/measurements.ts'
import type { Section } from '../section.ts'
import { onPostgres, onSqlite, type Stored } from '../sizes/stored-bytes.ts'
import { writtenForClicks } from '../sizes/written-bytes.ts'

const ofLinks = ['links', 'codes', 'search index']
const ofClicks = ['link_days', 'account_days', 'link_totals', 'click_blocks']
const megabyte = 1e6

/** The sizes before and after the clicks. */
interface Engine {
  name: string
  links: Stored
  clicks: Stored
}

export const sizes: Section = {
  name: 'sizes',
  title: 'Sizes on disk',
  method: `1,000,000 links of one account, then 1,000,000 clicks on them, by Zipf's law (s = 1), over ten days, counted by the
product's own code and with individual clicks kept: each day on which a link is clicked makes a row. Sizes are those
that the engines report (\`dbstat\`; \`pg_table_size\`, which includes data stored outside of the rows, and
\`pg_indexes_size\`), per million. SQLite keeps the rows of \`link_days\` in the index of their key. Visitor sets are
cleared a week after the end of the day. How much PostgreSQL writes and computes per click depends on how many clicks
of a batch share a link. To measure it, a batch of 235,929 clicks by Zipf's law is counted into empty tables, with
individual clicks kept; the write-ahead log contains full pages after a checkpoint, which is the default.`,

  async measure({ options, dataSets }) {
    const { manyLinks: links, manyLinks: count, days: most } = options
    const days = Math.min(10, most)
    const data = await dataSets.copy({ links })
    const postgres = await startPostgres()
    try {
      const dataDirectory = data.settings.DATA_DIR as string
      const file = sqliteFile(dataDirectory)
      const fill = { dataDirectory, links, count, days, keepClicks: true }
      const sqlite = { name: 'SQLite', links: onSqlite(file) }
      await fillClicks(fill)
      const there = await dataSets.onPostgres(postgres.url, { links })
      const shared = { name: 'PostgreSQL', links: await onPostgres(postgres.url) }
      const written = await writtenForClicks(postgres.url, dataDirectory, links)
      await fillClicks({ ...fill, databaseUrl: postgres.url })
      there.remove()
      const millions = { links: links / 1e6, clicks: count / 1e6 }
      return {
        rows: [
          ...rowsOf({ ...sqlite, clicks: onSqlite(file) }, millions),
          ...rowsOf({ ...shared, clicks: await onPostgres(postgres.url) }, millions),
          ...written,
        ],
        notes: [],
      }
    } finally {
      await postgres.stop()
      data.remove()
    }
  },
}

function rowsOf({ name, links, clicks }: Engine, millions: { links: number; clicks: number }): Row[] {
  const parts = (stored: Stored, table: string, count: number, of: string): Row[] => {
    const { table: rows, indexes } = stored.tables.get(table) ?? { table: 0, indexes: 0 }
    const sizes = [
      ['table', rows],
      ['indexes', indexes],
    ] as const
    return sizes.flatMap(([part, bytes]) =>
      bytes > 0 ? [row(`${name}: ${table}, ${part}, per million ${of}`, 'MB', bytes / megabyte / count)] : [],
    )
  }
  return [
    ...ofLinks.flatMap((table) => parts(links, table, millions.links, 'links')),
    ...ofClicks.flatMap((table) => parts(clicks, table, millions.clicks, 'clicks')),
    row(`${name}: rows of link_days per million clicks`, '', clicks.linkDays.rows / millions.clicks),
    row(
      `${name}: visitor sets in link_days, per million clicks`,
      'MB',
      clicks.linkDays.sets / megabyte / millions.clicks,
    ),
  ]
}

function row(figure: string, unit: string, value: number): Row {
  return { figure, unit, spread: spreadOf([value]) }
}
