// What a command of the command line is; the features that have some declare them.

export interface CommandOption {
  /** `value`: takes one; `flag`: stands alone. */
  kind: 'value' | 'flag'
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

export interface Command extends CommandShape {
  run(given: Record<string, string | undefined>): Promise<Record<string, unknown>>
  /** The result in words, for a person. */
  tell(result: Record<string, unknown>): string
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
