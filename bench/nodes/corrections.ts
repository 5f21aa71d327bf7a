// How soon a node sees changes that were made at another node.
import { bothCores, movePostgres } from '../cores.ts'
import { codeOf } from '../data/link-texts.ts'
import { sendLoad } from '../load.ts'
import { percentile, type Row, spreadOf, under } from '../report/measurements.ts'
import { scratchFolder } from '../scratch.ts'
import { type Server, startLinnet } from '../servers.ts'
import { ask } from '../session.ts'
import type { Stage } from './stage.ts'

// At most this many changes, for the duration of a load.
const mostChanges = 300
const [visitors, visitorPause] = [16, 16]
const giveUpMilliseconds = 10_000

export async function corrections(stage: Stage): Promise<Row[]> {
  const { rounds, seconds } = stage.bench.options
  await movePostgres(bothCores, stage.databaseUrl)
  const start = () => startLinnet({ ...stage.settings, DATA_DIR: scratchFolder() }, bothCores)
  const [one, other] = [await start(), await start()]
  const [alone, beside]: [number[][], number[][]] = [[], []]
  const visits = { requests: stage.visits, connections: visitors, pause: visitorPause, seconds }
  try {
    for (let round = 0; round < rounds; round++) {
      alone.push(await change(stage, one, other, round))
      const load = Promise.all([one, other].map(({ port }) => sendLoad({ ...visits, port })))
      beside.push(await change(stage, one, other, rounds + round))
      await load
    }
  } finally {
    await one.end()
    await other.end()
  }
  const rows = (figure: string, times: number[][]): Row[] => {
    const spread = (percent: number) => spreadOf(times.map((each) => percentile(each, percent)))
    return [
      { figure: `${figure}, p50`, unit: 'ms', spread: spread(50) },
      {
        figure: `${figure}, maximum of ${alone[0]?.length}`,
        unit: 'ms',
        spread: spread(100),
        target: under(100),
      },
    ]
  }
  return [
    ...rows('From a change at one node until the other redirects to the new destination', alone),
    ...rows('The same, during 4,000 visits a second', beside),
  ]
}

/**
 * Milliseconds from the response to each change until the other node, which has cached the code, redirects to the new
 * destination; in ascending order.
 */
async function change({ bench, key }: Stage, one: Server, other: Server, round: number): Promise<number[]> {
  const { manyLinks: links, seconds } = bench.options
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  for (let index = 0; index < mostChanges && performance.now() < end; index++) {
    const code = codeOf((round * mostChanges + index) % links)
    const long_url = `https://example.com/changed/${round}/${index}`
    const seen = async () => (await ask(other, `/${code}`)).headers.get('location')
    await seen()
    const { status } = await ask(one, `/v2/links/${code}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ long_url }),
    })
    if (status !== 200) throw new Error(`a change was answered ${status}`)
    const begun = performance.now()
    while ((await seen()) !== long_url)
      if (performance.now() - begun > giveUpMilliseconds)
        throw new Error(`${code} never redirected to its new destination`)
    times.push(performance.now() - begun)
  }
  return times.sort((a, b) => a - b)
}
