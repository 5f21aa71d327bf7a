// What a command of the command line is; the features that have some declare them.
import { allScopes, isScope, type Scope } from '@linnet/contract'

export interface CommandOption {
  /** `value`: takes one; `values`: may be given several times, one value a line; `flag`: stands alone. */
  kind: 'value' | 'values' | 'flag'
  required?: boolean
  meaning: string
  /** What stands for the value in the usage, such as `EMAIL`. */
  placeholder?: string
}

/** How a command is called: known before the database is open. */
export interface CommandShape {
  /** The words that call it, such as `user create`. */
  name: string
  summary: string
  options: Record<string, CommandOption>
  /** Name of a word that stands without `--`, such as the FILE of `backup FILE`. */
  operand?: string
}

/** What a command may use while it runs. */
export interface CommandContext {
  /** Tells a person how far it is, on standard error: one line each time. */
  progress(line: string): void
}

export interface Command extends CommandShape {
  run(given: Record<string, string | undefined>, context: CommandContext): Promise<Record<string, unknown>>
  /** The result in words, for a person. */
  tell(result: Record<string, unknown>): string
  /** Whether a result that is told all the same ends the program with status 1. */
  isFailure?(result: Record<string, unknown>): boolean
}

/** A command that can't be carried out as it was called: one line that tells why. */
export class CommandError extends Error {}

/** Which account a command is about. */
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
