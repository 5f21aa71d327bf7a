// How many clicks the rules of a link have decided, by rule and destination.
import type { RuleClicks } from '@linnet/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import type { EditedRule } from './edited-rules.ts'

export type DestinationClicks = RuleClicks['destinations'][number]

/** In a range of days (UTC), by default the last 30. */
export const ruleClicksQuery = (linkId: string, range: { start?: string; end?: string } = {}) =>
  queryOptions({
    queryKey: ['links', 'rule clicks', linkId, range],
    queryFn: async ({ signal }) =>
      (await client.statistics.breakdown({ short: linkId, ...range }, { signal })).data.rules,
  })

const none: ReadonlyMap<string, RuleClicks> = new Map()

/** By the ids of the rules: of the last 30 days, if any rule splits its visitors. Empty while they aren't known. */
export function useRuleClicks(linkId: string, rules: readonly EditedRule[]): ReadonlyMap<string, RuleClicks> {
  const { data } = useQuery({ ...ruleClicksQuery(linkId), enabled: rules.some(({ to }) => to.length > 1) })
  return data ? new Map(data.map((clicks) => [clicks.id, clicks])) : none
}
