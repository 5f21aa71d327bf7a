// How many clicks the rules of a link have decided so far, by rule and destination.
import type { EditedRule } from './edited-rules.ts'

export interface DestinationClicks {
  id: string
  clicks: number
  /** Shares from 0 to 1; null where there are no clicks, or the destination isn't among those of the rule any more. */
  observed: number | null
  intended: number | null
  low: number | null
  high: number | null
}

export interface RuleClicks {
  id: string
  clicks: number
  destinations: DestinationClicks[]
}

/** By the ids of the rules. Empty while they aren't known. */
export function useRuleClicks(
  _linkId: string,
  _rules: readonly EditedRule[],
): ReadonlyMap<string, RuleClicks> {
  return none
}

const none: ReadonlyMap<string, RuleClicks> = new Map()
