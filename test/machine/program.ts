// Runs the real program as a person would: commands, and servers that tests can stop or kill.
import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { recordFile } from '../command/failure-records.ts'
import { commandsOn } from '../commands.ts'
import { type CommandOutput, outcomeOf } from './child-output.ts'
import { freePort } from './free-port.ts'
import '../cheap-hashes.ts'
import { password } from '../accounts/sign-in.ts'

export const root = resolve(import.meta.dir, '../..')
/** `./bin/linnet` of this repository, or the bundle that `npm test` builds, which starts faster. */
export const program = process.env.LINNET_TEST_PROGRAM ?? resolve(root, 'bin/linnet')

export type Settings = Record<string, string | undefined>

interface ProgramOptions {
  /** The program to run; this repository's by default. */
  program?: string
  /** Arguments before the command itself. */
  before?: string[]
  cwd?: string
}

// The developer's own environment must not reach the program.
const bare = { PATH: process.env.PATH, HOME: process.env.HOME }

/** Runs a command and waits for it to end. */
export async function linnet(
  args: string[],
  settings: Settings = {},
  options: ProgramOptions = {},
): Promise<CommandOutput> {
  const child = Bun.spawn([options.program ?? program, ...args], {
    cwd: options.cwd ?? root,
    env: { ...bare, ...settings },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  return await outcomeOf(child)
}

/** Runs a command with `--json`; returns the object that it prints. */
export async function linnetJson(
  args: string[],
  settings: Settings,
  options: ProgramOptions = {},
): Promise<Record<string, unknown>> {
  const { status, out, error } = await linnet([...args, '--json'], settings, options)
  if (status !== 0) throw new Error(error)
  return JSON.parse(out) as Record<string, unknown>
}

/** The one line that a failing command writes to standard error; throws if there is anything else. */
export function onlyLine({ status, out, error }: CommandOutput): string {
  if (status > 0 && out === '' && /^linnet: [^\n]+\n$/.test(error)) return error.trimEnd()
  throw new Error(`expected a failure with a one-line message, not status ${status}, "${out}" and "${error}"`)
}

/** Creates an account and returns a key with all scopes. Runs in this process unless `options` name another program. */
export async function newKey(
  settings: Settings,
  email = 'ana@example.com',
  options?: ProgramOptions,
): Promise<string> {
  const commands = [
    ['user', 'create', '--email', email, '--password', password],
    ['key', 'create', '--email', email, '--name', 'test', '--scopes', 'all'],
  ]
  if (!options) return (await commandsOn(settings, ...commands)).key as string
  let output: Record<string, unknown> = {}
  for (const args of commands) output = await linnetJson(args, settings, options)
  return output.key as string
}

export interface ServerProcess {
  url: string
  port: number
  pid: number
  /** What it printed when it had started. */
  welcome: string
  /** Sends a signal that does not end the process: SIGSTOP freezes it until SIGCONT. */
  send(signal: NodeJS.Signals): void
  /** Sends a signal and waits for the process to end; returns its exit code, or null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
  /** What it wrote to standard error; resolves once it has ended. */
  log: Promise<string>
}

const running = new Set<Bun.Subprocess>()

/** Starts `linnet serve` on a free port; resolves when it is listening. */
export async function serve(settings: Settings, options: ProgramOptions = {}): Promise<ServerProcess> {
  const port = settings.PORT ? Number(settings.PORT) : await freePort()
  const child = Bun.spawn([options.program ?? program, ...(options.before ?? []), 'serve'], {
    cwd: options.cwd ?? root,
    env: { ...bare, ...settings, PORT: String(port) },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.add(child)
  const log = readLog(child.stderr)
  const welcome = await untilListening(child.stdout)
  if (welcome === null) throw new Error(`the server did not start: ${await log}`)
  return {
    url: `http://localhost:${port}`,
    port,
    pid: child.pid,
    welcome,
    log,
    send: (signal) => child.kill(signal),
    async end(signal) {
      child.kill(signal)
      await child.exited
      running.delete(child)
      return child.exitCode
    },
  }
}

/** Starts `linnet serve` and kills it after a moment, whether or not it has begun to listen. */
export async function serveBriefly(settings: Settings, milliseconds: number): Promise<void> {
  const child = Bun.spawn([program, 'serve'], {
    cwd: root,
    env: { ...bare, ...settings, PORT: String(await freePort()) },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  running.add(child)
  await Bun.sleep(milliseconds)
  child.kill('SIGKILL')
  await child.exited
  running.delete(child)
}

/** Kills all servers that a test has left running. */
export async function endAll(): Promise<void> {
  const left = [...running]
  running.clear()
  for (const child of left) child.kill('SIGKILL')
  await Promise.all(left.map(({ exited }) => exited))
}

/** Reads a server's standard error to its end, and records it in case the test fails. */
async function readLog(stream: ReadableStream<Uint8Array>): Promise<string> {
  const record = recordFile('server.log')
  const decoder = new TextDecoder()
  let output = ''
  for await (const piece of stream) {
    if (record) appendFileSync(record, piece)
    output += decoder.decode(piece, { stream: true })
  }
  return output
}

async function untilListening(stream: ReadableStream<Uint8Array>): Promise<string | null> {
  const decoder = new TextDecoder()
  let output = ''
  for await (const piece of stream) {
    output += decoder.decode(piece, { stream: true })
    if (output.includes('Stop with Ctrl+C.')) return output
  }
  return null
}
