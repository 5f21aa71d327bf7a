// What decides about a visit, in its fixed order: the stops, which end it, the rules, and the demands, which ask the visitor for
// something. The redirect answers by these lists, and `explain` reports them, so that the two can't disagree.
import { unixSeconds } from '../../../platform/time/clock.ts'
import {
  type BrokenPolicy,
  type ChosenDestination,
  hasSuspiciousDestination,
  type LinkPolicy,
  statusOfLink,
} from '../links/index.ts'
import { type Choice, choose } from '../redirect-rules/index.ts'
import type { Caution } from './answers.ts'
import { type CheckedVisit, destinationOf } from './link-visit.ts'
import { isPreviewFetcher } from './preview-fetchers.ts'

/** What a visit ends with. */
export type Stop =
  | { kind: 'blocked' | 'archived' }
  | { kind: 'ended'; as: 'scheduled' | 'expired' | 'consumed'; to: EndedDestination | null }
  | { kind: 'method'; allowed: string }
  | { kind: 'card' }

/** Where visitors go instead of a link that is not active, and why they see the address before. */
export interface EndedDestination {
  location: string
  caution: Caution | null
}

type StopName = Stop['kind']
type StopCheck = (visit: CheckedVisit) => Stop | null

/** By name, in their order. Blocked is first, so that nothing its owner does can make a blocked link look like anything else. */
const stopChecks: Record<StopName, StopCheck> = {
  blocked: ({ target }) => (target.policy.blocked_at === null ? null : { kind: 'blocked' }),
  archived: ({ target }) => (target.policy.archived_at === null ? null : { kind: 'archived' }),
  ended: ({ target, now }) => {
    const status = statusOfLink(target.policy, now)
    if (status === 'active' || status === 'archived') return null
    return { kind: 'ended', as: status, to: endedDestination(target.policy, now) }
  },
  method: ({ target, method }) => {
    if (method === 'GET' || method === 'HEAD') return null
    const allowed = hasForm(target.policy) ? 'GET, HEAD, POST' : 'GET, HEAD'
    return method === 'POST' && hasForm(target.policy) ? null : { kind: 'method', allowed }
  },
  card: ({ target, visitor, method, now }) => {
    const { card } = target.policy
    if (card === null || method === 'POST' || asksFirst(target.policy, now)) return null
    return isPreviewFetcher(visitor.facts.userAgent) ? { kind: 'card' } : null
  },
}

export const stops = Object.entries(stopChecks) as readonly [StopName, StopCheck][]
const checks = Object.values(stopChecks)

export function stopOf(visit: CheckedVisit): Stop | null {
  for (let index = 0; index < checks.length; index++) {
    const stop = (checks[index] as StopCheck)(visit)
    if (stop) return stop
  }
  return null
}

/** What the rules choose for a visitor; null for the link's own destination. */
export function choiceOf({
  target,
  visitor,
}: Pick<CheckedVisit, 'target' | 'visitor'>): Choice<ChosenDestination> | null {
  const { rules } = target.policy
  return rules && choose(rules, visitor, target.id)
}

/** What a visitor has to do before going on, in its order. */
export const demandNames = ['password', 'adult', 'caution', 'claim'] as const
export type DemandName = (typeof demandNames)[number]

const demandChecks: Record<DemandName, (visit: ChosenVisit) => boolean> = {
  password: ({ target }) => target.policy.password_hash !== null,
  adult: ({ target }) => target.policy.adult === 1,
  caution: (visit) => cautionOf(visit) !== null,
  claim: ({ target }) => isLimited(target.policy),
}

type ChosenVisit = CheckedVisit & { choice: Choice<ChosenDestination> | null }

export function demands(visit: ChosenVisit, name: DemandName): boolean {
  return demandChecks[name](visit)
}

/** Everything that a visit has to do, in its order. */
export function demandsOn(visit: ChosenVisit): readonly DemandName[] {
  const { policy } = visit.target
  // Most links that decide demand nothing.
  if (!hasForm(policy) && !isLimited(policy)) return nothing
  return demandNames.filter((name) => demands(visit, name))
}
const nothing: readonly DemandName[] = []

/** Why the visitor sees the destination before going there; null if not, or no longer. */
export function cautionOf(visit: ChosenVisit): Caution | null {
  return destinationOf(visit).suspicion ?? quarantineOf(visit.target.policy, visit.now)
}

export function endedDestination(policy: LinkPolicy, now: number): EndedDestination | null {
  return policy.ended && withCaution(policy.ended, policy, now)
}

/** An address that isn't the link's destination, and why visitors see it before they go there. */
export function withCaution(
  { location, suspicion }: ChosenDestination,
  policy: LinkPolicy,
  now: number,
): EndedDestination {
  return { location, caution: suspicion ?? quarantineOf(policy, now) }
}

/** What a visitor gets instead of the link's own destination; null if that isn't broken, or rules have chosen another. */
export function brokenOf({ target, choice }: Pick<ChosenVisit, 'target' | 'choice'>): BrokenPolicy | null {
  return choice === null ? target.policy.broken : null
}

function quarantineOf({ quarantined_until }: LinkPolicy, now: number): Caution | null {
  return quarantined_until !== null && quarantined_until > unixSeconds(now) ? 'new_account' : null
}

/** Whether only so many visitors are redirected. */
export function isLimited({ disposable, max_clicks }: LinkPolicy): boolean {
  return disposable === 1 || max_clicks !== null
}

/** Whether some visitors get a form. Which of them depends on the rules, which come later. */
function hasForm({ password_hash, adult, quarantined_until, ...policy }: LinkPolicy): boolean {
  return password_hash !== null || adult === 1 || quarantined_until !== null || isSuspicious(policy)
}

/** Whether all or some visitors are asked before they go on: then no card may tell more than they would see. */
function asksFirst(policy: LinkPolicy, now: number): boolean {
  const { password_hash, adult } = policy
  return password_hash !== null || adult === 1 || quarantineOf(policy, now) !== null || isSuspicious(policy)
}

function isSuspicious({ suspicion, rules }: Pick<LinkPolicy, 'suspicion' | 'rules'>): boolean {
  return suspicion !== null || (rules !== null && hasSuspiciousDestination(rules))
}
