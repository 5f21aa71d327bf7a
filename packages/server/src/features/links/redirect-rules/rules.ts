// Redirect rules as they are stored, as the API shows them, and as the redirect runs them.
import {
  type Conditions,
  destinationId,
  type GivenRules,
  mostRuleNumber,
  numberOfId,
  type Rule,
  ruleId,
} from '@linnet/contract'
import { mixedWords } from '../../clicks/index.ts'
import { type Condition, conditionsOf } from './conditions.ts'
import type { Visitor } from './visitor.ts'

interface StoredDestination {
  /** Its number in the link. */
  n: number
  url: string
  weight: number
}

interface StoredRule {
  /** Its number in the link. */
  n: number
  name: string | null
  when: Conditions
  to: StoredDestination[]
}

/** The rules of a link in the column `rules`, with the highest numbers that were ever given to a rule and a destination. */
interface StoredRules {
  last: [rule: number, destination: number]
  rules: StoredRule[]
}

function read(stored: string | null): StoredRules {
  return stored === null ? { last: [0, 0], rules: [] } : (JSON.parse(stored) as StoredRules)
}

/** The rules of a link as the API shows them. */
export function shownRules(stored: string | null): Rule[] {
  return read(stored).rules.map(({ n, name, when, to }) => ({
    id: ruleId(n),
    name,
    when,
    to: to.map((one) => ({ id: destinationId(one.n), long_url: one.url, weight: one.weight })),
  }))
}

/** Every destination that these rules lead to, once. */
export function destinationsIn(stored: string | null): string[] {
  return stored === null ? [] : [...new Set(read(stored).rules.flatMap(({ to }) => to.map(({ url }) => url)))]
}

/**
 * The rules to store, in place of those stored before (null: none). A rule or destination keeps its number, and so its
 * statistics, if it is sent with its id or, without one, if it is the same as before. Others get numbers that this link has
 * never used, as long as there are any.
 */
export function storedRules(given: GivenRules | null, before: string | null): string | null {
  const former = read(before)
  if (!given || given.length === 0)
    return former.last[0] === 0 ? null : JSON.stringify({ ...former, rules: [] } satisfies StoredRules)
  const formerDestinations = former.rules.flatMap(({ to }) => to)
  const rules = numbered(given, former.rules, (rule, one) => inOneOrder(rule.when) === inOneOrder(one.when), {
    kind: 'rule',
    last: former.last[0],
  })
  const flat = given.flatMap((rule, index) => rule.to.map((one) => ({ ...one, index })))
  const ruleOf = new Map(former.rules.flatMap(({ n, to }) => to.map((one) => [one, n] as const)))
  const destinations = numbered(
    flat,
    formerDestinations,
    (one, known) => one.long_url === known.url && ruleOf.get(known) === rules.numbers[one.index],
    { kind: 'destination', last: former.last[1] },
  )
  let place = 0
  return JSON.stringify({
    last: [rules.last, destinations.last],
    rules: given.map(({ name, when, to }, index) => ({
      n: rules.numbers[index] as number,
      name: name || null,
      when,
      to: to.map(({ long_url, weight }) => ({
        n: destinations.numbers[place++] as number,
        url: long_url,
        weight,
      })),
    })),
  } satisfies StoredRules)
}

/** Conditions as text, whatever the order of their parameters. */
function inOneOrder({ query, ...when }: Conditions): string {
  return JSON.stringify([when, Object.entries(query ?? {}).sort(([one], [other]) => (one < other ? -1 : 1))])
}

/** Gives each item a number: that of its id if there is such a former one, of an equal former one, or a new one. */
function numbered<Given extends { id?: string | null }, Former extends { n: number }>(
  given: readonly Given[],
  former: readonly Former[],
  isSame: (given: Given, former: Former) => boolean,
  { kind, last }: { kind: 'rule' | 'destination'; last: number },
): { numbers: number[]; last: number } {
  const known = new Set(former.map(({ n }) => n))
  const taken = new Set<number>()
  const claim = (number: number | null | undefined) => {
    if (number == null || !known.has(number) || taken.has(number)) return null
    taken.add(number)
    return number
  }
  const byId = given.map(({ id }) => (id ? claim(numberOfId(id, kind)) : null))
  const kept = given.map(
    (one, index) =>
      byId[index] ?? claim(former.find((other) => !taken.has(other.n) && isSame(one, other))?.n),
  )
  let newest = last
  const next = (): number => {
    if (newest < mostRuleNumber) return ++newest
    // All numbers have been used. One that isn't used now was last used long ago.
    let free = 1
    while (known.has(free) || taken.has(free)) free++
    taken.add(free)
    return free
  }
  return { numbers: kept.map((number) => number ?? next()), last: newest }
}

/** A destination of a rule, with what the policy of links adds to it. */
export interface RuleDestination<Extra> {
  number: number
  weight: number
  extra: Extra
}

export interface CompiledRule<Extra> {
  number: number
  name: string | null
  destinations: readonly RuleDestination<Extra>[]
  totalWeight: number
}

export interface CompiledRules<Extra> {
  rules: readonly CompiledRule<Extra>[]
  /** The conditions of each rule, kept apart from the rules: a visit needs nothing else of a rule that doesn't match. */
  conditions: readonly (readonly Condition[])[]
  /** How many characters they are stored in, as a measure of their memory. */
  size: number
}

/** Compiles stored rules; null if there are none. `extraOf` says what is known about a destination. */
export function compileRules<Extra>(
  stored: string | null,
  extraOf: (url: string) => Extra,
): CompiledRules<Extra> | null {
  const { rules } = read(stored)
  if (stored === null || rules.length === 0) return null
  return {
    size: stored.length,
    rules: rules.map(({ n, name, to }) => ({
      number: n,
      name,
      destinations: to.map(({ n: number, url, weight }) => ({ number, weight, extra: extraOf(url) })),
      totalWeight: to.reduce((sum, { weight }) => sum + weight, 0),
    })),
    conditions: rules.map(({ when }) => conditionsOf(when)),
  }
}

/** The first condition of the rule at `place` that doesn't hold for a visitor; null if all of them hold. */
export function failedCondition(
  rules: CompiledRules<unknown>,
  place: number,
  visitor: Visitor,
): Condition | null {
  const conditions = rules.conditions[place] as readonly Condition[]
  // By index here and below: an iterator would cost as much as a condition.
  for (let index = 0; index < conditions.length; index++) {
    const condition = conditions[index] as Condition
    if (!condition.holds(visitor)) return condition
  }
  return null
}

export interface Choice<Extra> {
  rule: CompiledRule<Extra>
  destination: RuleDestination<Extra>
}

/** The destination that the rules choose for a visitor; null if no rule holds. */
export function choose<Extra>(
  rules: CompiledRules<Extra>,
  visitor: Visitor,
  linkId: number,
): Choice<Extra> | null {
  for (let place = 0; place < rules.conditions.length; place++) {
    if (failedCondition(rules, place, visitor) !== null) continue
    const rule = rules.rules[place] as CompiledRule<Extra>
    return { rule, destination: destinationFor(rule, visitor, linkId) }
  }
  return null
}

/** A visitor keeps the destination for the day (UTC): it follows from the day's pseudonym of their address and the rule. */
function destinationFor<Extra>(
  { number, destinations, totalWeight }: CompiledRule<Extra>,
  visitor: Visitor,
  linkId: number,
): RuleDestination<Extra> {
  const [first] = destinations as [RuleDestination<Extra>]
  if (destinations.length === 1) return first
  const { high, low } = visitor.facts.pseudonym()
  let point = (mixedWords(high, low, mixedWords(linkId, number, 0)) / 2 ** 32) * totalWeight
  for (const destination of destinations) {
    point -= destination.weight
    if (point < 0) return destination
  }
  return first
}
