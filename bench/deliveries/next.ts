// The time from a change to its delivery, with nothing else pending and with very many pending deliveries.
import { startPostgres } from '../../test/servers/postgres.ts'
import { pinPostgres, serverCore } from '../cores.ts'
import type { DataSet } from '../data/data-sets.ts'
import { host } from '../data/requests.ts'
import { repeat, type Times, timesOf } from '../queries.ts'
import { atMost, type Row, spreadOf } from '../report/measurements.ts'
import type { Bench } from '../section.ts'
import { type Server, type Settings, startLinnet } from '../servers.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { fillEvents, sendingLocally, subscribe } from './waiting.ts'

/** The allowed ratio of the time with pending deliveries to the time without: more is not noise. */
const notSlower = 1.2

export async function measureNext(bench: Bench): Promise<Row[]> {
  const contents = { links: bench.options.storedLinks[0] }
  const rows = await rowsOn('SQLite', await bench.dataSets.copy(contents), bench)
  const postgres = await startPostgres()
  try {
    const data = await bench.dataSets.onPostgres(postgres.url, contents)
    await pinPostgres(serverCore, postgres.url)
    rows.push(...(await rowsOn('PostgreSQL', data, bench)))
  } finally {
    await postgres.stop()
  }
  return rows
}

async function rowsOn(engine: string, data: DataSet, { options }: Bench): Promise<Row[]> {
  const { waitingDeliveries } = options
  const settings = sendingLocally(data.settings)
  const receiver = startReceiver()
  try {
    const subscribing = await startLinnet(settings)
    await subscribe(subscribing, data.key, `${receiver.url}/next`, 'link.created')
    await subscribe(subscribing, data.key, receiver.hanging, 'link.archived')
    await subscribing.end()
    const without = await timesOn(settings, data.key, receiver, options)
    await fillEvents(settings, 'link.archived', waitingDeliveries)
    const beside = await timesOn(settings, data.key, receiver, options)
    const many = waitingDeliveries.toLocaleString('en')
    const row = (what: string, milliseconds: number): Row => ({
      figure: `${engine}: from a change to its delivery, ${what}`,
      unit: 'ms',
      spread: spreadOf([milliseconds]),
    })
    return [
      row('nothing else pending, p50', without.p50),
      row('nothing else pending, p99', without.p99),
      row(`${many} pending, p50`, beside.p50),
      row(`${many} pending, p99`, beside.p99),
      {
        figure: `${engine}: from a change to its delivery, p50 with ${many} pending, relative to none`,
        unit: '×',
        spread: spreadOf([beside.p50 / without.p50]),
        target: atMost(notSlower),
      },
    ]
  } finally {
    receiver.stop()
    data.remove()
  }
}

/** Creates one link after another on a separate server, and measures the time until each delivery arrives. */
async function timesOn(
  settings: Settings,
  key: string,
  receiver: Receiver,
  { queries, querySeconds, warmUpSeconds }: Bench['options'],
): Promise<Times> {
  const server = await startLinnet(settings)
  const change = async () => ({ body: null, milliseconds: await timeToDelivery(server, key, receiver) })
  try {
    if (warmUpSeconds > 0) await repeat({ queries, seconds: warmUpSeconds }, change)
    return timesOf(await repeat({ queries, seconds: querySeconds }, change))
  } finally {
    await server.end()
  }
}

/** Milliseconds from sending the request that creates a link to the arrival of its delivery. */
async function timeToDelivery({ port }: Server, key: string, receiver: Receiver): Promise<number> {
  const long_url = `https://example.com/${crypto.randomUUID()}`
  const seen = receiver.sees(long_url)
  const begun = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/v2/links`, {
    method: 'POST',
    headers: { host, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ long_url }),
  })
  if (answer.status !== 200) throw new Error(`a link was refused: ${await answer.text()}`)
  await answer.arrayBuffer()
  return (await seen) - begun
}
