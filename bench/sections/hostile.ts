// How an attack affects others: response times of the health check and of another account's list of links.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { sqliteFile } from '../../packages/server/src/db/open.ts'
import { connect } from '../../packages/server/src/db/sqlite/connection.ts'
import { startPostgres } from '../../test/servers/postgres.ts'
import { loadCore, pinned, pinPostgres, serverCore } from '../cores.ts'
import type { DataSet } from '../data/data-sets.ts'
import { attacks, makePage, stored, writeAttack } from '../hostile/attacks.ts'
import { attackersKeys, type Stage, serveHostileFiles } from '../hostile/stage.ts'
import { sendLoad } from '../load.ts'
import { warmUp } from '../queries.ts'
import { percentile, type Row, spreadOf, under } from '../report/measurements.ts'
import type { Bench, Section } from '../section.ts'
import { bun, startLinnet } from '../servers.ts'

const connections = 64
const keys = 50
// Enough that an inefficient list query shows.
const links = 10_000
// Hosts in the block list, so that it is checked.
const blocked = 100_000

type Engine = 'SQLite' | 'PostgreSQL'

export const hostile: Section = {
  name: 'hostile',
  title: 'Under attack',
  method: `One attacker with ${connections} connections of \`wrk\`, as fast as requests are answered or refused, for 60 seconds
(\`--seconds\` sets another time). Meanwhile, a separate process requests \`/healthz\` and another account's \`GET
/v2/links\`, each 50 times a second at fixed moments. Each time is measured from the moment the request was due, so a
stall counts for everyone who would have arrived during it. A refusal counts as 30 seconds. The attacker's account has
${keys} keys and a plan without limits; a block list of ${blocked.toLocaleString('en')} hosts is loaded; forged
addresses are trusted. PostgreSQL and its processes share the server's core. The attacks:

${attacks.map(({ name, what }) => `- *${name}*: ${what}.`).join('\n')}`,

  async measure(bench) {
    const onSqlite = await bench.dataSets.copy({ links: Math.min(links, bench.options.manyLinks) })
    const rows = await attackOn('SQLite', onSqlite, bench)
    const postgres = await startPostgres()
    try {
      const contents = { links: Math.min(links, bench.options.manyLinks) }
      const onPostgres = await bench.dataSets.onPostgres(postgres.url, contents)
      await pinPostgres(serverCore, postgres.url)
      rows.push(...(await attackOn('PostgreSQL', onPostgres, bench)))
    } finally {
      await postgres.stop()
    }
    return { rows, notes: [] }
  },
}

async function attackOn(engine: Engine, data: DataSet, { options, folder }: Bench): Promise<Row[]> {
  const seconds = options.attackSeconds
  const files = serveHostileFiles()
  const list = join(folder, 'blocked-hosts')
  writeFileSync(list, Array.from({ length: blocked }, (_, at) => `bad-${at}.example\n`).join(''))
  // At each start, the log says that the list was read.
  const own = { ALLOW_PRIVATE_TARGETS: 'true', BLOCKED_HOSTS_FILES: list, LOG_LEVEL: 'warn' }
  const settings = { ...data.settings, ...own }
  try {
    const attackers = await attackersKeys(settings, keys)
    const first = await startLinnet(settings)
    const stageOn = (server: Stage['server']): Stage => ({
      server,
      keys: attackers,
      files: files.url,
      folder,
    })
    await makePage(stageOn(first)).finally(() => first.end())
    await makeHostile(settings)
    const server = await startLinnet(settings)
    try {
      const stage = stageOn(server)
      if (options.warmUpSeconds > 0) await warmUp(server, data.key)
      const rows = rowsOf(engine, 'no attack', await probed(server.port, data.key, seconds))
      for (const attack of attacks) {
        const requests = await writeAttack(attack, stage)
        const load = sendLoad({ port: server.port, requests, connections, seconds, mayFail: true })
        const [times] = await Promise.all([probed(server.port, data.key, seconds), load])
        rows.push(...rowsOf(engine, attack.name, times))
      }
      return rows
    } finally {
      await server.end()
    }
  } finally {
    files.stop()
    data.remove()
  }
}

/** Puts hostile destinations into the stored page, because no current version accepts them. The server is not running. */
async function makeHostile({ DATA_DIR, DATABASE_URL }: Record<string, string>): Promise<void> {
  if (DATABASE_URL) {
    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    try {
      await client.query('update components set data = replace(data, $1, $2)', [
        stored.honest,
        stored.hostile,
      ])
    } finally {
      await client.end()
    }
    return
  }
  const connection = connect(sqliteFile(DATA_DIR as string))
  connection.run('update components set data = replace(data, ?, ?)', [stored.honest, stored.hostile])
  connection.close()
}

interface Times {
  health: number[]
  links: number[]
}

/** Sends requests as other users would, from a separate process; returns the sorted times in milliseconds. */
async function probed(port: number, key: string, seconds: number): Promise<Times> {
  const file = join(import.meta.dir, '../hostile/prober.ts')
  const command = pinned(loadCore, [bun, file, String(port), key, String(seconds)])
  const prober = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
  const said = await new Response(prober.stdout).text()
  if ((await prober.exited) !== 0) throw new Error('the prober failed')
  const times = JSON.parse(said) as Times
  const sorted = (values: number[]) => values.sort((a, b) => a - b)
  return { health: sorted(times.health), links: sorted(times.links) }
}

function rowsOf(engine: Engine, attack: string, times: Times): Row[] {
  const limits = { health: 100, links: 250 }
  const names = { health: '`/healthz`', links: '`GET /v2/links`' }
  return (['health', 'links'] as const).flatMap((name): Row[] => {
    const figure = `${engine}, ${attack}: ${names[name]}`
    const sorted = times[name]
    return [
      {
        figure: `${figure}, p99.9`,
        unit: 'ms',
        spread: spreadOf([percentile(sorted, 99.9)]),
        target: under(limits[name]),
      },
      {
        figure: `${figure}, maximum`,
        unit: 'ms',
        spread: spreadOf([sorted.at(-1) as number]),
        target: under(1000),
      },
    ]
  })
}
