// Texts of many lines within a bound, the words for numbers and times, and lists of what is true of something.

import type { Operation } from '@linnet/contract'

/** How a tool was called. */
export interface Told {
  /** Its arguments, those that it does not know among them. */
  input: Record<string, unknown>
  /** Milliseconds since 1970. */
  now: number
}

/** About as long as a text is at most, in UTF-16 units: some 5,000 tokens of a model. What was ignored comes on top. */
export const mostCharacters = 18_500
// For the line that says what was left out.
const reserve = 300

/**
 * The `head`, and as many of the lines as there is room for. Where some are left out, `rest` says how to get them: it is
 * given the number of the lines that are there.
 */
export function fitting(
  head: readonly string[],
  lines: readonly string[],
  rest: (shown: number) => string,
): string {
  let room = mostCharacters - reserve - head.reduce((sum, line) => sum + line.length + 1, 0)
  const shown: string[] = []
  for (const line of lines) {
    room -= line.length + 1
    if (room < 0) break
    shown.push(line)
  }
  const note = shown.length < lines.length ? [rest(shown.length)] : []
  return [...head, ...shown, ...note].join('\n')
}

/** A time in Unix seconds as a model reads it, such as `2026-11-21 19:00 UTC`. */
export function moment(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Whether the arguments say anything of what an operation can change. */
export function givesSome({ body }: Operation, input: Record<string, unknown>): boolean {
  return Object.keys(body?.shape ?? {}).some((name) => Object.hasOwn(input, name))
}

/** Those of the words that there are, with commas. */
export function listed(words: readonly (string | false | null | undefined)[]): string {
  return words.filter(Boolean).join(', ')
}
