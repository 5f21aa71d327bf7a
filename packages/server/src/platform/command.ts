// The type of a command of the command line; features declare their own.
import { allScopes, isScope, type Scope } from '@linnet/contract/scopes'

export interface CommandOption {
  /** `value`: takes one; `values`: can be repeated, and gives one value per line; `flag`: takes none. */
  kind: 'value' | 'values' | 'flag'
  required?: boolean
  meaning: string
  /** The value's placeholder in the usage, such as `EMAIL`. */
  placeholder?: string
}

/** How a command is called: known before the database is open. */
export interface CommandShape {
  /** Its name, such as `user create`. */
  name: string
  summary: string
  options: Record<string, CommandOption>
  /** The name of its positional argument, such as FILE in `backup FILE`. */
  operand?: string
}

/** What a command may use while it runs. */
export interface CommandContext {
  /** Reports its progress to a person, as one line on standard error. */
  progress(line: string): void
  /** Aborted when a person interrupts the command. A command that calls this must end by itself. */
  interruption(): AbortSignal
}

export interface Command extends CommandShape {
  run(given: Record<string, string | undefined>, context: CommandContext): Promise<Record<string, unknown>>
  /** The result as text, for a person. */
  format(result: Record<string, unknown>): string
  /** Whether the program exits with 1 although it prints the result. */
  isFailure?(result: Record<string, unknown>): boolean
}

/** A command that can't run as it was called: one line that says why. */
export class CommandError extends Error {}

/** The account that a command is about. */
export const emailOption = {
  kind: 'value',
  required: true,
  meaning: 'E-mail address of the account',
  placeholder: 'EMAIL',
} as const satisfies CommandOption

/** The scopes that an option names: "all", or a list separated by commas or spaces. */
export function scopesNamed(list: string): Scope[] {
  if (list.trim() === 'all') return allScopes
  const words = list.split(/[\s,]+/).filter(Boolean)
  const unknown = words.filter((word) => !isScope(word))
  if (unknown.length > 0 || words.length === 0)
    throw new CommandError(
      `${unknown.length > 0 ? `unknown scope ${unknown.join(', ')}` : 'no scope given'}; the scopes are ${allScopes.join(', ')}, or "all"`,
    )
  return words.filter(isScope)
}
