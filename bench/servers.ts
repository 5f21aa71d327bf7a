// The servers that are measured: nginx, a bare Bun.serve and Linnet, each on the servers' core.
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from '../test/machine/free-port.ts'
import { pinned, serverCore } from './cores.ts'
import { host } from './data/requests.ts'
import { scratchFolder } from './scratch.ts'

export const root = resolve(import.meta.dir, '..')
export const bun = join(root, 'node_modules/bun/bin/bun.exe')
// On Debian, nginx is only in root's PATH.
export const searchPath = `${process.env.PATH}:/usr/sbin`
const linnetProgram = join(root, 'bin/linnet')
const startLimitMilliseconds = 60_000

export interface Server {
  pid: number
  port: number
  /** Sends a signal and waits until the process exits. */
  end(signal?: NodeJS.Signals): Promise<void>
}

export type Settings = Record<string, string>

const running = new Map<Bun.Subprocess, NodeJS.Signals>()
// However the benchmark ends, its servers are stopped.
process.on('exit', () => {
  for (const [server, signal] of running) server.kill(signal)
})

const bundles = new Map<string, Promise<void>>()

/** Makes the bundle of a checkout, if it can have one: the sources start slower, and would have it made meanwhile. */
function bundled(checkout: string): Promise<void> {
  const made = bundles.get(checkout) ?? bundle(checkout)
  bundles.set(checkout, made)
  return made
}

async function bundle(checkout: string): Promise<void> {
  const bundler = join(checkout, 'packages/server/bundle.ts')
  if (!existsSync(bundler)) return
  const command = [join(checkout, 'node_modules/bun/bin/bun.exe'), bundler]
  const child = Bun.spawn(command, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] })
  if ((await child.exited) !== 0) throw new Error(`${checkout} has no current bundle of the program`)
}

/** nginx with one worker, which answers everything with the same redirect and writes no log. */
export async function startNginx(): Promise<Server> {
  const port = await freePort()
  const folder = scratchFolder()
  const configuration = join(folder, 'nginx.conf')
  writeFileSync(
    configuration,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000000;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; location / { return 302 https://example.com/landing; } }
}
`,
  )
  // If killed immediately, it would leave its worker behind.
  const command = ['nginx', '-e', 'stderr', '-p', folder, '-c', configuration]
  return await start(command, port, {}, { lastSignal: 'SIGTERM' })
}

/** Bun's own server with the same redirect for everything. */
export async function startBareBun(): Promise<Server> {
  const port = await freePort()
  return await start([bun, join(import.meta.dir, 'bare-bun.ts'), String(port)], port, {})
}

/** Linnet as users start it. */
export async function startLinnet(settings: Settings, cores: number | string = serverCore): Promise<Server> {
  await bundled(root)
  const port = await freePort()
  return await start([linnetProgram, 'serve'], port, settings, { cores })
}

/** Linnet with Bun's profiler, which writes to a folder at exit. */
export async function startProfiledLinnet(settings: Settings, folder: string): Promise<Server> {
  const port = await freePort()
  const main = join(root, 'packages/server/src/main.ts')
  const profiler = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500']
  const command = [bun, ...profiler, `--tsconfig-override=${root}/tsconfig.json`, main, 'serve']
  return await start(command, port, settings)
}

/** Runs a command of Linnet's command line; returns its JSON output. */
export async function linnetCommand(words: string[], settings: Settings): Promise<Record<string, unknown>> {
  await bundled(root)
  const command = Bun.spawn([linnetProgram, ...words, '--json'], {
    cwd: root,
    env: environment(settings),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const said = await new Response(command.stdout).text()
  if ((await command.exited) !== 0) throw new Error(`linnet ${words.slice(0, 2).join(' ')} failed`)
  return JSON.parse(said) as Record<string, unknown>
}

/** The milliseconds that a command of Linnet's command line takes on the servers' core. */
export async function timeOfCommand(words: string[], settings: Settings): Promise<number> {
  await bundled(root)
  const begun = Bun.nanoseconds()
  const command = Bun.spawn(pinned(serverCore, [linnetProgram, ...words]), {
    cwd: root,
    env: environment(settings),
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await command.exited) !== 0) throw new Error(`linnet ${words.slice(0, 2).join(' ')} failed`)
  return (Bun.nanoseconds() - begun) / 1e6
}

/** Starts Linnet, this one or another checkout's, and returns the milliseconds until a visitor is redirected. */
export async function timeToFirstRedirect(
  settings: Settings,
  path: string,
  checkout = root,
): Promise<{ server: Server; milliseconds: number }> {
  await bundled(checkout)
  const port = await freePort()
  const begun = Bun.nanoseconds()
  const server = launch([join(checkout, 'bin/linnet'), 'serve'], port, settings)
  await answers(server, port, (status) => status === 302, path)
  return { server: server.handle, milliseconds: (Bun.nanoseconds() - begun) / 1e6 }
}

async function start(
  command: string[],
  port: number,
  settings: Settings,
  place: Place = {},
): Promise<Server> {
  const server = launch(command, port, settings, place)
  await answers(server, port, () => true, '/')
  return server.handle
}

interface Launched {
  child: Bun.Subprocess
  handle: Server
}

interface Place {
  cores?: number | string
  /** Stops the server if the benchmark ends without having done so. */
  lastSignal?: NodeJS.Signals
}

function launch(
  command: string[],
  port: number,
  settings: Settings,
  { cores = serverCore, lastSignal = 'SIGKILL' }: Place = {},
): Launched {
  const child = Bun.spawn(pinned(cores, command), {
    cwd: root,
    env: environment({ PORT: String(port), ...settings }),
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  })
  running.set(child, lastSignal)
  const end: Server['end'] = async (signal = 'SIGTERM') => {
    child.kill(signal)
    await child.exited
    running.delete(child)
  }
  return { child, handle: { pid: child.pid, port, end } }
}

/** Retries until there is a suitable response. */
async function answers(
  { child }: Launched,
  port: number,
  fits: (status: number) => boolean,
  path: string,
): Promise<void> {
  const giveUp = Date.now() + startLimitMilliseconds
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      headers: { host },
    }).catch(() => null)
    if (answer && fits(answer.status)) return
    if (child.exitCode !== null) throw new Error('a server exited before it answered')
    if (Date.now() > giveUp) throw new Error(`nothing answered on port ${port} within a minute`)
    if (!answer) await Bun.sleep(1)
  }
}

// The developer's own environment must not affect a server.
function environment(settings: Settings): Record<string, string | undefined> {
  return { PATH: searchPath, HOME: process.env.HOME, ...settings }
}
