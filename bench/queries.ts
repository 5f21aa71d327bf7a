// A client that sends one API request after another over one connection, and measures the times.
import { host } from './data/requests.ts'
import { percentile } from './report/measurements.ts'
import type { Server } from './servers.ts'

export interface TimedAnswer<Body> {
  body: Body
  milliseconds: number
}

/** Sends a request to the API; any status but 200 is an error. */
export async function ask<Body>({ port }: Server, key: string, path: string): Promise<TimedAnswer<Body>> {
  const begun = Bun.nanoseconds()
  const answer = await fetch(`http://127.0.0.1:${port}/v2${path}`, {
    headers: { host, authorization: `Bearer ${key}` },
  })
  const text = await answer.text()
  const milliseconds = (Bun.nanoseconds() - begun) / 1e6
  if (answer.status !== 200) throw new Error(`GET /v2${path} was answered ${answer.status}: ${text}`)
  return { body: JSON.parse(text) as Body, milliseconds }
}

/** The account's clicks on the days (UTC) that a run can touch; resolves once all are counted. */
export async function clicksCounted(server: Server, key: string): Promise<number> {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const { body } = await ask<{ data: { clicks: number } }>(server, key, `/stats?start=${yesterday}`)
  return body.data.clicks
}

export interface Times {
  p50: number
  p99: number
}

/** Percentiles of times in milliseconds. */
export function timesOf(milliseconds: number[]): Times {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  return { p50: percentile(sorted, 50), p99: percentile(sorted, 99) }
}

/** Requests lists and statistics a few times, so that the measured code has been compiled. */
export async function warmUp(server: Server, key: string): Promise<void> {
  for (let round = 0; round < 30; round++)
    for (const path of ['/links?limit=10', '/links?search=warm-up', '/stats']) await ask(server, key, path)
}

/** Repeats a query this many times, but no longer than this many seconds; returns the times in milliseconds. */
export async function repeat(
  most: { queries: number; seconds: number },
  query: (number: number) => Promise<TimedAnswer<unknown>>,
): Promise<number[]> {
  const end = performance.now() + most.seconds * 1000
  const times: number[] = []
  while (times.length < most.queries && (times.length === 0 || performance.now() < end))
    times.push((await query(times.length)).milliseconds)
  return times
}
