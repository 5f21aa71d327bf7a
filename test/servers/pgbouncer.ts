// A real PgBouncer in transaction mode in front of the test PostgreSQL, where clients share connections and their session state.
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, needs } from '../command/requirements.ts'
import type { FreshDatabase } from '../databases.ts'
import { until } from '../timeouts.ts'
import { shortTemporaryFolder, tryToConnect, unprivilegedUser } from './postgres.ts'

needs('PgBouncer')

const port = 6432

export interface Pooler {
  /** The URL of the database through the pooler. */
  url: string
  stop(): Promise<void>
}

/** Starts a pooler that shares a few connections among all clients. */
export async function startPooler({ env }: FreshDatabase): Promise<Pooler> {
  const program = findProgram('pgbouncer') as string
  const direct = new URL(env.DATABASE_URL as string)
  const folder = mkdtempSync(join(shortTemporaryFolder(), 'linnet-pool-'))
  writeFileSync(join(folder, 'users'), '"postgres" ""\n')
  writeFileSync(join(folder, 'settings'), settings(folder, direct))
  const user = unprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const child = Bun.spawn([program, join(folder, 'settings')], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'ignore'],
    ...user,
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await child.exited
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `postgres://postgres@localhost:${port}${direct.pathname}?host=${encodeURI(folder)}`
  let problem: string | undefined
  try {
    await until(
      () => `pgbouncer starts (${problem})`,
      async () => {
        problem = await tryToConnect(url)
        if (problem !== undefined && child.exitCode !== null) throw new Error(`pgbouncer ended: ${problem}`)
        return problem === undefined
      },
    )
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

const settings = (folder: string, direct: URL) => `
[databases]
* = host=${direct.searchParams.get('host')} port=${direct.port || 5432} user=postgres
[pgbouncer]
pool_mode = transaction
default_pool_size = 6
max_client_conn = 200
listen_addr =
listen_port = ${port}
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${join(folder, 'users')}
`
