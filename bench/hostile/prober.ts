// A separate process that sends requests to an attacked server at a fixed rate: the response times that other users would
// see. Arguments: the port, an API key, and the number of seconds. Writes the times in milliseconds as JSON.
import { host } from '../data/requests.ts'

const [port, key, seconds] = process.argv.slice(2) as [string, string, string]
// Each path is requested this often, even if earlier requests are still pending: a stalled server affects everyone who
// arrives meanwhile, and each request counts with its whole waiting time.
const everyMilliseconds = 20
// After this, a visitor has left. It is far above every target, so that giving up can't improve a figure.
const patienceMilliseconds = 30_000

const paths = { health: '/healthz', links: '/v2/links' }
const times: Record<keyof typeof paths, number[]> = { health: [], links: [] }
const waiting = new Set<Promise<void>>()

async function probe(name: keyof typeof paths, due: number): Promise<void> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${paths[name]}`, {
      headers: { host, authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(patienceMilliseconds),
    })
    await answer.arrayBuffer()
    // A refused request was not served, and counts as one that waited until the timeout.
    times[name].push(answer.status === 200 ? performance.now() - due : patienceMilliseconds)
  } catch {
    times[name].push(patienceMilliseconds)
  }
}

const begun = performance.now()
const end = begun + Number(seconds) * 1000
for (let due = begun; due < end; due += everyMilliseconds) {
  const early = due - performance.now()
  if (early > 0) await Bun.sleep(early)
  for (const name of ['health', 'links'] as const) {
    const asked = probe(name, due).finally(() => waiting.delete(asked))
    waiting.add(asked)
  }
}
await Promise.all(waiting)
console.log(JSON.stringify(times))
