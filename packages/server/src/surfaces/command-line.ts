// The command line: finds the command that the words name, reads its options, runs it and prints what came out.
import { parseArgs } from 'node:util'
import { Refusal } from '@linnet/contract'
import { type Command, CommandError } from '../platform/command.ts'
import { ConfigError } from '../platform/config-error.ts'

export interface Output {
  out(text: string): void
  error(text: string): void
}

/** Runs the command that the words name; answers the exit status. */
export async function runCommand(commands: Command[], words: string[], output: Output): Promise<number> {
  try {
    const command = commandNamed(commands, words)
    const { given, json } = readOptions(command, words.slice(command.name.split(' ').length))
    const result = await command.run(given)
    output.out(json ? JSON.stringify(result) : command.tell(result))
    return 0
  } catch (error) {
    output.error(`linnet: ${sentence(error)}`)
    return 1
  }
}

/** What went wrong, in one line. */
export function sentence(error: unknown): string {
  if (error instanceof Refusal) {
    const [detail] = error.details ?? []
    return detail ? `${detail.path}: ${detail.message}` : error.message
  }
  const message = error instanceof Error ? error.message || error.name : String(error)
  const expected = error instanceof CommandError || error instanceof ConfigError
  return expected ? message : message.split('\n', 1)[0] || 'failed'
}

function commandNamed(commands: Command[], words: string[]): Command {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  if (command) return command
  throw new CommandError(`there is no command "${words.slice(0, 2).join(' ')}"; see linnet help`)
}

function readOptions(command: Command, words: string[]) {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, json: { kind: 'flag' as const } }).map(([name, { kind }]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args: words, options, allowPositionals: command.operand !== undefined })
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split('. ')[0]}; usage: ${usage(command)}`)
  }
  const given: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(parsed.values)) given[name] = value === true ? '' : String(value)
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

/** How a command is called. */
export function usage({ name, options, operand }: Command): string {
  const words = Object.entries(options).map(([option, { kind, required, placeholder }]) => {
    const word = kind === 'flag' ? `--${option}` : `--${option} ${placeholder ?? 'VALUE'}`
    return required ? word : `[${word}]`
  })
  return ['linnet', name, ...(operand ? [operand] : []), ...words, '[--json]'].join(' ')
}

/** All commands, for `linnet help`. */
export function help(commands: Command[]): string {
  const list = commands.map((command) => `  ${usage(command)}\n      ${command.summary}`)
  return [
    'Linnet: short links, QR codes and click analytics that you host yourself.',
    '',
    '  linnet serve\n      Run the server; its settings come from the environment, see docs/configuration.md',
    ...list,
    '',
    'With --json a command prints one JSON object.',
  ].join('\n')
}
