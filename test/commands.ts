// Runs CLI commands in this process, for setup and to check their output. Starting the program for each would take a third
// of a second of CPU time.
import { makeCommandApp } from '../packages/server/src/app.ts'
import { runCommand } from '../packages/server/src/cli/command-line.ts'
import { runCommandLine, withClearErrors, withErrorLine } from '../packages/server/src/cli/command-runs.ts'
import { type Environment, readConfig } from '../packages/server/src/config/config.ts'
import type { Command } from '../packages/server/src/platform/command.ts'
import { createLog } from '../packages/server/src/platform/observability/log.ts'
import { systemClock } from '../packages/server/src/platform/time/clock.ts'
import { startServer } from '../packages/server/src/serve.ts'
import type { CommandOutput } from './machine/child-output.ts'

/** Runs a command; returns what it prints with `--json`, or throws its error. */
export async function commandJson(commands: Command[], args: string[]): Promise<Record<string, unknown>> {
  const out: string[] = []
  const faults: string[] = []
  const output = {
    out: (text: string) => void out.push(text),
    error: (text: string) => void faults.push(text),
  }
  const status = await runCommand(commands, [...args, '--json'], output)
  if (status !== 0) throw new Error(faults.join('\n'))
  return JSON.parse(out.join('')) as Record<string, unknown>
}

/** Runs commands on the database of these settings, as the program does; returns what the last one prints. */
export async function commandsOn(
  settings: Environment,
  ...commands: string[][]
): Promise<Record<string, unknown>> {
  const { core, app } = await makeCommandApp({
    config: readConfig(settings),
    clock: systemClock,
    log: createLog('error'),
  })
  try {
    let last: Record<string, unknown> = {}
    for (const args of commands) last = await commandJson(app.commands, args)
    return last
  } finally {
    await core.close()
  }
}

/**
 * What the program prints for these arguments and settings, like `linnet` in program.ts but without a separate process.
 * A server that starts is stopped immediately.
 */
export async function linnetHere(args: string[], settings: Environment = {}): Promise<CommandOutput> {
  const out: string[] = []
  const error: string[] = []
  const output = {
    out: (text: string) => void out.push(`${text}\n`),
    error: (text: string) => void error.push(`${text}\n`),
  }
  const serve = async () => {
    const config = readConfig(settings)
    const context = { config, clock: systemClock, log: createLog('silent') }
    await (await withClearErrors(config, () => startServer(context))).stop()
    return 0
  }
  const [word, ...more] = args
  const isServer = word === 'serve' && more.length === 0
  const status = await (isServer ? withErrorLine(output, serve) : runCommandLine(args, output, settings))
  return { status, out: out.join(''), error: error.join('') }
}
