// A test's own PostgreSQL, which can be killed, stopped, frozen or made to refuse connections, and then restored.
import { chownSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { needs } from '../../command/requirements.ts'
import {
  ensurePostgres,
  locale,
  PREPARING,
  shortTemporaryFolder,
  tryToConnect,
  unprivilegedUser,
} from '../../servers/postgres.ts'
import { until } from '../../timeouts.ts'
import { childrenOf, endedAll, signal } from './processes.ts'

needs('PostgreSQL')

const admitting = 'local all all trust\nhost all all all trust\n'
const refusing = `local linnet all reject\nhost linnet all all reject\n${admitting}`

/** A network namespace in which it listens on all addresses; `inside` makes a command run there. */
export interface RemoteHost {
  inside(command: string[]): string[]
}

export class FaultyPostgres {
  private constructor(
    /** Where its socket is. */
    readonly folder: string,
    private readonly keeper: Bun.Subprocess<'pipe', 'ignore', 'pipe'>,
  ) {}

  /** Creates and starts one with a database `linnet`. */
  static async start(elsewhere?: RemoteHost): Promise<FaultyPostgres> {
    const { bin } = await ensurePostgres()
    const user = unprivilegedUser()
    const folder = mkdtempSync(join(shortTemporaryFolder(), 'linnet-hurt-'))
    if (user) chownSync(folder, user.uid, user.gid)
    const lent =
      elsewhere && user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []
    const shell = [...lent, '/bin/sh', '-c', keeperScript, 'postgres-keeper', bin, folder, locale()]
    const command = elsewhere ? elsewhere.inside([...shell, '*']) : [...shell, '']
    const keeper = Bun.spawn(command, {
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdin: 'pipe',
      stdout: 'ignore',
      stderr: 'pipe',
      // Control-C in the terminal must not end it before the tests that use it.
      detached: true,
      ...(elsewhere ? {} : user),
    })
    const postgres = new FaultyPostgres(folder, keeper)
    try {
      await postgres.startAgain()
      await postgres.administer('create database linnet')
    } catch (error) {
      await postgres.remove()
      throw error
    }
    return postgres
  }

  /** The URL of a database for a process on this machine. */
  url(database = 'linnet'): string {
    return `postgres://postgres@localhost:5432/${database}?host=${encodeURI(this.folder)}`
  }

  /** Starts it; resolves when it accepts connections. */
  async startAgain(): Promise<void> {
    this.keeper.stdin.write('start\n')
    await this.keeper.stdin.flush()
    await this.answers()
  }

  /** Resolves when it accepts connections again. */
  async answers(database = 'postgres'): Promise<void> {
    const log = join(this.folder, 'log')
    let problem: string | undefined
    await until(
      () => `PostgreSQL is back (${problem}):\n${existsSync(log) ? readFileSync(log, 'utf8') : ''}`,
      async () => {
        if (this.keeper.exitCode !== null)
          throw new Error(
            `PostgreSQL could not be prepared:\n${await new Response(this.keeper.stderr).text()}`,
          )
        problem = await tryToConnect(this.url(database))
        return problem === undefined
      },
    )
  }

  /** `kill -9` of the server and all its processes. */
  async kill(): Promise<void> {
    const all = this.processes()
    // The server first, because it would restart processes that it sees dying.
    for (const pid of all) signal(pid, 'SIGKILL')
    await endedAll(all)
  }

  /** Stops it as an administrator does, without waiting for its clients. */
  async stop(): Promise<void> {
    const all = this.processes()
    signal(all[0] as number, 'SIGINT')
    await endedAll(all)
  }

  /** Freezes all its processes; connections stay open. */
  freeze(): void {
    for (const pid of this.processes()) signal(pid, 'SIGSTOP')
  }

  thaw(): void {
    for (const pid of this.processes()) signal(pid, 'SIGCONT')
  }

  /** Closes every connection to the database, and accepts no new ones. */
  async refuse(): Promise<void> {
    await this.admitBy(refusing)
    await until('PostgreSQL refuses', async () => (await tryToConnect(this.url())) !== undefined)
    await this.administer("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'linnet'")
  }

  async admit(): Promise<void> {
    await this.admitBy(admitting)
    await this.answers('linnet')
  }

  /** How many connections to the database there are. */
  async connections(): Promise<number> {
    const [{ count } = { count: 0 }] = await this.administer<{ count: string }>(
      "select count(*) from pg_stat_activity where datname = 'linnet'",
    )
    return Number(count)
  }

  /** Runs a statement on a separate connection. */
  async administer<Row>(statement: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url('postgres') })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(statement)).rows as Row[]
    } finally {
      await client.end()
    }
  }

  /** Ends it, and removes its files. */
  async remove(): Promise<void> {
    await this.keeper.stdin.end()
    await this.keeper.exited
  }

  private async admitBy(rules: string): Promise<void> {
    writeFileSync(join(this.folder, 'data/pg_hba.conf'), rules)
    await this.administer('select pg_reload_conf()')
  }

  /** The server's process and all its descendants. */
  private processes(): number[] {
    const pid = Number(readFileSync(join(this.folder, 'data/postmaster.pid'), 'latin1').split('\n')[0])
    return [pid, ...childrenOf(pid)]
  }
}

// As the keeper of test/servers/postgres.ts: however the test ends, the pipe is then closed, and this shell ends what it has
// started. The processes of a frozen server don't notice that it has died.
const keeperScript = `
bin=$1 folder=$2 locale=$3 listen=$4
cd /
trap : INT TERM HUP
${PREPARING}printf '%s' '${admitting}' >"$folder/data/pg_hba.conf"
while read -r order; do
  "$bin/postgres" -D "$folder/data" -p 5432 -k "$folder" -c listen_addresses="$listen" \\
    -c fsync=off -c max_connections=200 -c shared_buffers=64MB >>"$folder/log" 2>&1 </dev/null &
  server=$!
done
all="$server $(ps -A -o pid= -o ppid= | awk -v parent="$server" '$2 == parent { print $1 }')"
kill -s KILL $all 2>/dev/null
finish 0
`
