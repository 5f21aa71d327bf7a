// PgBouncer in transaction mode between the nodes and their database, which can be killed and started again.
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, needs } from '../../command/requirements.ts'
import { shortTemporaryFolder, tryToConnect, unprivilegedUser } from '../../servers/postgres.ts'
import { until } from '../../timeouts.ts'
import type { FaultyPostgres } from './faulty-postgres.ts'

needs('PgBouncer')

export class Pooler {
  private process: Bun.Subprocess | null = null

  private constructor(private readonly folder: string) {}

  static async start(postgres: FaultyPostgres): Promise<Pooler> {
    const folder = mkdtempSync(join(shortTemporaryFolder(), 'linnet-pool-'))
    const user = unprivilegedUser()
    if (user) chownSync(folder, user.uid, user.gid)
    writeFileSync(join(folder, 'pgbouncer.ini'), settingsOf(folder, postgres))
    const pooler = new Pooler(folder)
    await pooler.startAgain()
    return pooler
  }

  get url(): string {
    return `postgres://postgres@localhost:5432/linnet?host=${encodeURI(this.folder)}`
  }

  async startAgain(): Promise<void> {
    const pooler = Bun.spawn([findProgram('pgbouncer') as string, join(this.folder, 'pgbouncer.ini')], {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore'],
      ...unprivilegedUser(),
    })
    this.process = pooler
    let problem: string | undefined
    await until(
      () => `PgBouncer is ready (${problem})`,
      async () => {
        problem = await tryToConnect(this.url)
        if (problem !== undefined && pooler.exitCode !== null) throw new Error(`PgBouncer ended: ${problem}`)
        return problem === undefined
      },
    )
  }

  async kill(): Promise<void> {
    this.process?.kill('SIGKILL')
    await this.process?.exited
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

// Fewer connections than two nodes would open themselves.
function settingsOf(folder: string, postgres: FaultyPostgres): string {
  return `[databases]
linnet = host=${postgres.folder} port=5432 dbname=linnet user=postgres
[pgbouncer]
listen_addr =
listen_port = 5432
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
max_client_conn = 200
default_pool_size = 12
server_login_retry = 1
logfile = ${folder}/log
pidfile = ${folder}/pid
`
}
