// Runs a command line: prints help, or runs a command with everything it needs open, and returns the exit status.
import { existsSync } from 'node:fs'
import manifest from '../../package.json' with { type: 'json' }
import { type Config, type Environment, readConfig } from '../config/config.ts'
import { explainFault } from '../db/faults.ts'
import type { Command } from '../platform/command.ts'
import { createLog } from '../platform/observability/log.ts'
import { systemClock } from '../platform/time/clock.ts'
import { allShapes } from './all-shapes.ts'
import { help } from './command-help.ts'
import { errorLine, type Output, parseCommandLine, runCommand } from './command-line.ts'

/** Returns the exit status; on failure, prints why in one line. */
export async function withErrorLine(output: Output, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    output.error(`linnet: ${errorLine(error)}`)
    return 1
  }
}

/** Runs a server or a command, and turns system errors into messages that say what to do. */
export async function withClearErrors<T>({ dataDirectory }: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explainFault(error, dataDirectory)
  }
}

/** Whether these arguments only ask for help or the version. */
export function isHelpOrVersion(args: string[]): boolean {
  return (
    args.length === 0 || ['help', 'version', '--version'].includes(args[0] ?? '') || args.includes('--help')
  )
}

/** Runs these arguments with settings from this environment, by default the process's; returns the exit status. */
export function runCommandLine(args: string[], output: Output, environment?: Environment): Promise<number> {
  return withErrorLine(output, async () => {
    if (!isHelpOrVersion(args)) return await command(args, output, environment)
    const isVersion = args[0] === 'version' || args[0] === '--version'
    output.out(isVersion && !args.includes('--help') ? `linnet ${manifest.version}` : help(allShapes, args))
    return 0
  })
}

async function command(args: string[], output: Output, environment?: Environment): Promise<number> {
  // A typo is reported before anything is opened or created.
  const { name } = parseCommandLine(allShapes, args).shape
  const config = readConfig(environment)
  // Loaded here, because help starts faster without it.
  const { standaloneCommands } = await import('./commands/index.ts')
  const standalone = standaloneCommands.find(({ shape }) => shape.name === name)
  if (standalone) {
    const command = standalone.create({ config, clock: systemClock, log: createLog('error') })
    return await runCommand(explainingErrors(config, [command]), args, output)
  }
  const { makeCommandApp } = await import('../app.ts')
  const { sqliteFile } = await import('../db/open.ts')
  const isNew = config.databaseUrl === null && !existsSync(sqliteFile(config.dataDirectory))
  const log = createLog('error')
  const { core, app } = await withClearErrors(config, () =>
    makeCommandApp({ config, clock: systemClock, log }),
  )
  try {
    const status = await runCommand(explainingErrors(config, app.commands), args, output)
    // Otherwise, nobody would notice that a command without the server's settings created another instance.
    if (status === 0 && isNew && !args.includes('--json'))
      output.out(`This created a new instance in ${config.dataDirectory}.`)
    return status
  } finally {
    await core.close()
  }
}

function explainingErrors(config: Config, commands: Command[]): Command[] {
  return commands.map((command) => ({
    ...command,
    run: (given, context) => withClearErrors(config, () => command.run(given, context)),
  }))
}
