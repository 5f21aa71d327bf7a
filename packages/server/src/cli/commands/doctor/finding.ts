// What an examination finds: how it is, and what to do about it.

export interface Finding {
  /** What was looked at, such as `disk`. */
  what: string
  state: 'ok' | 'warning' | 'problem'
  /** What was found, in a sentence without its full stop. */
  says: string
  /** What to do, where that is not nothing. */
  todo?: string
}

export type Examination = () => Finding[] | Promise<Finding[]>

export const ok = (what: string, says: string): Finding => ({ what, state: 'ok', says })
export const warning = (what: string, says: string, todo: string): Finding => ({
  what,
  state: 'warning',
  says,
  todo,
})
export const problem = (what: string, says: string, todo: string): Finding => ({
  what,
  state: 'problem',
  says,
  todo,
})

/** What an error says, in one line; it never holds an address with a password, for those are not in the libraries' words. */
export function reasonOf(error: unknown): string {
  const [cause = error] = error instanceof AggregateError ? error.errors : []
  const { message = '', code = '' } = cause as { message?: string; code?: string }
  return message.split('\n', 1)[0] || code || String(cause)
}
