// Redirects compared with nginx and a bare Bun.serve: their cost, with and without counting, and how many a second.
import { join } from 'node:path'
import { cpuSeconds, secondsOfThreads } from '../cpu.ts'
import { codeOf } from '../data/link-texts.ts'
import { writeVisits } from '../data/requests.ts'
import { sendLoad } from '../load.ts'
import { ask, clicksCounted } from '../queries.ts'
import { atLeast, atMost, type Row, spreadOf } from '../report/measurements.ts'
import type { Section } from '../section.ts'
import { type Server, startBareBun, startLinnet, startNginx } from '../servers.ts'

const connections = 64

/** One round of one server. */
interface Round {
  /** Microseconds of CPU per answered request, until all work is done. */
  whole: number
  /** The same until the end of the load, without the click worker. */
  answer: number
  /** Microseconds of the click worker's thread per answered request, until all clicks are counted. */
  counting: number
  perSecond: number
  /** The share of their cores that the server and `wrk` used during the load, up to 1. */
  busy: number
  loadBusy: number
}

/** What one of the servers needs besides running. */
interface Contestant {
  name: string
  server: Server
  /** The name of the threads that aren't involved in responses. */
  workers?: string
  /** Resolves when the work after the requests is done. */
  settle(): Promise<void>
}

export const redirects: Section = {
  name: 'redirects',
  title: 'Redirects',
  method: `Each server has one core; \`wrk\`, with one thread and ${connections} connections, has the other. All servers get the
same bytes: browsers' user agents (20), client addresses (10,000, in \`X-Forwarded-For\`, with
\`TRUST_PROXY=127.0.0.1\`), codes drawn by Zipf's law (s = 1), and a referer in two visits out of five. Rounds
alternate: nginx, Bun, Linnet, nginx, …; ratios compare rounds of the same turn. "Total" is the CPU of all threads and
child processes (\`/proc/<pid>/stat\`) from the start of the load until an API request that waits for the click worker
has been answered. "Response only" is the CPU of all threads except the click worker
(\`/proc/<pid>/task/<thread>/schedstat\`) until the end of the load, so it includes compilation and garbage collection
for all threads. "CPU per counted click" is that of the click worker's thread until all clicks are counted. Redirects
per second are measured with the click worker running on the same core.`,

  async measure({ options, dataSets, folder }) {
    const { codes, requests, rounds, seconds, warmUpSeconds } = options
    const visits = join(folder, 'visits')
    writeVisits(visits, { links: codes, codes, count: requests })
    const data = await dataSets.copy({ links: codes })
    const nginx = await startNginx()
    const bareBun = await startBareBun()
    const linnet = await startLinnet(data.settings)
    const contestants: Contestant[] = [
      { name: 'nginx', server: nginx, settle: async () => {} },
      { name: 'Bun.serve', server: bareBun, settle: async () => {} },
      {
        name: 'Linnet',
        server: linnet,
        // Only the click worker has work here: nothing is searched or delivered.
        workers: 'Worker',
        settle: async () => void (await ask(linnet, data.key, `/links/${codeOf(0)}/stats/lifetime`)),
      },
    ]
    let answered = 0
    let sent = 0
    const load = async (contestant: Contestant, time: number): Promise<Round> => {
      const { round, done } = await runRound(contestant, visits, time, sent)
      sent += done
      if (contestant.server === linnet) answered += done
      return round
    }
    try {
      if (warmUpSeconds > 0) for (const contestant of contestants) await load(contestant, warmUpSeconds)
      const taken = new Map<string, Round[]>(contestants.map(({ name }) => [name, []]))
      for (let round = 0; round < rounds; round++)
        for (const contestant of contestants)
          taken.get(contestant.name)?.push(await load(contestant, seconds))
      const counted = await clicksCounted(linnet, data.key)
      return {
        rows: rowsOf(taken),
        notes: [countingNote(answered, counted, rounds + Number(warmUpSeconds > 0)), busyNote(taken)],
      }
    } finally {
      for (const { server } of contestants) await server.end()
      data.remove()
    }
  },
}

async function runRound(
  { server, workers, settle }: Contestant,
  requests: string,
  seconds: number,
  first: number,
): Promise<{ round: Round; done: number }> {
  const times = () => ({
    all: cpuSeconds(server.pid),
    counting: workers === undefined ? 0 : secondsOfThreads(server.pid, workers),
  })
  const before = times()
  const load = await sendLoad({ port: server.port, requests, connections, seconds, first })
  const loaded = times()
  await settle()
  const settled = times()
  const micros = (time: number) => (time / load.requests) * 1e6
  return {
    done: load.requests,
    round: {
      whole: micros(settled.all - before.all),
      answer: micros(loaded.all - before.all - (loaded.counting - before.counting)),
      counting: micros(settled.counting - before.counting),
      perSecond: load.perSecond,
      busy: (loaded.all - before.all) / load.seconds,
      loadBusy: load.busy,
    },
  }
}

function rowsOf(taken: Map<string, Round[]>): Row[] {
  const of = (name: string, value: keyof Round) => (taken.get(name) ?? []).map((round) => round[value])
  const plain = (name: string, what: string, value: keyof Round, unit: string): Row => ({
    figure: `${name}: ${what}`,
    unit,
    spread: spreadOf(of(name, value)),
  })
  const timesNginx = (value: keyof Round) => {
    const base = of('nginx', value)
    return spreadOf(of('Linnet', value).map((figure, round) => figure / (base[round] as number)))
  }
  return [
    plain('nginx', 'CPU per redirect', 'whole', 'µs'),
    plain('Bun.serve', 'CPU per redirect', 'whole', 'µs'),
    plain('Linnet', 'CPU per redirect, total', 'whole', 'µs'),
    {
      figure: 'CPU per redirect, total, relative to nginx',
      unit: '×',
      spread: timesNginx('whole'),
      target: atMost(2.5),
      goal: atMost(2),
    },
    plain('Linnet', 'CPU per redirect, response only', 'answer', 'µs'),
    {
      figure: 'CPU per redirect, response only, relative to nginx',
      unit: '×',
      spread: timesNginx('answer'),
      target: atMost(2),
      goal: atMost(1.2),
    },
    { ...plain('Linnet', 'CPU per counted click', 'counting', 'µs'), target: atMost(3) },
    plain('nginx', 'redirects per second', 'perSecond', '/s'),
    plain('Bun.serve', 'redirects per second', 'perSecond', '/s'),
    plain('Linnet', 'redirects per second', 'perSecond', '/s'),
    {
      figure: 'Redirects per second, relative to nginx',
      unit: '×',
      spread: timesNginx('perSecond'),
      target: atLeast(0.5),
      goal: atLeast(0.8),
    },
  ]
}

/** Requests in flight when a load ends are answered and counted, but `wrk` does not wait for them. */
function countingNote(answered: number, counted: number, loads: number): string {
  const most = answered + loads * connections
  if (counted < answered || counted > most)
    throw new Error(`${answered} redirects were answered, but ${counted} clicks are counted`)
  return `\`wrk\` received ${answered.toLocaleString('en')} redirects from Linnet, and the statistics count
${counted.toLocaleString('en')} clicks: none is missing. (\`wrk\` ends without waiting for the last response on each of
its ${connections} connections, so up to ${connections} more may be counted in each of the ${loads} loads.)`
}

function busyNote(taken: Map<string, Round[]>): string {
  const percent = (rounds: Round[], value: 'busy' | 'loadBusy') =>
    `${Math.round(spreadOf(rounds.map((round) => round[value])).median * 100)} %`
  const shares = [...taken].map(
    ([name, rounds]) => `${name} ${percent(rounds, 'busy')} (\`wrk\` ${percent(rounds, 'loadBusy')})`,
  )
  return `How much of its core each server used, and \`wrk\` of the other core: ${shares.join(', ')}. A server that has time
left while \`wrk\` uses its whole core could have served more: then CPU per redirect is the figure to compare, not
redirects per second.`
}
