// Formats the results of the tools that read histories, undo changes, and say what a visitor would get.
import type { AnswerOf, api, HistoryEntry } from '@linnet/contract'
import { fittingLines, joined, moment, type ToolCall } from './lines.ts'
import { naming, redirection } from './links.ts'
import { quoted } from './quoting.ts'

type LinkHistory = (typeof api)['linkHistory']
type Answer<Name extends keyof LinkHistory> = AnswerOf<LinkHistory[Name]>

const longValue = 300

export function historyListed({ data, next_cursor }: Answer<'list'>): string {
  return fittingLines(
    [`${data.length === 1 ? '1 change' : `${data.length} changes, the newest first`}:`],
    [...data.map(entryLine), ...(next_cursor ? [`There are more: pass before: "${next_cursor}".`] : [])],
    (shown) => `Only the first ${shown} are shown: ask for fewer with limit.`,
  )
}

function entryLine({ id, at, by, action, changes, undone, undoes }: HistoryEntry): string {
  const who = by.name ? `${by.kind} ${quoted(by.name)}` : by.kind
  const what = changes.map(({ field, from, to }) => `${field} from ${shown(from)} to ${shown(to)}`)
  const notes = joined([undone && 'undone since', undoes && `this undid ${undoes}`])
  return `- ${moment(at)}, ${who}: ${joined([action, ...what])}${notes ? ` (${notes})` : ''}. id ${id}`
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  return quoted(typeof value === 'string' ? value : JSON.stringify(value), longValue)
}

export function linkRolledBack({ data }: Answer<'rollBack'>, { input, now }: ToolCall): string {
  const done = input.dry_run === true ? 'Would roll back to' : 'Rolled back to'
  return `${done} ${redirection(data)} (${naming(data, now)}).`
}

export function linkDeleted({ data }: Answer<'remove'>, { input }: ToolCall): string {
  const done = input.dry_run === true ? 'Would delete' : 'Deleted'
  return `${done} the link ${quoted(data.short)} (id ${data.id}) for good, with its statistics.`
}

export function changeUndone(
  { data }: AnswerOf<(typeof api)['history']['undo']>,
  { input }: ToolCall,
): string {
  const done = input.dry_run === true ? 'Would undo' : 'Undone'
  const lines = data.undone.map(
    ({ kind, id, name, action }) => `- ${kind} ${name ? `${quoted(name)} ` : ''}(id ${id}): ${action}`,
  )
  return fittingLines([`${done}:`], lines, (listed) => `and ${lines.length - listed} more.`)
}

export function visitExplained({ data }: AnswerOf<(typeof api)['redirect']['explain']>): string {
  const { checks, rule, destination, split, counted, not_counted } = data
  return [
    ...checks.map(({ check, outcome, message }) => `- ${check}: ${outcome}. ${message}`),
    `Deciding rule: ${rule ?? 'none'}.`,
    ...(destination === null ? [] : [`Destination: ${quoted(destination, longValue)}.`]),
    ...(split ?? []).map(
      ({ location, share }) => `${Math.round(share * 100)} % go to ${quoted(location, longValue)}.`,
    ),
    counted ? 'The visit would count.' : `The visit would not count: ${not_counted}.`,
  ].join('\n')
}
