// The commands that open what they need by themselves. Imports that a server doesn't need are loaded when the command runs.
import type { RuntimeContext } from '../../core-services.ts'
import type { Command, CommandShape } from '../../platform/command.ts'
import * as adopt from './adopt.ts'
import * as backup from './backup.ts'
import * as doctor from './doctor.ts'
import * as exporting from './export.ts'
import * as health from './health.ts'
import * as move from './move.ts'
import * as reseal from './reseal.ts'

/** A command for which nothing is opened, created or migrated beforehand. */
export interface StandaloneCommand {
  shape: CommandShape
  create(context: RuntimeContext): Command
}

export const standaloneCommands: StandaloneCommand[] = [
  adopt,
  backup,
  doctor,
  exporting,
  health,
  move,
  reseal,
]
