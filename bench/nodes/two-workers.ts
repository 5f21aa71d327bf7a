// The throughput of two processes on two cores, compared with one process on one core.
import { bothCores, movePostgres, postgresPid, serverCore } from '../cores.ts'
import { cpuSeconds } from '../cpu.ts'
import { sendLoad } from '../load.ts'
import { atLeast, type Row, spreadOf } from '../report/measurements.ts'
import { scratchFolder } from '../scratch.ts'
import { allCounted, type Node, startNode, warm } from './node.ts'
import type { Stage } from './stage.ts'

const connections = 32

/** Linnet, its database and its load, all on the same cores. */
interface Arrangement {
  cores: number
  place: number | string
  server: Node
  rounds: Round[]
}

interface Round {
  perSecond: number
  /**
   * The same for each second of a core that the load left to the servers and the database, and that they used afterwards
   * until all clicks were counted.
   */
  perCoreSecond: number
  /** The share of the cores that the load used. */
  loadShare: number
}

export async function twoWorkers(stage: Stage): Promise<Row[]> {
  const { rounds, seconds } = stage.bench.options
  const arrangements: Arrangement[] = []
  try {
    for (const [cores, place] of [
      [1, serverCore],
      [2, bothCores],
    ] as const) {
      const settings = { ...stage.settings, DATA_DIR: scratchFolder(), WORKERS: String(cores) }
      arrangements.push({ cores, place, server: await startNode(settings, place), rounds: [] })
    }
    for (const { place, server } of arrangements) {
      await movePostgres(place, stage.databaseUrl)
      await warm(stage, server, connections)
    }
    for (let round = 0; round < rounds; round++)
      for (const arrangement of arrangements) {
        await movePostgres(arrangement.place, stage.databaseUrl)
        arrangement.rounds.push(await take(arrangement, stage, seconds, round))
      }
    return rowsOf(arrangements)
  } finally {
    for (const { server } of arrangements) await server.end()
    await movePostgres(serverCore, stage.databaseUrl)
  }
}

/** One `wrk` per core, all at once. */
async function take(
  { cores, place, server }: Arrangement,
  { visits, databaseUrl }: Stage,
  seconds: number,
  round: number,
): Promise<Round> {
  await allCounted(server)
  const load = { port: server.port, requests: visits, connections, seconds, cores: place }
  const done = await Promise.all(
    Array.from({ length: cores }, (_, index) => sendLoad({ ...load, first: (2 * round + index) * 50_000 })),
  )
  const postgres = await postgresPid(databaseUrl)
  const taken = () => cpuSeconds(server.pid) + cpuSeconds(postgres)
  const atEnd = taken()
  await allCounted(server)
  const later = (taken() - atEnd) / seconds
  const perSecond = done.reduce((sum, one) => sum + one.perSecond, 0)
  const busy = done.reduce((sum, one) => sum + one.busy, 0)
  return { perSecond, perCoreSecond: perSecond / (cores - busy + later), loadShare: busy / cores }
}

function rowsOf(arrangements: Arrangement[]): Row[] {
  const [one, two] = arrangements as [Arrangement, Arrangement]
  const row = (figure: string, unit: string, values: number[]): Row => ({
    figure,
    unit,
    spread: spreadOf(values),
  })
  const ratio = (of: (round: Round) => number) =>
    two.rounds.map((round, index) => of(round) / of(one.rounds[index] as Round))
  const values = ({ rounds }: Arrangement, of: keyof Round) => rounds.map((round) => round[of])
  return [
    row('One process, sharing one core with its load: redirects per second', '/s', values(one, 'perSecond')),
    row(
      'Two processes, sharing two cores with their load: redirects per second',
      '/s',
      values(two, 'perSecond'),
    ),
    row(
      'Two cores relative to one, including the load',
      '×',
      ratio(({ perSecond }) => perSecond),
    ),
    row('Share of one core that the load used', '', values(one, 'loadShare')),
    row('Share of two cores that the load used', '', values(two, 'loadShare')),
    {
      ...row(
        "Two processes on two cores relative to one on one core, excluding the load's time",
        '×',
        ratio(({ perCoreSecond }) => perCoreSecond).map((each) => 2 * each),
      ),
      target: atLeast(1.7),
    },
  ]
}
