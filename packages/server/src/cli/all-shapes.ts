// How all commands are called. The program's bundle has this as data, so that help and typos load no command.
import { commandShapes } from '../command-shapes.ts'
import type { CommandShape } from '../platform/command.ts'
import { standaloneCommands } from './commands/index.ts'

export const allShapes: CommandShape[] = [...commandShapes, ...standaloneCommands.map(({ shape }) => shape)]
