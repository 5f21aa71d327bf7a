// Finds PostgreSQL and runs a private, throwaway server of it for the tests.
import { accessSync, chownSync, constants, existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { canInstallPackages, installPackages } from '../command/apt.ts'
import { until } from '../timeouts.ts'

const OLDEST = 15
const PORT = 5432
const TOOLS = ['initdb', 'postgres']

/** An installed PostgreSQL: the folder of its programs and its version. */
export interface PostgresPrograms {
  bin: string
  version: string
}

/** A running private server. */
export interface PrivatePostgres {
  url: string
  version: string
  /** The file of its log. */
  log: string
  /** Shuts the server down and removes its files. */
  stop(): Promise<void>
}

/** The newest suitable PostgreSQL of this machine (the one in PATH first), or undefined. */
export function findPostgres(): PostgresPrograms | undefined {
  for (const bin of candidateFolders()) {
    if (!TOOLS.every((tool) => existsSync(join(bin, tool)))) continue
    const said = Bun.spawnSync([join(bin, 'postgres'), '--version']).stdout.toString()
    const version = /\(PostgreSQL\) (\S+)/.exec(said)?.[1]
    if (version && Number.parseInt(version, 10) >= OLDEST) return { bin, version }
  }
}

/** Finds PostgreSQL or installs it; if neither is possible, throws an error that says what is missing. */
export async function ensurePostgres(): Promise<PostgresPrograms> {
  const found = findPostgres()
  if (found) return found
  if (canInstallPackages()) {
    await installPackages('postgresql')
    const installed = findPostgres()
    if (installed) return installed
  }
  throw new Error(
    `PostgreSQL ${OLDEST} or newer is missing; install it (apt-get install postgresql as root, ` +
      'brew install postgresql@17, or see https://www.postgresql.org/download/) and run the tests again.',
  )
}

/**
 * Starts a fresh server, by default with this machine's programs, that listens only on a socket in its own folder, which is
 * made in the folder `under`. `settings` are PostgreSQL's, such as `log_statement=all`.
 */
export async function startPostgres(
  programs?: PostgresPrograms,
  settings: string[] = [],
  under = shortTemporaryFolder(),
): Promise<PrivatePostgres> {
  const { bin, version } = programs ?? (await ensurePostgres())
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(under, 'linnet-pg-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const options = settings.flatMap((setting) => ['-c', setting])
  const keeper = Bun.spawn(['/bin/sh', '-c', KEEPER, 'postgres-keeper', bin, folder, locale(), ...options], {
    cwd: folder,
    // The developer's own PG* variables must not reach the server.
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'pipe',
    // Control-C in the terminal must not end the server before the tests that use it.
    detached: true,
    ...user,
  })
  keeper.unref()
  const stop = async () => {
    await keeper.stdin.end()
    await keeper.exited
  }
  const log = join(folder, 'log')
  const url = `postgres://postgres@localhost:${PORT}/postgres?host=${encodeURI(folder)}`
  try {
    await untilReady(url, keeper, log)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, version, log, stop }
}

let shared: Promise<string> | undefined

/** The server for tests: the one of `npm test`, or one that lives as long as this process. */
export function postgresForTests(): Promise<string> {
  const given = process.env.LINNET_TEST_POSTGRES
  if (given) return Promise.resolve(given)
  shared ??= startPostgres(undefined, [], folderInMemory()).then((postgres) => postgres.url)
  return shared
}

// The start of the shell programs that own a server: how they end, and how they create the server's files.
export const PREPARING = `finish() { rm -rf "$folder"; exit "$1"; }
if ! "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale="$locale" --no-sync \\
  >"$folder/log" 2>&1
then
  cat "$folder/log" >&2
  finish 1
fi
`

// The server belongs to this small shell program, not to the tests: its standard input is a pipe from the
// test process, which the system closes however that process ends (crash and kill -9 included), and then
// it stops the server and removes the folder. A signal to the shell itself has the same effect, because
// `bun test --isolate` sends one to what a file leaves running. The server gets the signal repeatedly, because
// it ignores it while it starts; after five seconds it is stopped immediately.
const KEEPER = `
bin=$1 folder=$2 locale=$3
shift 3
exec 3<&0 </dev/null
cd /
trap : INT TERM HUP
${PREPARING}"$bin/postgres" -D "$folder/data" -p ${PORT} -k "$folder" -c listen_addresses= \\
  -c fsync=off -c synchronous_commit=off -c full_page_writes=off \\
  -c max_connections=200 -c shared_buffers=64MB "$@" >"$folder/log" 2>&1 3<&- &
server=$!
read -r _ <&3
signal=INT tries=0
while kill -s "$signal" "$server" 2>/dev/null; do
  sleep 0.1
  tries=$((tries + 1))
  if [ "$tries" -ge 50 ]; then signal=QUIT; fi
done
finish 0
`

async function untilReady(
  url: string,
  keeper: Bun.Subprocess<'pipe', 'ignore', 'pipe'>,
  log: string,
): Promise<void> {
  let problem: string | undefined
  await until(
    () => `PostgreSQL starts (${problem}):\n${existsSync(log) ? readFileSync(log, 'utf8') : ''}`,
    async () => {
      if (keeper.exitCode !== null) {
        throw new Error(
          `PostgreSQL could not prepare its files:\n${await new Response(keeper.stderr).text()}`,
        )
      }
      problem = await tryToConnect(url)
      return problem === undefined
    },
  )
}

/** Tries to connect; returns the error, or undefined if it worked. */
export async function tryToConnect(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // Without a listener, an error between two steps would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return String(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function candidateFolders(): string[] {
  const inPath = Bun.which('postgres')
  const patterns = [
    'usr/lib/postgresql/*/bin', // Debian, Ubuntu
    'usr/pgsql-*/bin', // Red Hat
    'usr/libexec/postgresql*', // Alpine
    'opt/homebrew/opt/postgresql@*/bin', // macOS
    'usr/local/opt/postgresql@*/bin',
    'home/linuxbrew/.linuxbrew/opt/postgresql@*/bin',
    'Applications/Postgres.app/Contents/Versions/*/bin',
  ]
  const installed = patterns.flatMap((pattern) => {
    const glob = new Bun.Glob(`${pattern}/postgres`)
    return [...glob.scanSync({ cwd: '/', absolute: true, followSymlinks: true })].map(dirname)
  })
  // Newest first: '/usr/lib/postgresql/17/bin' before '/usr/lib/postgresql/9.6/bin'.
  installed.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return inPath ? [dirname(inPath), ...installed] : installed
}

/** PostgreSQL refuses to run as root, so root lends it another user. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Bun.spawnSync(['id', flag, name]).stdout.toString().trim())
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root; add a user named postgres, or run the tests as yourself.')
}

/** A socket's path must stay below 100 characters, and root's own folders are closed to other users. */
export function shortTemporaryFolder(): string {
  const usual = tmpdir()
  const socket = join(usual, 'linnet-pg-123456', `.s.PGSQL.${PORT}`)
  return process.getuid?.() === 0 || socket.length >= 100 ? '/tmp' : usual
}

/**
 * A folder in memory, where it costs little to create the hundreds of files of each database; a folder on disk if there is
 * none, or not enough space in it. Nothing that measures speed may use it.
 */
export function folderInMemory(): string {
  const shared = '/dev/shm'
  try {
    accessSync(shared, constants.W_OK)
    const { bavail, bsize } = statfsSync(shared)
    if (bavail * bsize >= 4 * 2 ** 30) return shared
  } catch {
    // Only Linux has it.
  }
  return shortTemporaryFolder()
}

/** The same sort order everywhere; older versions of macOS have no C.UTF-8. */
export function locale(): string {
  return process.platform === 'darwin' ? 'C' : 'C.UTF-8'
}
