// Links filtered by tags on both engines: how long a page takes, and whether the totals are right.
import { startPostgres } from '../../test/servers/postgres.ts'
import { pinPostgres, serverCore } from '../cores.ts'
import { type DataSet, email } from '../data/data-sets.ts'
import { fillTags, tagsFor } from '../data/fill-tags.ts'
import { ask, repeat, timesOf, warmUp } from '../queries.ts'
import { atMost, type Row, spreadOf, under } from '../report/measurements.ts'
import type { Bench, Section } from '../section.ts'
import { type Server, startLinnet } from '../servers.ts'

export const tags: Section = {
  name: 'tags',
  title: 'Filtering links by tags',
  method: `\`GET /v2/links?tag=\` among 1,000,000 links of one account, of which every hundredth is archived, from one client,
one query after another. Tags have 1, 1,000, 100,000 and 900,000 links. Each kind has some 300 queries, or as many as
fit into 10 seconds: with every status, in both orders, on the first page, in the middle and at the end, in turn. The
first query for each tag, after which a process has its links in memory, is measured apart. Totals are compared with
those that follow from how the tags were given. PostgreSQL and its processes share the server's core.`,

  async measure(bench) {
    const { manyLinks } = bench.options
    const rows = await tagsOn('SQLite', await bench.dataSets.copy({ links: manyLinks }), bench)
    const postgres = await startPostgres()
    try {
      const data = await bench.dataSets.onPostgres(postgres.url, { links: manyLinks })
      await pinPostgres(serverCore, postgres.url)
      rows.push(...(await tagsOn('PostgreSQL', data, bench)))
    } finally {
      await postgres.stop()
    }
    return { rows, notes: [] }
  },
}

/** Combinations of tags, with a test of whether a link has them, by its number. */
const kinds: Record<string, { names: string[]; has(id: number, links: number): boolean }[]> = {
  'one tag': [
    { names: ['one'], has: (id, links) => id === Math.ceil(links / 2) },
    { names: ['thousandth'], has: (id) => id % 1000 === 7 },
    { names: ['tenth'], has: (id) => id % 10 === 7 },
    { names: ['most'], has: (id) => id % 10 !== 3 },
  ],
  'two tags': [
    { names: ['most', 'nearly all'], has: (id) => id % 10 !== 3 && id % 10 !== 5 },
    { names: ['tenth', 'another tenth'], has: (id) => id % 100 === 7 },
    { names: ['nearly all', 'thousandth'], has: (id) => id % 1000 === 7 },
  ],
  'three tags': [
    { names: ['most', 'nearly all', 'tenth'], has: (id) => id % 10 === 7 },
    { names: ['most', 'tenth', 'another tenth'], has: (id) => id % 100 === 7 },
    { names: ['nearly all', 'another tenth', 'thousandth'], has: (id) => id % 1000 === 7 },
  ],
}

const statuses = ['active', 'all', 'archived'] as const
const isArchived = (id: number) => id % 100 === 9

function totalOf(
  has: (id: number, links: number) => boolean,
  status: (typeof statuses)[number],
  links: number,
): number {
  let total = 0
  for (let id = 1; id <= links; id++)
    if ((status === 'all' || isArchived(id) === (status === 'archived')) && has(id, links)) total++
  return total
}

async function tagsOn(engine: string, data: DataSet, { options }: Bench): Promise<Row[]> {
  await fillTags(data.settings, email, tagsFor(options.manyLinks))
  const server = await startLinnet(data.settings)
  try {
    if (options.warmUpSeconds > 0) await warmUp(server, data.key)
    const rows = [await firstQueries(server, data.key, engine, options.manyLinks)]
    let wrong = 0
    for (const [kind, combinations] of Object.entries(kinds)) {
      const queries = combinations.flatMap(({ names, has }) =>
        statuses.flatMap((status) => variantsOf(names, status, totalOf(has, status, options.manyLinks))),
      )
      const times = await repeat(
        { queries: options.queries, seconds: options.querySeconds },
        async (number) => {
          const { path, total } = queries[number % queries.length] as (typeof queries)[number]
          const answer = await ask<{ total: number }>(server, data.key, path)
          if (answer.body.total !== total) wrong++
          return answer
        },
      )
      const { p50, p99 } = timesOf(times)
      rows.push(
        { figure: `${engine}: ${kind}, p50`, unit: 'ms', spread: spreadOf([p50]) },
        { figure: `${engine}: ${kind}, p99`, unit: 'ms', spread: spreadOf([p99]), target: under(30) },
      )
    }
    rows.push({
      figure: `${engine}: totals that differ`,
      unit: '',
      spread: spreadOf([wrong]),
      target: atMost(0),
    })
    return rows
  } finally {
    await server.end()
    data.remove()
  }
}

/** Pages at the beginning, in the middle and at the end, in both orders. */
function variantsOf(names: string[], status: string, total: number) {
  const filter = names.map((name) => `tag=${encodeURIComponent(name)}`).join('&')
  const last = Math.max(1, Math.ceil(total / 50))
  return ['newest', 'oldest'].flatMap((sort) =>
    [1, Math.ceil(last / 2), last].map((page) => ({
      path: `/links?limit=50&${filter}&status=${status}&sort=${sort}&page=${page}`,
      total,
    })),
  )
}

/** How long the slowest of the first queries for each tag takes. */
async function firstQueries(server: Server, key: string, engine: string, links: number): Promise<Row> {
  const times: number[] = []
  for (const { name } of tagsFor(links))
    times.push((await ask(server, key, `/links?tag=${encodeURIComponent(name)}`)).milliseconds)
  return {
    figure: `${engine}: first query for each tag, the slowest`,
    unit: 'ms',
    spread: spreadOf([Math.max(...times)]),
  }
}
