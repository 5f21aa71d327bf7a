// A steady load of redirects, each click delivered: how delivering affects visitors, and whether deliveries pile up.
import { join } from 'node:path'
import { codeOf } from '../data/link-texts.ts'
import { host, writeVisits } from '../data/requests.ts'
import { type LoadResult, sendLoad } from '../load.ts'
import { clicksCounted, timesOf } from '../queries.ts'
import { atMost, type Row, slope, spreadOf } from '../report/measurements.ts'
import type { Bench } from '../section.ts'
import { type Server, startLinnet } from '../servers.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { sendingLocally, subscribe } from './waiting.ts'

const visitors = 16
// Each waits 15 ms on average before its next visit, and some time for the response.
const visitorPause = 30
const probeMilliseconds = 100
/** How many milliseconds the delay of a click may grow each second; batching alone causes some growth below that. */
const steady = 50

interface Round {
  alone: LoadResult
  beside: LoadResult
  /** Clicks of the load that hadn't arrived when it ended. */
  waiting: number
  /** Milliseconds from then until the last arrived. */
  catchUp: number
  /** Milliseconds from a redirect's response to the click's arrival, for some of them. */
  delays: number[]
}

export async function measureClicks({
  options,
  dataSets,
  folder,
}: Bench): Promise<{ rows: Row[]; notes: string[] }> {
  const { codes, requests, rounds, clickSeconds, warmUpSeconds } = options
  const visits = join(folder, 'visits-delivered')
  writeVisits(visits, { links: codes, codes, count: requests })
  const data = [await dataSets.copy({ links: codes }), await dataSets.copy({ links: codes })] as const
  const receiver = startReceiver()
  const alone = await startLinnet(data[0].settings)
  const beside = await startLinnet(sendingLocally(data[1].settings))
  let first = 0
  const visit = async ({ port }: Server, time = clickSeconds): Promise<LoadResult> => {
    const pace = { connections: visitors, pause: visitorPause }
    const result = await sendLoad({ port, requests: visits, seconds: time, first, ...pace })
    first += result.requests
    return result
  }
  try {
    await subscribe(beside, data[1].key, `${receiver.url}/clicks`, 'link.clicked')
    if (warmUpSeconds > 0) for (const server of [alone, beside]) await visit(server, warmUpSeconds)
    const taken: Round[] = []
    for (let round = 0; round < rounds; round++) {
      await receiver.arrived(await clicksCounted(beside, data[1].key))
      taken.push({ alone: await visit(alone), ...(await takeRound(beside, data[1].key, receiver, visit)) })
    }
    return { rows: rowsOf(taken), notes: [await countingNote(beside, data[1].key, receiver)] }
  } finally {
    await alone.end()
    await beside.end()
    receiver.stop()
    for (const { remove } of data) remove()
  }
}

async function takeRound(
  server: Server,
  key: string,
  receiver: Receiver,
  visit: (server: Server) => Promise<LoadResult>,
): Promise<Omit<Round, 'alone'>> {
  const before = receiver.events
  const probes = startProbes(server, receiver)
  const beside = await visit(server)
  const ended = performance.now()
  const arrived = receiver.events - before
  const delays = await probes.end()
  const clicks = await clicksCounted(server, key)
  const last = await receiver.arrived(clicks)
  return {
    beside,
    waiting: Math.max(0, beside.requests - arrived),
    catchUp: Math.max(0, last - ended),
    delays,
  }
}

/** Regular visits with a recognizable referer, until stopped: how long each click takes to arrive. */
function startProbes({ port }: Server, receiver: Receiver): { end(): Promise<number[]> } {
  const arriving: Promise<number>[] = []
  const timer = setInterval(() => arriving.push(probe()), probeMilliseconds)

  async function probe(): Promise<number> {
    const page = `probe-${crypto.randomUUID()}.example`
    const seen = receiver.sees(page)
    // An error must surface here, not as an unhandled rejection.
    seen.catch(() => {})
    const answer = await fetch(`http://127.0.0.1:${port}/${codeOf(0)}`, {
      redirect: 'manual',
      headers: { host, referer: `https://${page}/`, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
    })
    if (answer.status !== 302) throw new Error(`a visit was answered ${answer.status}`)
    const answered = performance.now()
    return (await seen) - answered
  }

  return {
    async end() {
      clearInterval(timer)
      return await Promise.all(arriving)
    },
  }
}

function rowsOf(taken: Round[]): Row[] {
  const of = (value: (round: Round) => number) => spreadOf(taken.map(value))
  return [
    { figure: 'Redirects per second, alone', unit: '/s', spread: of(({ alone }) => alone.perSecond) },
    {
      figure: 'Redirects per second, each click delivered',
      unit: '/s',
      spread: of(({ beside }) => beside.perSecond),
    },
    { figure: 'Redirect, p99, alone', unit: 'ms', spread: of(({ alone }) => alone.p99) },
    { figure: 'Redirect, p99, each click delivered', unit: 'ms', spread: of(({ beside }) => beside.p99) },
    {
      figure: 'Redirect, p99, each click delivered, relative to alone',
      unit: '×',
      spread: of(({ alone, beside }) => beside.p99 / alone.p99),
      target: atMost(2),
    },
    {
      figure: 'Undelivered clicks at the end of the load, in seconds of load',
      unit: 's',
      spread: of(({ beside, waiting }) => waiting / beside.perSecond),
    },
    {
      figure: 'Time until the last of them arrived',
      unit: 'ms',
      spread: of(({ catchUp }) => catchUp),
    },
    {
      figure: 'Time from a click to its arrival, p50',
      unit: 'ms',
      spread: of(({ delays }) => timesOf(delays).p50),
    },
    {
      figure: 'Time from a click to its arrival, p99',
      unit: 'ms',
      spread: of(({ delays }) => timesOf(delays).p99),
    },
    {
      figure: 'Growth of that time per second of load',
      unit: 'ms',
      spread: of(({ delays }) => slope(delays) * (1000 / probeMilliseconds)),
      target: atMost(steady),
    },
  ]
}

async function countingNote(server: Server, key: string, receiver: Receiver): Promise<string> {
  const counted = await clicksCounted(server, key)
  const events = receiver.events
  if (events !== counted)
    throw new Error(`the statistics count ${counted} clicks, but ${events} were delivered`)
  const number = (value: number) => value.toLocaleString('en')
  return `On the server whose clicks are delivered, the statistics count ${number(counted)} clicks, and ${number(events)}
events arrived: exactly as many. ${number(receiver.repeated)} of them arrived twice.`
}
