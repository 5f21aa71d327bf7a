// A node that is measured with a warm cache, according to its own metrics.
import { freePort } from '../../test/machine/free-port.ts'
import { serverCore } from '../cores.ts'
import { sendLoad } from '../load.ts'
import { type Server, type Settings, startLinnet } from '../servers.ts'
import type { Stage } from './stage.ts'

// Of a thousand visits, this many may still be cache misses.
const mostMisses = 1
const mostLoads = 20
const countingMilliseconds = 120_000
const lookMilliseconds = 100

export interface Node extends Server {
  metricsPort: number
}

export async function startNode(settings: Settings, cores: number | string = serverCore): Promise<Node> {
  const metricsPort = await freePort()
  const server = await startLinnet({ ...settings, METRICS_PORT: String(metricsPort) }, cores)
  return { ...server, metricsPort }
}

/** Requests all codes repeatedly until each worker has them in its cache. */
export async function warm({ bench, all }: Stage, node: Node, connections: number): Promise<void> {
  const { warmUpSeconds } = bench.options
  if (warmUpSeconds === 0) return
  let first = 0
  for (let load = 0; load < mostLoads; load++) {
    const before = await misses(node)
    const { requests } = await sendLoad({
      port: node.port,
      requests: all,
      connections,
      seconds: warmUpSeconds,
      first,
    })
    first += requests
    // Not before it has been under load long enough to compile its code.
    if (load >= 3 && ((await misses(node)) - before) * 1000 <= requests * mostMisses) return
  }
  throw new Error('a cache did not become warm')
}

/** Waits until the clicks of all workers are in the statistics. */
export async function allCounted(node: Node): Promise<void> {
  const giveUp = Date.now() + countingMilliseconds
  while ((await sumOf(node, /^linnet_clicks_pending(?:\{.*\})? (\d+)$/gm)) > 0) {
    if (Date.now() > giveUp) throw new Error('the clicks were not counted in time')
    await Bun.sleep(lookMilliseconds)
  }
}

function misses(node: Node): Promise<number> {
  return sumOf(node, /^linnet_cache_misses_total\{cache="links".*\} (\d+)$/gm)
}

/** The sum of a metric over all workers. */
async function sumOf({ metricsPort }: Node, figure: RegExp): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const ofWorkers = [...text.matchAll(figure)]
  if (ofWorkers.length === 0) throw new Error(`the metrics contain nothing like ${figure}`)
  return ofWorkers.reduce((sum, [, count]) => sum + Number(count), 0)
}
