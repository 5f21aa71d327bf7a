// Whether redirects get slower with more links, up to ten million.
import { join } from 'node:path'
import { writeVisits } from '../data/requests.ts'
import { sendLoad } from '../load.ts'
import { clicksCounted } from '../queries.ts'
import { atLeast, type Row, spreadOf } from '../report/measurements.ts'
import type { Bench, Section } from '../section.ts'
import { type Server, startLinnet } from '../servers.ts'

const connections = 64
const number = (value: number) => value.toLocaleString('en')

/** A server with this many links, and visits of this many of them. */
interface Stand {
  links: number
  codes: number
  visits: string
  server: Server
  perSecond: number[]
}

export const storedLinks: Section = {
  name: 'stored-links',
  title: 'Redirects with more links stored',
  method: `The load of the previous section. With 10,000 links, their 10,000 codes are requested; with more links, there are two
runs: with the same number of codes, which shows the cost of a larger database, and with 100,000 codes, taken evenly
from all stored ones, which also shows the cost of requesting ten times as many links. The target applies to both,
though only the first is the same load. The servers run side by side and are measured in turn.`,

  async measure(bench) {
    const { options } = bench
    const stands: Stand[] = []
    const remove: (() => void)[] = []
    try {
      for (const links of options.storedLinks) {
        const data = await bench.dataSets.copy({ links })
        remove.push(data.remove)
        const server = await startLinnet(data.settings)
        for (const codes of codeCounts(links, options)) {
          const visits = join(bench.folder, `visits-${links}-${codes}`)
          writeVisits(visits, { links, codes, count: options.requests })
          stands.push({ links, codes, visits, server, perSecond: [] })
        }
        remove.push(() => void server.end('SIGKILL'))
        await clicksCounted(server, data.key)
      }
      await takeRounds(stands, options)
      return { rows: rowsOf(stands), notes: [] }
    } finally {
      for (const undo of remove.reverse()) undo()
    }
  },
}

function codeCounts(links: number, { storedLinks: [fewest], codes }: Bench['options']): number[] {
  return links > fewest ? [...new Set([fewest, Math.min(links, codes)])] : [links]
}

async function takeRounds(stands: Stand[], options: Bench['options']): Promise<void> {
  const { rounds, seconds, warmUpSeconds } = options
  let first = 0
  const load = async ({ server, visits }: Stand, time: number): Promise<number> => {
    const result = await sendLoad({ port: server.port, requests: visits, connections, seconds: time, first })
    first += result.requests
    return result.perSecond
  }
  if (warmUpSeconds > 0) for (const stand of stands) await load(stand, warmUpSeconds)
  for (let round = 0; round < rounds; round++)
    for (const stand of stands) stand.perSecond.push(await load(stand, seconds))
}

function rowsOf(stands: Stand[]): Row[] {
  const [base, ...others] = stands as [Stand, ...Stand[]]
  const plain = ({ links, codes, perSecond }: Stand): Row => ({
    figure: `${number(links)} links, ${number(codes)} codes: redirects per second`,
    unit: '/s',
    spread: spreadOf(perSecond),
  })
  return [
    plain(base),
    ...others.flatMap((stand): Row[] => [
      plain(stand),
      {
        figure: `${number(stand.links)} links, ${number(stand.codes)} codes, relative to ${number(base.links)} links`,
        unit: '×',
        spread: spreadOf(stand.perSecond.map((figure, round) => figure / (base.perSecond[round] as number))),
        target: atLeast(0.9),
      },
    ]),
  ]
}
