// Workspaces with very many members, and a person in very many workspaces: how long their lists take on both engines.
import { startPostgres } from '../../test/servers/postgres.ts'
import { pinPostgres, serverCore } from '../cores.ts'
import { type DataSet, email } from '../data/data-sets.ts'
import { fillMembers } from '../data/fill-members.ts'
import { repeat, timesOf } from '../queries.ts'
import { type Row, spreadOf, under } from '../report/measurements.ts'
import type { Bench, Section } from '../section.ts'
import { type Server, startLinnet } from '../servers.ts'
import { ask, sessionCookies } from '../session.ts'

const people = 10_000
const workspaces = 500

export const crowds: Section = {
  name: 'workspaces',
  title: 'Workspaces',
  method: `Requests of the dashboard in a workspace of ${people.toLocaleString('en')} people, by a person who belongs to
${workspaces} workspaces, from one client, one after another: some 300 of each kind. PostgreSQL and its processes
share the server's core.`,

  async measure(bench) {
    const rows = await listsOn('SQLite', await bench.dataSets.copy({ links: 1 }), bench)
    const postgres = await startPostgres()
    try {
      const data = await bench.dataSets.onPostgres(postgres.url, { links: 1 })
      await pinPostgres(serverCore, postgres.url)
      rows.push(...(await listsOn('PostgreSQL', data, bench)))
    } finally {
      await postgres.stop()
    }
    return { rows, notes: [] }
  },
}

/** The kinds of requests: of each, the path of the one with this number. */
const kinds: Record<string, (number: number) => string> = {
  'workspaces of a person': () => '/api/workspaces',
  'first page of members': () => '/api/workspace/members',
  'members, page by page': (number) =>
    `/api/workspace/members?limit=100&after=usr_${String((number * 97) % people).padStart(26, '0')}`,
  'members found by name': (number) => `/api/workspace/members?search=person+${(number * 31) % people}`,
  'what the dashboard asks first': () => '/api/me',
}

async function listsOn(engine: string, data: DataSet, { options }: Bench): Promise<Row[]> {
  const workspace = await fillMembers(data.settings, email, { people, workspaces })
  // Otherwise, it logs the message about each new session.
  const server = await startLinnet({ ...data.settings, LOG_LEVEL: 'error' })
  try {
    const rows: Row[] = []
    for (const [kind, pathOf] of Object.entries(kinds)) {
      // A session may send 600 requests in a minute.
      const cookie = await sessionCookies(server)
      const query = (number: number) =>
        timed(server, pathOf(number), { cookie, 'linnet-workspace': workspace })
      for (let warmUp = 0; warmUp < 30 && options.warmUpSeconds > 0; warmUp++) await query(warmUp)
      const times = await repeat({ queries: options.queries, seconds: options.querySeconds }, query)
      const { p50, p99 } = timesOf(times)
      rows.push(
        { figure: `${engine}: ${kind}, p50`, unit: 'ms', spread: spreadOf([p50]) },
        { figure: `${engine}: ${kind}, p99`, unit: 'ms', spread: spreadOf([p99]), target: under(50) },
      )
    }
    return rows
  } finally {
    await server.end()
    data.remove()
  }
}

async function timed(server: Server, path: string, headers: Record<string, string>) {
  const begun = Bun.nanoseconds()
  const answer = await ask(server, path, { headers })
  const body = await answer.json()
  const milliseconds = (Bun.nanoseconds() - begun) / 1e6
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`)
  return { body, milliseconds }
}
