// Redirects with PostgreSQL compared with SQLite, when the codes are cached.

import { loadCore, movePostgres, serverCore } from '../cores.ts'
import { cpuSeconds } from '../cpu.ts'
import { sendLoad } from '../load.ts'
import { atLeast, type Row, spreadOf } from '../report/measurements.ts'
import { scratchFolder } from '../scratch.ts'
import { type Node, startNode, warm } from './node.ts'
import type { Stage } from './stage.ts'

const connections = 64

interface Stand {
  name: string
  server: Node
  /** The core that PostgreSQL runs on during these rounds. */
  database: number
  perSecond: number[]
  micros: number[]
}

export async function warmCache(stage: Stage): Promise<Row[]> {
  const { dataSets, options } = stage.bench
  const { rounds, seconds, manyLinks } = options
  const data = await dataSets.copy({ links: manyLinks })
  const onSqlite = await startNode(data.settings)
  const onPostgres = await startNode({ ...stage.settings, DATA_DIR: scratchFolder() })
  const stand = (name: string, server: Node, database: number): Stand => ({
    name,
    server,
    database,
    perSecond: [],
    micros: [],
  })
  const stands = [
    stand('SQLite', onSqlite, serverCore),
    stand("PostgreSQL on the load's core", onPostgres, loadCore),
    stand("PostgreSQL on the server's core", onPostgres, serverCore),
  ]
  try {
    for (const server of [onSqlite, onPostgres]) await warm(stage, server, connections)
    for (let round = 0; round < rounds; round++)
      for (const { server, database, perSecond, micros } of stands) {
        await movePostgres(database, stage.databaseUrl)
        const before = cpuSeconds(server.pid)
        const load = {
          port: server.port,
          requests: stage.visits,
          connections,
          seconds,
          first: round * 70_000,
        }
        const done = await sendLoad(load)
        perSecond.push(done.perSecond)
        micros.push(((cpuSeconds(server.pid) - before) / done.requests) * 1e6)
      }
    return rowsOf(stands)
  } finally {
    for (const server of [onSqlite, onPostgres]) await server.end()
    data.remove()
  }
}

function rowsOf(stands: Stand[]): Row[] {
  const [sqlite, apart, beside] = stands as [Stand, Stand, Stand]
  const toSqlite = ({ perSecond }: Stand) =>
    spreadOf(perSecond.map((figure, round) => figure / (sqlite.perSecond[round] as number)))
  return [
    ...stands.flatMap(({ name, perSecond, micros }): Row[] => [
      { figure: `${name}: redirects per second`, unit: '/s', spread: spreadOf(perSecond) },
      { figure: `${name}: server CPU per redirect`, unit: 'µs', spread: spreadOf(micros) },
    ]),
    {
      figure: `${apart.name}, relative to SQLite`,
      unit: '×',
      spread: toSqlite(apart),
      target: atLeast(0.9),
    },
    { figure: `${beside.name}, relative to SQLite`, unit: '×', spread: toSqlite(beside) },
  ]
}
