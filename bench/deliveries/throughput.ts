// Deliveries per second of a server, to one endpoint and to ten, and the cost of each.
import { cpuSeconds } from '../cpu.ts'
import { atLeast, type Row, spreadOf } from '../report/measurements.ts'
import type { Bench } from '../section.ts'
import { startLinnet } from '../servers.ts'
import { startReceiver } from './receiver.ts'
import { fillEvents, sendingLocally, subscribe } from './waiting.ts'

interface Round {
  perSecond: number
  /** Microseconds of server CPU per delivery. */
  cpu: number
  repeated: number
}

/** Deliveries at the beginning that aren't measured, so that the measured code has been compiled. */
const warmUpShare = 0.1

export async function measureThroughput(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const endpoints of [1, 10]) {
    const taken: Round[] = []
    for (let round = 0; round < bench.options.rounds; round++) taken.push(await takeRound(bench, endpoints))
    const name = endpoints === 1 ? 'one endpoint' : `${endpoints} endpoints`
    rows.push(
      {
        figure: `To ${name}: deliveries per second`,
        unit: '/s',
        spread: spreadOf(taken.map(({ perSecond }) => perSecond)),
        target: atLeast(2000),
      },
      {
        figure: `To ${name}: CPU per delivery, all threads`,
        unit: 'µs',
        spread: spreadOf(taken.map(({ cpu }) => cpu)),
      },
      {
        figure: `To ${name}: duplicate deliveries`,
        unit: '',
        spread: spreadOf(taken.map(({ repeated }) => repeated)),
      },
    )
  }
  return rows
}

async function takeRound({ options, dataSets }: Bench, endpoints: number): Promise<Round> {
  const data = await dataSets.copy({ links: options.storedLinks[0] })
  const settings = sendingLocally(data.settings)
  const receiver = startReceiver()
  const total = options.deliveries
  try {
    const subscribing = await startLinnet(settings)
    for (let number = 0; number < endpoints; number++)
      await subscribe(subscribing, data.key, `${receiver.url}/${number}`, 'link.created')
    await subscribing.end()
    await fillEvents(settings, 'link.created', total / endpoints)
    const server = await startLinnet(settings)
    try {
      const warm = Math.floor(total * warmUpShare)
      const begun = await receiver.arrived(warm)
      const cpuBegun = cpuSeconds(server.pid)
      const ended = await receiver.arrived(total)
      const cpu = cpuSeconds(server.pid) - cpuBegun
      const measured = total - warm
      return {
        perSecond: measured / ((ended - begun) / 1000),
        cpu: (cpu / measured) * 1e6,
        repeated: receiver.repeated,
      }
    } finally {
      await server.end()
    }
  } finally {
    receiver.stop()
    data.remove()
  }
}
