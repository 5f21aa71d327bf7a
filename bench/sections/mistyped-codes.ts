// Measures how fast the code that a visitor probably meant is found, among very many codes on both engines.
import { sqliteFile } from '../../packages/server/src/db/open.ts'
import { lettersOf } from '../../packages/server/src/features/links/mistyped-codes/edits.ts'
import { NeighbourStore } from '../../packages/server/src/features/links/mistyped-codes/neighbour-store.ts'
import { Neighbours } from '../../packages/server/src/features/links/mistyped-codes/neighbours.ts'
import { systemClock } from '../../packages/server/src/platform/time/clock.ts'
import { startPostgres } from '../../test/servers/postgres.ts'
import { pinPostgres, serverCore } from '../cores.ts'
import type { DataSet } from '../data/data-sets.ts'
import { chosenCode, fillCodes } from '../data/fill-codes.ts'
import { openData } from '../data/open-data.ts'
import { randomsOf } from '../data/random.ts'
import { timesOf } from '../queries.ts'
import { atLeast, type Row, spreadOf, under } from '../report/measurements.ts'
import type { Bench, Section } from '../section.ts'
import { onPostgres, onSqlite, type Stored } from '../sizes/stored-bytes.ts'

const searches = 10_000
// Searches until the code has been compiled and much of the index is in memory.
const warmUps = 3_000

export const mistypedCodes: Section = {
  name: 'mistyped-codes',
  title: 'Mistyped codes',
  method: `Finding the code that is one edit away from a mistyped one, among 10,000,000 codes of one domain. Half of these are generated; the
others are words, words with numbers, and invented names. After 3,000 searches to warm up, 10,000 codes are looked up one after
the other, by the server's own code. The process that measures has one core, and PostgreSQL the other. Half of the codes are those
of links with one edit (one character added, missing or different, or two swapped) and must be found. The other half are one edit
away from other chosen codes, which lead nowhere here. No result is cached. The search walks the primary keys of \`codes\` and
\`code_aliases\` and has no index of its own, so it takes no disk space. The size of \`codes\` with its indexes is given for
comparison.`,

  async measure(bench) {
    const links = Math.min(bench.options.manyLinks, 20_000)
    const rows: Row[] = []
    const data = await bench.dataSets.copy({ links })
    rows.push(
      ...(await searchesOn('SQLite', data, bench, async () =>
        onSqlite(sqliteFile(data.settings.DATA_DIR ?? '')),
      )),
    )
    const postgres = await startPostgres()
    try {
      const shared = await bench.dataSets.onPostgres(postgres.url, { links })
      await pinPostgres(serverCore, postgres.url)
      rows.push(...(await searchesOn('PostgreSQL', shared, bench, () => onPostgres(postgres.url))))
    } finally {
      await postgres.stop()
    }
    return { rows, notes: [] }
  },
}

async function searchesOn(
  engine: string,
  data: DataSet,
  { options }: Bench,
  sizes: () => Promise<Stored>,
): Promise<Row[]> {
  const codes = options.storedLinks[2]
  const links = Math.min(options.manyLinks, 2_000)
  const own = await fillCodes(data.settings, { links, codes })
  const db = await openData(data.settings, 2)
  try {
    const neighbours = new Neighbours({
      store: new NeighbourStore(db),
      clock: systemClock,
      ignoresCase: () => false,
    })
    const random = randomsOf(8)
    const times: number[] = []
    let found = 0
    for (let count = -warmUps; count < searches; count++) {
      const isOwn = count % 2 === 0
      const meant = isOwn
        ? (own[Math.floor(random() * own.length)] as string)
        : chosenCode(links + Math.floor(random() * (codes - links)), random)
      const begun = performance.now()
      const neighbour = await neighbours.search(0, edited(meant, random))
      if (count < 0) continue
      times.push(performance.now() - begun)
      if (isOwn && neighbour?.code === meant) found++
    }
    const { p50, p99 } = timesOf(times)
    const { table, indexes } = (await sizes()).tables.get('codes') ?? { table: 0, indexes: 0 }
    return [
      { figure: `${engine}: p50`, unit: 'ms', spread: spreadOf([p50]) },
      { figure: `${engine}: p99`, unit: 'ms', spread: spreadOf([p99]), target: under(2) },
      {
        figure: `${engine}: codes of links found`,
        unit: '%',
        spread: spreadOf([(100 * found) / (searches / 2)]),
        // The rest have a second neighbour, or the typo is itself an existing code.
        target: atLeast(95),
      },
      {
        figure: `${engine}: size of codes with its indexes`,
        unit: 'MB',
        spread: spreadOf([(table + indexes) / 1e6]),
      },
    ]
  } finally {
    await db.close()
    data.remove()
  }
}

/** The code with one typing error. */
function edited(code: string, random: () => number): string {
  const letters = lettersOf(false)
  const at = Math.floor(random() * code.length)
  const letter = letters.charAt(Math.floor(random() * letters.length))
  const [before, after] = [code.slice(0, at), code.slice(at + 1)]
  const kind = Math.floor(random() * 4)
  if (kind === 0) return before + after
  if (kind === 1) return before + letter + code.slice(at)
  if (kind === 2 || after === '') return before + letter + after
  return before + after[0] + code[at] + after.slice(1)
}
