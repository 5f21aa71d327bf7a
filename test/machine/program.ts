// The real program, run as a person runs it: its commands, and servers that can be stopped or killed.
import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { recordFile } from '../command/failure-records.ts'
import { commandsOn } from '../commands.ts'
import { type CommandOutput, outcomeOf } from './child-output.ts'
import { freePort } from './free-port.ts'
import '../cheap-hashes.ts'
import { password } from '../accounts/sign-in.ts'

export const root = resolve(import.meta.dir, '../..')
/** `./bin/linnet` of this repository, or the bundle of it that `npm test` builds, which starts faster. */
export const program = process.env.LINNET_TEST_PROGRAM ?? resolve(root, 'bin/linnet')

export type Settings = Record<string, string | undefined>

interface ProgramOptions {
  /** The program to run; by default this repository's. */
  program?: string
  /** Words that come before the command's own. */
  before?: string[]
  cwd?: string
}

// Nothing of the developer's own environment may reach the program.
const bare = { PATH: process.env.PATH, HOME: process.env.HOME }

/** Runs a command to its end. */
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

/** Runs a command with `--json`: the object that it printed. */
export async function linnetJson(
  args: string[],
  settings: Settings,
  options: ProgramOptions = {},
): Promise<Record<string, unknown>> {
  const { status, out, error } = await linnet([...args, '--json'], settings, options)
  if (status !== 0) throw new Error(error)
  return JSON.parse(out) as Record<string, unknown>
}

/** The one line that a failing command leaves on standard error; anything else is an error. */
export function onlyLine({ status, out, error }: CommandOutput): string {
  if (status > 0 && out === '' && /^linnet: [^\n]+\n$/.test(error)) return error.trimEnd()
  throw new Error(`expected a failure told in one line, not status ${status}, "${out}" and "${error}"`)
}

/** Makes an account with a key for every scope: the key. In this process, but for a program of another place. */
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
  /** What the terminal said once it was up. */
  welcome: string
  /** Sends a signal that does not end it: SIGSTOP freezes it until SIGCONT. */
  send(signal: NodeJS.Signals): void
  /** Sends a signal and waits for the end: the exit code, null where the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
  /** What it wrote to standard error; known once it has ended. */
  log: Promise<string>
}

const running = new Set<Bun.Subprocess>()

/** Starts `linnet serve` on a free port; ready when it has said so. */
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

/** Ends, at once, what a test has left running. */
export async function endAll(): Promise<void> {
  const left = [...running]
  running.clear()
  for (const child of left) child.kill('SIGKILL')
  await Promise.all(left.map(({ exited }) => exited))
}

/** What a server writes to standard error; also recorded, in case the test fails. */
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
