// The command line: finds the command, parses its options, runs it and prints the result.
import { parseArgs } from 'node:util'
import { Refusal } from '@linnet/contract/errors'
import { type Command, CommandError, type CommandOption, type CommandShape } from '../platform/command.ts'
import { ConfigError } from '../platform/config-error.ts'
import { commandNamed, unknownCommand, usage } from './command-help.ts'

export interface Output {
  out(text: string): void
  error(text: string): void
  /** Aborted by an interrupt (Ctrl+C), which then no longer ends the process. */
  interruption?(): AbortSignal
}

/** Runs the command; returns the exit status. */
export async function runCommand(commands: Command[], args: string[], output: Output): Promise<number> {
  try {
    const { shape, given, json } = parseCommandLine(commands, args)
    const interruption = () => output.interruption?.() ?? new AbortController().signal
    const result = await shape.run(given, { progress: output.error, interruption })
    output.out(json ? JSON.stringify(result) : shape.format(result))
    return shape.isFailure?.(result) ? 1 : 0
  } catch (error) {
    output.error(`linnet: ${errorLine(error)}`)
    return 1
  }
}

/** The command with its options; throws a CommandError if there is no such command, or its options are wrong. */
export function parseCommandLine<Shape extends CommandShape>(shapes: Shape[], args: string[]) {
  const shape = commandNamed(shapes, args)
  if (!shape) throw unknownCommand(shapes, args)
  return { shape, ...readOptions(shape, args.slice(shape.name.split(' ').length)) }
}

/** An error's message, in one line. */
export function errorLine(error: unknown): string {
  if (error instanceof Refusal) {
    const [detail] = error.details ?? []
    return detail ? `${detail.path}: ${detail.message}` : error.message
  }
  const message = error instanceof Error ? error.message || error.name : String(error)
  const expected = error instanceof CommandError || error instanceof ConfigError
  return expected ? message : message.split('\n', 1)[0] || 'failed'
}

function readOptions(command: CommandShape, args: string[]) {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, json: { kind: 'flag' } as CommandOption }).map(
      ([name, { kind }]) => [
        name,
        { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: kind === 'values' },
      ],
    ),
  )
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args, options, allowPositionals: command.operand !== undefined })
  } catch (error) {
    throw new CommandError(`${parsingFault(error as Error)}; usage: ${usage(command)}`)
  }
  const given: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(parsed.values)) given[name] = optionText(value)
  for (const [name, option] of Object.entries(command.options))
    if (option.required && given[name] === undefined)
      throw new CommandError(`--${name} is missing; usage: ${usage(command)}`)
  if (command.operand) {
    const [word, ...more] = parsed.positionals
    if (word === undefined || more.length > 0) throw new CommandError(`usage: ${usage(command)}`)
    given[command.operand] = word
  }
  return { given, json: parsed.values.json === true }
}

/** Several values of an option are joined by line breaks; a flag is an empty string. */
function optionText(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n')
  return value === true ? '' : String(value)
}

/** Node's message, without the advice at its end, which doesn't fit this program. */
function parsingFault({ message }: Error): string {
  const [option] = /'(--[^' ]+)/.exec(message) ?? []
  if (message.includes('ambiguous') && option)
    return `${option.slice(1)} needs a value; write a value that begins with a dash as ${option.slice(1)}=-…`
  return message.split(/\. |\n/, 1)[0] ?? message
}
