// Runs commands that open their own resources (adopt, backup, …) in this process, as test/commands.ts does for the others.
import { standaloneCommands } from '../packages/server/src/cli/commands/index.ts'
import { type Environment, readConfig } from '../packages/server/src/config/config.ts'
import { createLog } from '../packages/server/src/platform/observability/log.ts'
import { systemClock } from '../packages/server/src/platform/time/clock.ts'
import { commandJson } from './commands.ts'

/** Runs one with these settings; returns what it prints with `--json`, or throws its error. */
export async function standaloneJson(
  settings: Environment,
  ...args: string[]
): Promise<Record<string, unknown>> {
  const context = { config: readConfig(settings), clock: systemClock, log: createLog('error') }
  return await commandJson(
    standaloneCommands.map(({ create }) => create(context)),
    args,
  )
}
