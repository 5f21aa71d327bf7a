// The rules of a link as a person edits them: conditions and destinations may still be incomplete.
import type { Conditions, Rule } from '@linnet/contract'
import { mostDestinations, mostRules } from '@linnet/contract/rule-values'
import { completeUrl } from '../../shell/pasted-urls.ts'

export interface EditedDestination {
  /** The id in the link, or one that only the editor knows. */
  id: string
  long_url: string
  /** Empty while it is typed. */
  weight: number | ''
}

/** Null stands for a date that hasn't been chosen yet. */
export type EditedConditions = Omit<Conditions, 'from' | 'until'> & {
  from?: number | null
  until?: number | null
}

export interface EditedRule {
  /** The id in the link, or one that only the editor knows. */
  id: string
  name: string
  when: EditedConditions
  to: EditedDestination[]
}

export const presetNames = ['ios', 'android', 'country', 'split', 'other'] as const
export type PresetName = (typeof presetNames)[number]

/** What the editor offers as one condition, and the fields that it consists of. */
export const conditionFields = {
  os: ['os'],
  device: ['device'],
  country: ['country'],
  language: ['language'],
  browser: ['browser'],
  times: ['days', 'hours', 'time_zone'],
  dates: ['from', 'until'],
  scan: ['scan'],
  referer: ['referer'],
  query: ['query'],
} as const satisfies Record<string, readonly (keyof Conditions)[]>
export type ConditionKind = keyof typeof conditionFields
export const conditionKinds = Object.keys(conditionFields) as ConditionKind[]

const newPrefix = 'new_'
const newId = () => newPrefix + crypto.randomUUID()
const givenId = (id: string) => (id.startsWith(newPrefix) ? {} : { id })

export function editedRules(rules: readonly Rule[]): EditedRule[] {
  return rules.map(({ id, name, when, to }) => ({ id, name: name ?? '', when, to }))
}

/** What the API is sent. It judges what is incomplete. */
export function givenRules(rules: readonly EditedRule[]) {
  return rules.map(({ id, name, when, to }) => ({
    ...givenId(id),
    name: name.trim() || null,
    when: givenConditions(when),
    to: to.map(({ id, long_url, weight }) => ({
      ...givenId(id),
      long_url: completeUrl(long_url),
      weight,
    })),
  }))
}

function givenConditions({ from, until, ...when }: EditedConditions) {
  const isWithoutTimes = when.time_zone !== undefined && !when.days && !when.hours
  const isWithoutDates = from === null && until == null
  return {
    ...when,
    // Conditions without a value would hold for everybody: the API refuses these.
    ...(isWithoutTimes ? { days: [] } : {}),
    ...(from != null || isWithoutDates ? { from } : {}),
    ...(until == null ? {} : { until }),
  }
}

export function kindsIn(when: EditedConditions): ConditionKind[] {
  return conditionKinds.filter((kind) => conditionFields[kind].some((field) => when[field] !== undefined))
}

/** The condition as it begins: with nothing chosen where a person has to choose. */
export function withCondition(when: EditedConditions, kind: ConditionKind): EditedConditions {
  const beginnings: Record<ConditionKind, EditedConditions> = {
    os: { os: [] },
    device: { device: [] },
    country: { country: [] },
    language: { language: [] },
    browser: { browser: [] },
    times: { hours: ['09:00', '17:00'], time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    dates: { from: null },
    scan: { scan: true },
    referer: { referer: [] },
    query: { query: {} },
  }
  return { ...when, ...beginnings[kind] }
}

export function withoutCondition(when: EditedConditions, kind: ConditionKind): EditedConditions {
  const fields: readonly string[] = conditionFields[kind]
  return Object.fromEntries(Object.entries(when).filter(([field]) => !fields.includes(field)))
}

const newDestination = (long_url: string, weight: number): EditedDestination => ({
  id: newId(),
  long_url,
  weight,
})

/** A new rule; `longUrl` is the link's own destination, which a split begins with. */
export function newRule(preset: PresetName, longUrl: string): EditedRule {
  const when: Record<PresetName, EditedConditions> = {
    ios: { os: ['ios'] },
    android: { os: ['android'] },
    country: { country: [] },
    split: {},
    other: {},
  }
  const to =
    preset === 'split' ? [newDestination(longUrl, 50), newDestination('', 50)] : [newDestination('', 1)]
  return { id: newId(), name: '', when: when[preset], to }
}

/** A copy without statistics of its own yet. */
export function copyOf(rule: EditedRule): EditedRule {
  return { ...rule, id: newId(), to: rule.to.map((destination) => ({ ...destination, id: newId() })) }
}

/** With one more destination, whose share is the average of the others'. */
export function withDestination(to: readonly EditedDestination[]): EditedDestination[] {
  const [only] = to
  if (to.length === 1 && only) return [{ ...only, weight: 50 }, newDestination('', 50)]
  const sum = to.reduce((sum, { weight }) => sum + Number(weight), 0)
  return [...to, newDestination('', Math.max(1, Math.round(sum / to.length)))]
}

export function withoutDestination(to: readonly EditedDestination[], id: string): EditedDestination[] {
  return to.filter((destination) => destination.id !== id)
}

export const hasRoomForRule = (rules: readonly EditedRule[]) => rules.length < mostRules
export const hasRoomForDestination = (to: readonly EditedDestination[]) => to.length < mostDestinations

/** The intended share of each destination, from 0 to 1. */
export function sharesOf(to: readonly EditedDestination[]): number[] {
  const sum = to.reduce((sum, { weight }) => sum + Number(weight), 0)
  return to.map(({ weight }) => (sum === 0 ? 0 : Number(weight) / sum))
}

/** Whether the rule holds for every visitor, so that no later one is ever used. */
export const isForEveryone = ({ when }: EditedRule) => kindsIn(when).length === 0
