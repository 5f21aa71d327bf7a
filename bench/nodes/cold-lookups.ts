// How long a visitor waits if the node has not cached the code yet.
import { bothCores, movePostgres } from '../cores.ts'
import { codeOf } from '../data/link-texts.ts'
import { host } from '../data/requests.ts'
import { type Times, timesOf } from '../queries.ts'
import { type Row, spreadOf, under } from '../report/measurements.ts'
import { scratchFolder } from '../scratch.ts'
import { type Server, startLinnet } from '../servers.ts'
import type { Stage } from './stage.ts'

const mostCodes = 10_000
// Codes requested while the node compiles its code, codes in between, and codes to measure.
const parts = 3
// A prime, so that steps of it reach every link before one repeats.
const step = 611_953

export async function coldLookups(stage: Stage): Promise<Row[]> {
  const { rounds, manyLinks: links } = stage.bench.options
  const begun: Times[] = []
  const cold: Times[] = []
  const again: Times[] = []
  await movePostgres(bothCores, stage.databaseUrl)
  for (let round = 0; round < rounds; round++) {
    const server = await startLinnet({ ...stage.settings, DATA_DIR: scratchFolder() }, bothCores)
    try {
      const asked = Math.min(mostCodes, Math.floor(links / parts))
      const [first, second, third] = Array.from({ length: parts }, (_, part) =>
        Array.from({ length: asked }, (_, index) =>
          codeOf((((parts * round + part) * asked + index) * step) % links),
        ),
      ) as [string[], string[], string[]]
      begun.push(timesOf(await timesToAnswer(server, first)))
      await timesToAnswer(server, second)
      cold.push(timesOf(await timesToAnswer(server, third)))
      again.push(timesOf(await timesToAnswer(server, third)))
    } finally {
      await server.end()
    }
  }
  const row = (figure: string, times: Times[], value: keyof Times): Row => ({
    figure: `${figure}, ${value}`,
    unit: 'ms',
    spread: spreadOf(times.map((one) => one[value])),
  })
  return [
    row('First visit to a code, the node just started', begun, 'p50'),
    row('First visit to a code, the node just started', begun, 'p99'),
    row('First visit to a code', cold, 'p50'),
    { ...row('First visit to a code', cold, 'p99'), target: under(2) },
    row('The same codes again, cached', again, 'p50'),
    row('The same codes again, cached', again, 'p99'),
  ]
}

/** One after another, on one keep-alive connection. */
async function timesToAnswer({ port }: Server, codes: string[]): Promise<number[]> {
  const times: number[] = []
  for (const code of codes) {
    const begun = Bun.nanoseconds()
    const answer = await fetch(`http://127.0.0.1:${port}/${code}`, { redirect: 'manual', headers: { host } })
    await answer.arrayBuffer()
    times.push((Bun.nanoseconds() - begun) / 1e6)
    if (answer.status !== 302) throw new Error(`/${code} was answered ${answer.status}`)
  }
  return times
}
