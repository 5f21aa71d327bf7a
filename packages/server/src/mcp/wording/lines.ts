// Bounded texts of many lines, times, and joined facts.

import type { Operation } from '@linnet/contract'

/** A tool's call, for the text of its result. */
export interface ToolCall {
  /** Its arguments, including unknown ones. */
  input: Record<string, unknown>
  /** Milliseconds since 1970. */
  now: number
}

/** Roughly the maximum length of a result, in UTF-16 units: some 5,000 tokens. Lines about ignored arguments are extra. */
export const mostCharacters = 18_500
// Room for the line that says what was omitted.
const reserve = 300

/**
 * The `head`, and as many of the lines as fit. If some are omitted, `rest` says how to get them; it gets the number of
 * lines that are included.
 */
export function fittingLines(
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

/** A time in Unix seconds for a model, such as `2026-11-21 19:00 UTC`. */
export function moment(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Whether the arguments contain anything that the operation can change. */
export function givesSome({ body }: Operation, input: Record<string, unknown>): boolean {
  return Object.keys(body?.shape ?? {}).some((name) => Object.hasOwn(input, name))
}

/** Joins the truthy words with commas. */
export function joined(words: readonly (string | false | null | undefined)[]): string {
  return words.filter(Boolean).join(', ')
}
