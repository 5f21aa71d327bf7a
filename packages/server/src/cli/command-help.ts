// The help of the command line: its commands, and how to call them.
import { CommandError, type CommandOption, type CommandShape } from '../platform/command.ts'

/** Commands of the program itself, without options. */
const ownCommands = [
  { name: 'serve', summary: 'Run the server with settings from the environment (docs/configuration.md)' },
  { name: 'version', summary: 'Print the version' },
]

/** The command that the arguments name. */
export function commandNamed<Shape extends { name: string }>(
  shapes: Shape[],
  args: string[],
): Shape | undefined {
  return shapes.find(({ name }) => name.split(' ').every((word, index) => args[index] === word))
}

/** The error for an unknown command, with the other commands of the same group. */
export function unknownCommand(shapes: CommandShape[], args: string[]): CommandError {
  const [first = ''] = args
  const others = shapes.map(({ name }) => name.split(' ')).filter(([group, word]) => group === first && word)
  const instead =
    others.length === 0
      ? 'see linnet help'
      : `linnet ${first} has: ${others.map(([, word]) => word).join(', ')}; see linnet help, or docs/ for tasks that have no command`
  return new CommandError(`unknown command "${args.slice(0, 2).join(' ')}"; ${instead}`)
}

/** A command's usage. */
export function usage({ name, options, operand }: CommandShape): string {
  const args = Object.entries(options).map(([option, { kind, required, placeholder }]) => {
    const word = kind === 'flag' ? `--${option}` : `--${option} ${placeholder ?? 'VALUE'}`
    return `${required ? word : `[${word}]`}${kind === 'values' ? ` [${word}…]` : ''}`
  })
  return ['linnet', name, ...(operand ? [operand] : []), ...args, '[--json]'].join(' ')
}

/** The text of `linnet help`: for the named command, for a group of commands, or for all. */
export function help(shapes: CommandShape[], args: string[] = []): string {
  const names = args.filter((word) => word !== 'help' && !word.startsWith('--'))
  if (names.length === 0) return helpOfAll(shapes)
  const own = commandNamed(ownCommands, names)
  if (own) return `${own.summary}.\n\n  linnet ${own.name}`
  const named = commandNamed(shapes, names)
  if (named) return helpOf(named)
  const group = shapes.filter(({ name }) => name.startsWith(`${names.join(' ')} `))
  if (group.length === 0) throw unknownCommand(shapes, names)
  return group.map(helpOf).join('\n\n')
}

function helpOfAll(shapes: CommandShape[]): string {
  const serverCommands = [...ownCommands, ...shapes.filter((shape) => !isAccountCommand(shape))]
  const accountCommands = shapes.filter(isAccountCommand)
  const width = Math.max(...shapes.map((shape) => nameWithOperand(shape).length)) + 2
  // Commands with the same first word are listed together, whatever feature they come from; the sort is stable.
  const first = accountCommands.map(firstWord)
  accountCommands.sort((a, b) => first.indexOf(firstWord(a)) - first.indexOf(firstWord(b)))
  const lines = (commands: ListedCommand[]) =>
    commands.map((command) => `  linnet ${nameWithOperand(command).padEnd(width)}${command.summary}`)
  return [
    'Linnet: self-hosted short links and click analytics.',
    '',
    'Server:',
    ...lines(serverCommands),
    '',
    'Accounts:',
    ...lines(accountCommands),
    '',
    'Run linnet help COMMAND to list its options. With --json, a command prints one JSON object.',
  ].join('\n')
}

type ListedCommand = Pick<CommandShape, 'name' | 'summary' | 'operand'>

const nameWithOperand = ({ name, operand }: ListedCommand) => (operand ? `${name} ${operand}` : name)

const firstWord = ({ name }: ListedCommand) => name.split(' ', 1)[0]

/** Account commands begin with a noun or have the option --email. */
const isAccountCommand = ({ name, options }: CommandShape) => name.includes(' ') || 'email' in options

function helpOf(shape: CommandShape): string {
  const described: [string, CommandOption][] = Object.entries(shape.options)
  const width = Math.max(10, ...described.map(([name]) => name.length + 2))
  const options = described.map(
    ([name, { meaning, required }]) => `  --${name.padEnd(width)}${meaning}${required ? '' : ' (optional)'}`,
  )
  return [`${shape.summary}.`, '', `  ${usage(shape)}`, '', ...options].join('\n').trimEnd()
}
