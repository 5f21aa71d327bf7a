// The cost of redirects at a rate that leaves the core time to spare, compared with nginx.
import { join } from 'node:path'
import { cpuSeconds } from '../cpu.ts'
import { codeOf } from '../data/link-texts.ts'
import { writeVisits } from '../data/requests.ts'
import { sendLoad } from '../load.ts'
import { full } from '../options.ts'
import { ask } from '../queries.ts'
import { atMost, type Row, spreadOf } from '../report/measurements.ts'
import type { Section } from '../section.ts'
import { type Server, startLinnet, startNginx } from '../servers.ts'
import { type SteadyResult, sendSteadily } from '../steady-load.ts'

const connections = 64

type Round = SteadyResult & {
  /** Microseconds of CPU per redirect, until all work is done. */
  cpu: number
}

interface Contestant {
  server: Server
  /** Resolves when the work after the requests is done. */
  settle(): Promise<unknown>
  rounds: Round[]
}

export const steady: Section = {
  name: 'steady',
  title: 'Redirects at a steady rate',
  method: `The same bytes as in the previous section, but 20,000 redirects a second for nginx and for Linnet, in turn: a rate
that both can serve with time to spare. \`wrk\` sends its next request only when it has a response, so a process of the
benchmark on the other core sends the requests: one every 50 µs over ${connections} connections, without waiting for earlier
responses. A request waits only if all connections are busy, and that counts: each time is measured from the moment the
request was due. The CPU is that of all threads and child processes until all clicks are counted. If the rates of two
rounds of the same turn differ by more than ${full.rateTolerance * 100} % from each other or from the intended rate,
there is no result.`,

  async measure({ options, dataSets, folder }) {
    const { codes, requests, rounds, seconds, warmUpSeconds, steadyPerSecond: perSecond } = options
    const visits = join(folder, 'visits-steady')
    writeVisits(visits, { links: codes, codes, count: requests })
    const data = await dataSets.copy({ links: codes })
    const nginx: Contestant = { server: await startNginx(), settle: async () => {}, rounds: [] }
    const server = await startLinnet(data.settings)
    const settle = () => ask(server, data.key, `/links/${codeOf(0)}/stats/lifetime`)
    const linnet: Contestant = { server, settle, rounds: [] }
    let first = 0
    // At full speed, so that all code has been compiled.
    const warmUp = async ({ server: { port }, settle }: Contestant) => {
      await sendLoad({ port, requests: visits, connections, seconds: warmUpSeconds })
      await settle()
    }
    const take = async ({ server: { pid, port }, settle }: Contestant): Promise<Round> => {
      const before = cpuSeconds(pid)
      const result = await sendSteadily({ port, requests: visits, connections, perSecond, seconds, first })
      await settle()
      first += result.requests
      return { ...result, cpu: ((cpuSeconds(pid) - before) / result.requests) * 1e6 }
    }
    try {
      if (warmUpSeconds > 0) for (const contestant of [nginx, linnet]) await warmUp(contestant)
      for (let round = 0; round < rounds; round++) {
        for (const contestant of [nginx, linnet]) contestant.rounds.push(await take(contestant))
        const achieved = [nginx, linnet].map(({ rounds }) => (rounds[round] as Round).perSecond)
        requireSameRate([perSecond, ...achieved], options.rateTolerance)
      }
      return { rows: rowsOf(nginx.rounds, linnet.rounds), notes: [] }
    } finally {
      for (const { server } of [nginx, linnet]) await server.end()
      data.remove()
    }
  },
}

/** Refuses to compare what happened at different rates. */
function requireSameRate(rates: number[], tolerance: number): void {
  if (Math.max(...rates) / Math.min(...rates) - 1 > tolerance)
    throw new Error(`the rates differ too much: ${rates.map(Math.round).join(', ')} a second`)
}

function rowsOf(nginx: Round[], linnet: Round[]): Row[] {
  const rows = (figure: string, value: keyof Round, unit: string): Row[] =>
    [['nginx', nginx] as const, ['Linnet', linnet] as const].map(([name, rounds]) => ({
      figure: `${name}: ${figure}`,
      unit,
      spread: spreadOf(rounds.map((round) => round[value])),
    }))
  return [
    ...rows('redirects per second', 'perSecond', '/s'),
    ...rows('CPU per redirect', 'cpu', 'µs'),
    {
      figure: 'CPU per redirect, relative to nginx',
      unit: '×',
      spread: spreadOf(linnet.map(({ cpu }, round) => cpu / (nginx[round] as Round).cpu)),
      target: atMost(1.6),
    },
    ...rows('redirect, p50', 'p50', 'ms'),
    ...rows('redirect, p99', 'p99', 'ms'),
  ]
}
