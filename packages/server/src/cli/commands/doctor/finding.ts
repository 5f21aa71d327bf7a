// What a check finds, and what to do about it.

export interface Finding {
  /** What was checked, such as `disk`. */
  what: string
  state: 'ok' | 'warning' | 'problem'
  /** What was found, as a sentence without a full stop. */
  says: string
  /** What to do, if anything. */
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

/** An error's message in one line. It contains no address with a password, because the libraries' messages have none. */
export function reasonOf(error: unknown): string {
  const [cause = error] = error instanceof AggregateError ? error.errors : []
  const { message = '', code = '' } = cause as { message?: string; code?: string }
  return message.split('\n', 1)[0] || code || String(cause)
}
