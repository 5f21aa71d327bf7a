// Search in one account's links on both engines: how long it takes, and whether the totals are right.
import { startPostgres } from '../../test/servers/postgres.ts'
import { pinPostgres, serverCore } from '../cores.ts'
import type { DataSet } from '../data/data-sets.ts'
import { type Kind, kindsOf, trueTotals } from '../data/search-terms.ts'
import { ask, repeat, timesOf, warmUp } from '../queries.ts'
import { atMost, type Row, spreadOf, under } from '../report/measurements.ts'
import type { Bench, Section } from '../section.ts'
import { type Server, startLinnet } from '../servers.ts'

export const search: Section = {
  name: 'search',
  title: 'Searching links',
  method: `\`GET /v2/links?search=\` among 1,000,000 links of one account, from one client, one query after another. Each kind
of term has some 300 queries, or as many as fit into 10 seconds, which cycle through the terms of that kind. So the
p99 includes the first query for each term, when nothing is cached yet. Totals are compared with an independent count
of all links. PostgreSQL and its processes share the server's core.`,

  async measure(bench) {
    const { manyLinks } = bench.options
    const kinds = kindsOf(manyLinks)
    const truth = trueTotals(
      manyLinks,
      kinds.flatMap(({ terms }) => terms),
    )
    const onSqlite = await bench.dataSets.copy({ links: manyLinks })
    const rows = await searchOn('SQLite', onSqlite, kinds, truth, bench)
    const postgres = await startPostgres()
    try {
      const onPostgres = await bench.dataSets.onPostgres(postgres.url, { links: manyLinks })
      await pinPostgres(serverCore, postgres.url)
      rows.push(...(await searchOn('PostgreSQL', onPostgres, kinds, truth, bench)))
    } finally {
      await postgres.stop()
    }
    return { rows, notes: [] }
  },
}

async function searchOn(
  engine: keyof Kind['limits'],
  data: DataSet,
  kinds: Kind[],
  truth: Map<string, number>,
  { options }: Bench,
): Promise<Row[]> {
  const server = await startLinnet(data.settings)
  try {
    const rows: Row[] = []
    const wrong = new Set<string>()
    if (options.warmUpSeconds > 0) await warmUp(server, data.key)
    for (const kind of kinds)
      rows.push(...(await rowsOf(engine, kind, server, data.key, truth, wrong, options)))
    rows.push({
      figure: `${engine}: terms with a wrong total`,
      unit: '',
      spread: spreadOf([wrong.size]),
      target: atMost(0),
    })
    return rows
  } finally {
    await server.end()
    data.remove()
  }
}

async function rowsOf(
  engine: keyof Kind['limits'],
  { name, limits, terms }: Kind,
  server: Server,
  key: string,
  truth: Map<string, number>,
  wrong: Set<string>,
  { queries, querySeconds }: Bench['options'],
): Promise<Row[]> {
  const times = await repeat({ queries, seconds: querySeconds }, async (number) => {
    const term = terms[number % terms.length] as string
    const path = `/links?search=${encodeURIComponent(term)}`
    const answer = await ask<{ total: number }>(server, key, path)
    if (answer.body.total !== truth.get(term)) wrong.add(term)
    return answer
  })
  const { p50, p99 } = timesOf(times)
  return [
    { figure: `${engine}: ${name}, p50`, unit: 'ms', spread: spreadOf([p50]) },
    {
      figure: `${engine}: ${name}, p99`,
      unit: 'ms',
      spread: spreadOf([p99]),
      target: under(limits[engine]),
    },
  ]
}
