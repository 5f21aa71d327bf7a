// What the command line says of itself: which commands there are, and how each of them is called.
import { CommandError, type CommandOption, type CommandShape } from '../platform/command.ts'

/** Words of the program that run no command: they take no options. */
const wordsOfItsOwn = [
  { name: 'serve', summary: 'Run the server; its settings come from the environment: docs/configuration.md' },
  { name: 'version', summary: 'Say which version this is' },
]

/** The command that the words begin with. */
export function commandNamed<Shape extends { name: string }>(
  shapes: Shape[],
  words: string[],
): Shape | undefined {
  return shapes.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
}

/** Says that the words call nothing, and what there is instead: the other commands of the first one. */
export function noSuchCommand(shapes: CommandShape[], words: string[]): CommandError {
  const [first = ''] = words
  const others = shapes.map(({ name }) => name.split(' ')).filter(([group, word]) => group === first && word)
  const instead =
    others.length === 0
      ? 'see linnet help'
      : `${first} has: ${others.map(([, word]) => word).join(', ')}; the rest is in docs/, and see linnet help`
  return new CommandError(`there is no command "${words.slice(0, 2).join(' ')}"; ${instead}`)
}

/** How a command is called. */
export function usage({ name, options, operand }: CommandShape): string {
  const words = Object.entries(options).map(([option, { kind, required, placeholder }]) => {
    const word = kind === 'flag' ? `--${option}` : `--${option} ${placeholder ?? 'VALUE'}`
    return `${required ? word : `[${word}]`}${kind === 'values' ? ` [${word}…]` : ''}`
  })
  return ['linnet', name, ...(operand ? [operand] : []), ...words, '[--json]'].join(' ')
}

/** What `linnet help` says: of the command that the words name, of those that begin with them, or of all. */
export function help(shapes: CommandShape[], words: string[] = []): string {
  const asked = words.filter((word) => word !== 'help' && !word.startsWith('--'))
  if (asked.length === 0) return helpOfAll(shapes)
  const own = commandNamed(wordsOfItsOwn, asked)
  if (own) return `${own.summary}.\n\n  linnet ${own.name}`
  const named = commandNamed(shapes, asked)
  if (named) return helpOf(named)
  const group = shapes.filter(({ name }) => name.startsWith(`${asked.join(' ')} `))
  if (group.length === 0) throw noSuchCommand(shapes, asked)
  return group.map(helpOf).join('\n\n')
}

function helpOfAll(shapes: CommandShape[]): string {
  const ofTheServer = [...wordsOfItsOwn, ...shapes.filter((shape) => !isOfAccounts(shape))]
  const ofAccounts = shapes.filter(isOfAccounts)
  const width = Math.max(...shapes.map((shape) => called(shape).length)) + 2
  // What is called by the same first word stands together, whichever feature it comes from; the sort keeps their order.
  const first = ofAccounts.map(firstWord)
  ofAccounts.sort((a, b) => first.indexOf(firstWord(a)) - first.indexOf(firstWord(b)))
  const lines = (commands: Listed[]) =>
    commands.map((command) => `  linnet ${called(command).padEnd(width)}${command.summary}`)
  return [
    'Linnet: short links and click analytics that you host yourself.',
    '',
    'The server:',
    ...lines(ofTheServer),
    '',
    'Accounts, and what they have:',
    ...lines(ofAccounts),
    '',
    'linnet help COMMAND tells its options. With --json a command prints one JSON object.',
  ].join('\n')
}

type Listed = Pick<CommandShape, 'name' | 'summary' | 'operand'>

const called = ({ name, operand }: Listed) => (operand ? `${name} ${operand}` : name)

const firstWord = ({ name }: Listed) => name.split(' ', 1)[0]

/** An account's commands have a noun before them, or say whose they are. */
const isOfAccounts = ({ name, options }: CommandShape) => name.includes(' ') || 'email' in options

function helpOf(shape: CommandShape): string {
  const described: [string, CommandOption][] = Object.entries(shape.options)
  const width = Math.max(10, ...described.map(([name]) => name.length + 2))
  const options = described.map(
    ([name, { meaning, required }]) => `  --${name.padEnd(width)}${meaning}${required ? '' : ' (optional)'}`,
  )
  return [`${shape.summary}.`, '', `  ${usage(shape)}`, '', ...options].join('\n').trimEnd()
}
