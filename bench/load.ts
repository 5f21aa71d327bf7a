// Runs wrk, which sends the requests of a file and reports the results.
import { join } from 'node:path'
import { loadCore, pinned } from './cores.ts'

export interface LoadOptions {
  port: number
  /** Written by requests.ts. */
  requests: string
  connections: number
  seconds: number
  /** The first request in the file; so a round continues where the previous one ended. */
  first?: number
  /** Each connection waits up to this many milliseconds before its next request: a steady load instead of the maximum. */
  pause?: number
  /** Where `wrk` runs; by default on the load's core. */
  cores?: number | string
  /** Whether refusals and closed connections are expected, as in an attack. */
  mayFail?: boolean
}

export interface LoadResult {
  /** Answered, with a status below 400 unless requests may fail. */
  requests: number
  seconds: number
  perSecond: number
  /** Times from sending a request to its response, in milliseconds. */
  p50: number
  p99: number
  /** The share of its core that `wrk` used, up to 1. */
  busy: number
}

const script = join(import.meta.dir, 'load.lua')
/** The separator of requests for `load.lua`. */
export const separator = '\0'

/** Sends requests as fast as they are answered, on one thread of its own core. A request that fails is an error, unless it may. */
export async function sendLoad(options: LoadOptions): Promise<LoadResult> {
  const { port, requests, connections, seconds, first = 0, pause = 0, cores = loadCore, mayFail } = options
  // A slow response is a result, not a failure, even on a busy machine.
  const extent = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '60s']
  const words = [requests, first, pause].map(String)
  const command = ['wrk', ...extent, '-s', script, `http://127.0.0.1:${port}/`, '--', ...words]
  const wrk = Bun.spawn(pinned(cores, command), {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [said, faults] = await Promise.all([new Response(wrk.stdout).text(), new Response(wrk.stderr).text()])
  const begun = /^BEGUN (.+)$/m.exec(said)?.[1]
  const result = /^RESULT (.+)$/m.exec(said)?.[1]
  if ((await wrk.exited) !== 0 || !begun || !result) throw new Error(`wrk failed: ${faults || said}`)
  const report = JSON.parse(result) as {
    requests: number
    microseconds: number
    failed: number
    p50: number
    p99: number
    cpu: number
  }
  if (!mayFail && (report.failed > 0 || report.requests === 0))
    throw new Error(`${report.failed} requests of ${report.requests} failed:\n${said}`)
  const took = report.microseconds / 1e6
  return {
    requests: report.requests,
    seconds: took,
    perSecond: report.requests / took,
    p50: report.p50 / 1000,
    p99: report.p99 / 1000,
    busy: (report.cpu - Number(begun)) / took,
  }
}
