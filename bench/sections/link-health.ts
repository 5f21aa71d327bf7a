// Watching a million links: what their checks cost the server and its database, how evenly they are spread, and whether
// destinations that misbehave hold others up.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { startPostgres } from '../../test/servers/postgres.ts'
import { pinPostgres, postgresPid, serverCore } from '../cores.ts'
import { cpuSeconds } from '../cpu.ts'
import type { DataSet } from '../data/data-sets.ts'
import { type Destinations, startDestinations } from '../link-health/destinations.ts'
import { type Watched, watchAll } from '../link-health/watching.ts'
import { timesOf } from '../queries.ts'
import { atMost, type Row, spreadOf, under } from '../report/measurements.ts'
import type { Bench, Section } from '../section.ts'
import { type Server, type Settings, startLinnet } from '../servers.ts'

// The product's promise is for as many.
const promisedLinks = 1_000_000
const linksOfHost = 5
const giveUpMilliseconds = 60_000

export const linkHealth: Section = {
  name: 'link-health',
  title: 'Link health',
  method: `1,000,000 watched links with destinations on 200,000 hosts, at the rate of the week: 1.65 checks a second. The
program itself has placed them in the week. Each check looks up a name, and asks for \`robots.txt\` and the page over two
new TLS connections; the name server and the destinations are in the process that measures, on the other core. The
server's CPU is measured for a minute, then with destinations of which a fifth misbehave (5 % each hang, drip,
redirect for ever or answer 10 GB), and then with \`LINK_CHECKS=off\`, which is subtracted. A destination that changes its
address to a private one is only tested, because all addresses are private here. Delays are from the second at which a
link is due to the arrival of the request for its page, of destinations that answer: due links are looked for every 5
seconds, and the page is asked for a second after \`robots.txt\`. PostgreSQL shares the server's core, and its CPU is that
of all its processes.`,

  async measure(bench) {
    const links = bench.options.manyLinks
    const destinations = await startDestinations(links / linksOfHost)
    const contents = { links, destination: destinations.addressOf }
    try {
      const rows = await rowsOn('SQLite', await bench.dataSets.fresh(contents), bench, destinations)
      const postgres = await startPostgres()
      try {
        const data = await bench.dataSets.onPostgres(postgres.url, contents)
        await pinPostgres(serverCore, postgres.url)
        rows.push(...(await rowsOn('PostgreSQL', data, bench, destinations)))
      } finally {
        await postgres.stop()
      }
      return { rows, notes: [] }
    } finally {
      destinations.stop()
    }
  },
}

/** What has been used since the start: CPU seconds, and what the database has written. */
interface Used {
  server: number
  database: number
  bytes: number
  transactions: number
}

async function rowsOn(
  engine: string,
  data: DataSet,
  { options }: Bench,
  destinations: Destinations,
): Promise<Row[]> {
  const seconds = options.checkSeconds
  const settings = { ...data.settings, ...destinations.settings }
  try {
    const watched = await watchAll(settings, {
      within: 4 * seconds + 2 * (giveUpMilliseconds / 1000),
      haste: promisedLinks / options.manyLinks,
    })
    destinations.areHostile = false
    destinations.asked.clear()
    const on = await startLinnet(settings)
    let alone: Window
    let beside: Window
    try {
      alone = await take(on, settings, seconds, { watched, destinations })
      destinations.areHostile = true
      beside = await take(on, settings, seconds, { watched, destinations })
    } finally {
      await on.end()
    }
    const off = await startLinnet({ ...settings, LINK_CHECKS: 'off' })
    try {
      const idle = await take(off, settings, seconds)
      return rowsOf(engine, { perHour: watched.perHour, idle, alone, beside })
    } finally {
      await off.end()
    }
  } finally {
    data.remove()
  }
}

interface Window {
  /** Per second. */
  used: Used
  checks: number
  /** Seconds from when links with good destinations were due until these were asked. */
  delays: number[]
  /** Links with good destinations that were due, and that nobody has asked for a minute later. */
  left: number
}

/** Measures a server for some seconds, after some in which it does the same. */
async function take(
  server: Server,
  settings: Settings,
  seconds: number,
  links?: { watched: Watched; destinations: Destinations },
): Promise<Window> {
  await Bun.sleep((seconds / 4) * 1000)
  const from = Date.now()
  const before = await usedBy(server, settings)
  await Bun.sleep(seconds * 1000)
  const to = Date.now()
  const after = await usedBy(server, settings)
  const perSecond = (key: keyof Used) => ((after[key] - before[key]) / (to - from)) * 1000
  const used = {
    server: perSecond('server'),
    database: perSecond('database'),
    bytes: perSecond('bytes'),
    transactions: perSecond('transactions'),
  }
  if (!links) return { used, checks: 0, delays: [], left: 0 }
  const { watched, destinations } = links
  const { asked, areHostile, isHostile } = destinations
  const checks = [...asked.values()].filter((at) => at >= from && at < to).length / ((to - from) / 1000)
  const due = watched.first.filter(({ due }) => due * 1000 >= from && due * 1000 < to)
  const good = due.filter(({ link }) => !(areHostile && isHostile(link)))
  const giveUp = Date.now() + giveUpMilliseconds
  while (!good.every(({ link }) => asked.has(link)) && Date.now() < giveUp) await Bun.sleep(100)
  const delays = good.flatMap(({ link, due }) => {
    const at = asked.get(link)
    return at === undefined ? [] : [at / 1000 - due]
  })
  return { used, checks, delays, left: good.length - delays.length }
}

async function usedBy({ pid }: Server, { DATABASE_URL: url }: Settings): Promise<Used> {
  if (!url) {
    const bytes = Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
    return { server: cpuSeconds(pid), database: 0, bytes, transactions: 0 }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ bytes: string; transactions: string }>(
      `select pg_current_wal_insert_lsn() - '0/0' as bytes, xact_commit as transactions
       from pg_stat_database where datname = current_database()`,
    )
    const { bytes, transactions } = rows[0] as { bytes: string; transactions: string }
    return {
      server: cpuSeconds(pid),
      database: cpuSeconds(await postgresPid(url)),
      bytes: Number(bytes),
      transactions: Number(transactions),
    }
  } finally {
    await client.end()
  }
}

function rowsOf(
  engine: string,
  found: { perHour: number[]; idle: Window; alone: Window; beside: Window },
): Row[] {
  const { perHour, idle, alone, beside } = found
  const row = (what: string, unit: string, value: number, target?: Row['target']): Row => ({
    ...{ figure: `${engine}: ${what}`, unit, spread: spreadOf([value]) },
    ...(target && { target }),
  })
  const added = (key: keyof Used, { used }: Window) => used[key] - idle.used[key]
  const perCheck = (key: keyof Used) => added(key, alone) / alone.checks
  const delays = (window: Window) => timesOf(window.delays)
  const database = [
    row('CPU of the database for link health', '% of a core', 100 * added('database', alone)),
    row('CPU of the database per check', 'ms', 1000 * perCheck('database')),
    row('transactions per check', '', perCheck('transactions')),
    row('write-ahead log per check', 'bytes', perCheck('bytes')),
  ]
  return [
    row('checks a second', '/s', alone.checks),
    row('CPU without link health', '% of a core', 100 * idle.used.server),
    row('CPU with link health', '% of a core', 100 * alone.used.server),
    row('CPU for link health', '% of a core', 100 * added('server', alone), under(1)),
    row('CPU per check', 'ms', 1000 * perCheck('server')),
    row('CPU for link health, a fifth misbehaving', '% of a core', 100 * added('server', beside), under(1)),
    ...(engine === 'SQLite' ? [row('written to the disk per check', 'bytes', perCheck('bytes'))] : database),
    row('checks in the fullest hour of the week', '', Math.max(...perHour)),
    row(
      'checks in the fullest hour, relative to the emptiest',
      '×',
      Math.max(...perHour) / Math.min(...perHour),
      atMost(1.05),
    ),
    row('delay of a check, p50', 's', delays(alone).p50),
    row('delay of a check, p99', 's', delays(alone).p99),
    row('delay of a check, p50, a fifth misbehaving', 's', delays(beside).p50),
    row('delay of a check, p99, a fifth misbehaving', 's', delays(beside).p99, under(10)),
    row('due links that were not asked for within a minute', '', alone.left + beside.left, atMost(0)),
  ]
}
