// The values of changed fields, as people read them.
import type { BrokenChoice, FieldChange, Link, PlannedSwitch, Rule } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import { formatsIn } from '../../lib/language-formats.ts'
import { editedRules } from '../rules/edited-rules.ts'
import { ruleLine } from '../rules/sentences.ts'
import { historyMessages } from './messages.ts'

export interface ShownValue {
  /** Lines of text; none if nothing is set. */
  lines: string[]
  /** Whether the only line is an address, whose host matters most. */
  isAddress?: boolean
}

const addresses = ['long_url', 'ended_url', 'logo']
const moments = ['starts_at', 'expired_at', 'archived_at']
const forwarding = ['forward_query', 'forward_path']

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The value of a field before or after a change. */
export function shownValue(field: string, value: unknown, language: Language): ShownValue {
  const text = historyMessages(language)
  if (field === 'rules') return { lines: ruleLines(value, language) }
  if (forwarding.includes(field) && value === null) return { lines: [text.domainChoice] }
  if (field === 'watch' && value === null) return { lines: [text.likeAllLinks] }
  if (field === 'when_broken')
    return { lines: [text.brokenChoices[(value ?? 'none') as BrokenChoice | 'none']] }
  if (field === 'color' && value === null) return { lines: [text.defaultColor] }
  if (isEmpty(value)) return { lines: [] }
  if (typeof value === 'boolean') return { lines: [value ? text.yes : text.no] }
  if (addresses.includes(field)) return { lines: [String(value)], isAddress: true }
  const formats = formatsIn(language)
  if (typeof value === 'number')
    return { lines: [moments.includes(field) ? formats.moment(value) : formats.number(value)] }
  if (field === 'archive_at') return { lines: [formats.day(Date.parse(`${value}T12:00`) / 1000)] }
  if (field === 'preview') return { lines: cardLines(value as NonNullable<Link['preview']>, text.image) }
  if (field === 'schedule')
    return {
      lines: (value as PlannedSwitch[]).map(({ at, long_url }) => `${formats.moment(at)}: ${long_url}`),
    }
  if (Array.isArray(value)) return { lines: [formats.list(value.map(String))] }
  return { lines: [typeof value === 'object' ? JSON.stringify(value) : String(value)] }
}

function ruleLines(value: unknown, language: Language): string[] {
  return editedRules((value ?? []) as Rule[]).map((rule) => ruleLine(rule, language))
}

function cardLines({ title, description, image }: NonNullable<Link['preview']>, withImage: string): string[] {
  return [title, description, image && withImage].filter((line): line is string => Boolean(line))
}

/** How two states of a link differ: the changes that lead from one to the other, as in a history. */
export function differences(from: Link, to: Link): FieldChange[] {
  const fields = (Object.keys(to) as (keyof Link)[]).filter((field) => !following.has(field))
  return fields.flatMap((field): FieldChange[] => {
    const [before, after] = [from[field], to[field]]
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, from: before, to: after }]
  })
}

/** Fields that follow from others, from visits, from checks or from time. */
const following = new Set<keyof Link>([
  'id',
  'short_url',
  'status',
  'max_clicks_used',
  'broken_at',
  'blocked_at',
  'blocked_reason',
  'clicks',
  'created_at',
  'updated_at',
])
