// A real PostgreSQL primary with a streaming replica, for tests of reading from replicas.
import { chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { needs } from '../command/requirements.ts'
import { until } from '../timeouts.ts'
import {
  ensurePostgres,
  type PrivatePostgres,
  shortTemporaryFolder,
  startPostgres,
  tryToConnect,
  unprivilegedUser,
} from './postgres.ts'

needs('PostgreSQL')

const port = 5433

export interface Replicated {
  primary: PrivatePostgres
  /** The replica's URL; the database is `postgres`. */
  url: string
  /** Kills the replica; the primary keeps running. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export async function startReplicated(): Promise<Replicated> {
  // The other programs are next to the real path of the server.
  const bin = dirname(realpathSync(join((await ensurePostgres()).bin, 'postgres')))
  const primary = await startPostgres()
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(shortTemporaryFolder(), 'linnet-rep-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const host = new URL(primary.url).searchParams.get('host') as string
  const run = (program: string, ...args: string[]) =>
    Bun.spawn([join(bin, program), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'ignore'],
      ...user,
    })
  const copy = run(
    'pg_basebackup',
    '-D',
    data,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '-h',
    host,
    '-U',
    'postgres',
  )
  if ((await copy.exited) !== 0) throw new Error('pg_basebackup failed')
  const options = ['-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_connections=200']
  const server = run('postgres', '-D', data, '-p', String(port), '-k', folder, ...options)
  const url = `postgres://postgres@localhost:${port}/postgres?host=${encodeURI(folder)}`
  let problem: string | undefined
  await until(
    () => `the replica starts (${problem})`,
    async () => {
      problem = await tryToConnect(url)
      return problem === undefined
    },
  )
  const kill = async () => {
    server.kill('SIGQUIT')
    await server.exited
  }
  return {
    primary,
    url,
    kill,
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
      await primary.stop()
    },
  }
}
