// Clicks by the rules of a link: the observed share of each destination beside the intended one. No winner is claimed.
import { destinationId, type Rule, type RuleClicks, ruleId } from '@linnet/contract'
import { type Counts, readChoice } from '../clicks/index.ts'

/** A rule that a link has now, as far as its clicks depend on it. */
export interface WeightedRule {
  id: Rule['id']
  to: Pick<Rule['to'][number], 'id' | 'weight'>[]
}

/** The clicks of each rule and destination: those of the present rules in their order, then former ones by their numbers. */
export function clicksByRule(choices: Counts, present: readonly WeightedRule[]): RuleClicks[] {
  const counted = clicksOfRules(choices)
  const known = new Set(present.map(({ id }) => id))
  const former = [...counted.keys()].filter((id) => !known.has(id)).map((id) => ({ id, to: [] }))
  return [...present, ...former].map((rule) => describe(rule, counted.get(rule.id) ?? new Map()))
}

type ClicksById = Map<string, number>

/** Clicks by the ids of rules and destinations, in the order of their numbers; without those that a day had too many of. */
function clicksOfRules(choices: Counts): Map<string, ClicksById> {
  const rules = new Map<string, ClicksById>()
  const counted = Object.entries(choices).flatMap(([name, clicks]) => {
    const choice = readChoice(name)
    return choice ? { ...choice, clicks } : []
  })
  for (const { rule, destination, clicks } of counted.sort(
    (a, b) => a.rule - b.rule || a.destination - b.destination,
  )) {
    const destinations = rules.get(ruleId(rule)) ?? new Map()
    rules.set(ruleId(rule), destinations.set(destinationId(destination), clicks))
  }
  return rules
}

function describe({ id, to }: WeightedRule, counted: ClicksById): RuleClicks {
  const clicks = [...counted.values()].reduce((sum, some) => sum + some, 0)
  const weights = new Map(to.map((one) => [one.id, one.weight]))
  const weightOfAll = to.reduce((sum, { weight }) => sum + weight, 0)
  return {
    id,
    clicks,
    destinations: [...new Set([...weights.keys(), ...counted.keys()])].map((destination) => {
      const own = counted.get(destination) ?? 0
      const weight = weights.get(destination)
      const interval = clicks === 0 ? null : wilsonInterval(own, clicks)
      return {
        id: destination,
        clicks: own,
        observed: clicks === 0 ? null : rounded(own / clicks),
        low: interval && rounded(interval.low),
        high: interval && rounded(interval.high),
        intended: weight === undefined ? null : rounded(weight / weightOfAll),
      }
    }),
  }
}

/** A share to a hundredth of a per cent. */
function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000
}

// The standard score of which 95% of a normal distribution are within.
const score = 1.959963984540054

/**
 * The 95% interval of a share of `some` of `all`, which is more than 0 (Wilson, 1927): unlike the usual one, it stays
 * between 0 and 1, and is right for few clicks too.
 */
export function wilsonInterval(some: number, all: number): { low: number; high: number } {
  const share = some / all
  const square = score ** 2
  const middle = share + square / (2 * all)
  const reach = score * Math.sqrt((share * (1 - share)) / all + square / (4 * all ** 2))
  const scale = 1 + square / all
  return { low: Math.max(0, (middle - reach) / scale), high: Math.min(1, (middle + reach) / scale) }
}
