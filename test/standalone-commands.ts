// Commands that open what they need themselves (adopt, backup, …), run in this process as test/commands.ts runs the others.
import { standaloneCommands } from '../packages/server/src/commands/index.ts'
import { type Environment, readConfig } from '../packages/server/src/config.ts'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { createLog } from '../packages/server/src/platform/log.ts'
import { commandJson } from './commands.ts'

/** Runs one of them with these settings: what it prints with `--json`, or a thrown error. */
export async function standaloneJson(
  settings: Environment,
  ...words: string[]
): Promise<Record<string, unknown>> {
  const surroundings = { config: readConfig(settings), clock: systemClock, log: createLog('error') }
  return await commandJson(
    standaloneCommands.map(({ create }) => create(surroundings)),
    words,
  )
}
