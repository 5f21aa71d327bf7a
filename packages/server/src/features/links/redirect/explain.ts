// Explains what a link would do with a visitor, by the redirect's own decisions. It changes and counts nothing.
import { type Api, destinationId, type Explanation, ruleId } from '@linnet/contract'
import type { Handler } from '../../../platform/operations/handler.ts'
import { unixSeconds, utcDay } from '../../../platform/time/clock.ts'
import type { BrokenPolicy, Links, LinkTarget } from '../links/index.ts'
import { type CompiledRules, failedCondition, Visitor, type VisitorFacts } from '../redirect-rules/index.ts'
import {
  brokenOf,
  cautionOf,
  choiceOf,
  type DemandName,
  demandNames,
  demands,
  type Stop,
  stops,
} from './decisions.ts'
import type { CheckedVisit, LinkVisit } from './link-visit.ts'
import { locationFor } from './locations.ts'
import { hasQr } from './visit.ts'

type Check = Explanation['checks'][number]
type ChosenVisit = CheckedVisit & Pick<LinkVisit, 'choice'>

export function createExplain(links: Links): Handler<Api['redirect']['explain']> {
  return async ({ short, domain, ...described }, { caller, now }) => {
    const row = await links.find({ userId: caller.workspaceId, short, ...(domain ? { domain } : {}) })
    const target = await links.resolve(row.domain_id, row.code)
    if (!target) throw new Error(`there is no link at ${row.code}`)
    const at = described.at == null ? now : described.at * 1000
    const query = asSent(described.query ?? '')
    const facts: VisitorFacts = {
      userAgent: described.user_agent ?? '',
      languages: described.language ?? null,
      referer: described.referer ?? null,
      query,
      scan: described.scan ?? hasQr(query),
      now: at,
      country: () => described.country ?? null,
      // Whose address is unknown has no share of their own: the answer has all shares instead.
      pseudonym: () => ({ high: 0, low: 0 }),
    }
    const isDue = row.archive_at !== null && row.archive_at <= utcDay(at)
    const then = isDue ? archived(target, unixSeconds(at)) : target
    return { data: explain(then, new Visitor(facts), at) }
  }
}

/** A query as browsers would send it. */
function asSent(query: string): string {
  const url = URL.parse(`http://host/?${query.replace(/^\?/, '')}`)
  return url?.search.slice(1) ?? ''
}

/** The link as it will be once its day for archiving has come. */
function archived(target: LinkTarget, at: number): LinkTarget {
  return { ...target, policy: { ...target.policy, archived_at: target.policy.archived_at ?? at } }
}

function explain(target: LinkTarget, visitor: Visitor, now: number): Explanation {
  const visit: CheckedVisit = { target, visitor, now, method: 'GET' }
  const checks: Check[] = []
  const nothing = { rules: [], rule: null, split: null }
  for (const [name, check] of stops) {
    const stop = check(visit)
    // A question is always one about a visit with GET.
    if (name !== 'method') checks.push({ check: name, ...stopOutcome(name, stop) })
    if (!stop) continue
    const to = stop.kind === 'ended' ? stop.to : null
    const location = to?.location ?? null
    if (to?.caution) checks.push(asked('caution'))
    const reason = location === null ? 'not_redirected' : 'ended'
    return {
      ...{ at: unixSeconds(now), checks, ...nothing, destination: location },
      ...{ counted: false, not_counted: reason },
    }
  }
  const chosen: ChosenVisit = { ...visit, choice: choiceOf(visit) }
  const { rules } = target.policy
  const tried = rules ? triedRules(rules, visitor) : []
  checks.push({ check: 'rules', outcome: 'passed', message: ruleMessage(chosen) })
  let isStopped = false
  for (const name of demandNames) {
    const check = demandOutcome(name, chosen)
    if (!isStopped) checks.push(check)
    isStopped ||= check.outcome === 'stopped'
  }
  const rule = chosen.choice ? ruleId(chosen.choice.rule.number) : null
  const answer = { at: unixSeconds(now), checks, rules: tried, rule }
  if (isStopped)
    return { ...answer, destination: null, split: null, counted: false, not_counted: 'not_redirected' }
  const broken = brokenOf(chosen)
  if (broken) {
    checks.push({ check: 'broken', ...brokenOutcome(broken) })
    const destination = 'to' in broken ? broken.to.location : null
    return { ...answer, destination, split: null, counted: false, not_counted: 'broken' }
  }
  checks.push(forwardingOutcome(target))
  const split = splitOf(chosen)
  return {
    ...answer,
    destination: split ? null : locationFor(pathless(chosen)),
    split,
    ...(visitor.agent.isBot
      ? { counted: false, not_counted: 'bot' as const }
      : { counted: true, not_counted: null }),
  }
}

const pathless = (visit: ChosenVisit) => ({ ...visit, query: visit.visitor.facts.query, below: '' })

const stopMessages: Record<Exclude<Stop['kind'], 'method'>, [passed: string, stopped: string]> = {
  blocked: [
    'Neither the link nor its account is blocked.',
    'The link or its account is blocked. Visitors see a page that says so.',
  ],
  archived: ['The link is not archived.', 'The link is archived. Visitors get a 404.'],
  ended: ['The link has started and has not ended.', ''],
  card: [
    'The visitor does not get the preview card.',
    'The user agent fetches link previews. It gets the preview card.',
  ],
}

function stopOutcome(name: Stop['kind'], stop: Stop | null): Pick<Check, 'outcome' | 'message'> {
  const [passed, stopped] = name === 'method' ? ['', ''] : stopMessages[name]
  if (!stop) return { outcome: 'passed', message: passed }
  return { outcome: 'stopped', message: stop.kind === 'ended' ? endedMessage(stop) : stopped }
}

function endedMessage({ as, to }: Stop & { kind: 'ended' }): string {
  const why = {
    scheduled: 'The link has not started yet',
    expired: 'The link has expired',
    consumed: 'The link has used up its clicks',
  }[as]
  return to === null ? `${why}. Visitors see a page that says so.` : `${why}. Visitors go to ended_url.`
}

function brokenOutcome(broken: BrokenPolicy): Pick<Check, 'outcome' | 'message'> {
  if ('archive' in broken)
    return {
      outcome: 'asked',
      message: 'The destination is broken. The visitor chooses between it and a copy at a web archive.',
    }
  const where = broken.to.location === '/' ? 'the home page of the domain' : 'ended_url'
  return { outcome: 'stopped', message: `The destination is broken. Visitors go to ${where}.` }
}

/** The rules up to the one that decides. */
function triedRules(rules: CompiledRules<unknown>, visitor: Visitor): Explanation['rules'] {
  const tried: Explanation['rules'] = []
  for (const [place, rule] of rules.rules.entries()) {
    const failed = failedCondition(rules, place, visitor)
    tried.push({
      id: ruleId(rule.number),
      name: rule.name,
      holds: failed === null,
      failed: failed?.name ?? null,
    })
    if (failed === null) break
  }
  return tried
}

function ruleMessage({ target, choice }: ChosenVisit): string {
  if (target.policy.rules === null) return 'The link has no rules. Visitors go to long_url.'
  return choice
    ? `Rule ${ruleId(choice.rule.number)} matches first.`
    : 'No rule matches. Visitors go to long_url.'
}

const demandMessages: Record<DemandName, [passed: string, asked: string]> = {
  password: ['No password is needed.', 'The visitor has to enter the password.'],
  adult: ['The destination is not flagged as adult content.', 'The visitor has to confirm their age.'],
  caution: [
    'The destination needs no warning.',
    'The visitor sees the destination first and has to confirm.',
  ],
  claim: ['The number of clicks is not limited.', 'The visitor uses one of the remaining clicks.'],
}

function asked(name: DemandName): Check {
  return { check: name, outcome: 'asked', message: demandMessages[name][1] }
}

function demandOutcome(name: DemandName, visit: ChosenVisit): Check {
  const [passed, message] = demandMessages[name]
  const isDemanded = name === 'caution' ? mayCaution(visit) : demands(visit, name)
  if (!isDemanded) return { check: name, outcome: 'passed', message: passed }
  if (name === 'caution' && visit.choice && visit.choice.rule.destinations.length > 1)
    return { ...asked(name), message: 'Some visitors see the destination first and have to confirm.' }
  if (name !== 'claim') return asked(name)
  return visit.visitor.agent.isBot
    ? { check: name, outcome: 'stopped', message: 'Bots can’t use up clicks. They see a page that says so.' }
    : { check: name, outcome: 'passed', message }
}

/** Whether any of the destinations that the visitor may get needs a warning. */
function mayCaution(visit: ChosenVisit): boolean {
  const { choice } = visit
  if (!choice) return cautionOf(visit) !== null
  return choice.rule.destinations.some(
    (destination) => cautionOf({ ...visit, choice: { ...choice, destination } }) !== null,
  )
}

function forwardingOutcome({ policy: { forwardsQuery, forwardsPath } }: LinkTarget): Check {
  const what = [...(forwardsQuery ? ['query'] : []), ...(forwardsPath ? ['path'] : [])]
  const message =
    what.length > 0
      ? `The visitor’s ${what.join(' and ')} ${what.length > 1 ? 'are' : 'is'} forwarded.`
      : 'The visitor’s query and path are not forwarded.'
  return { check: 'forwarding', outcome: 'passed', message }
}

/** The destinations that share the visitors of the rule that decides; null if there is only one. */
function splitOf(visit: ChosenVisit): Explanation['split'] {
  const { choice } = visit
  if (!choice || choice.rule.destinations.length === 1) return null
  const { destinations, totalWeight } = choice.rule
  return destinations.map((destination) => ({
    id: destinationId(destination.number),
    location: locationFor(pathless({ ...visit, choice: { ...choice, destination } })),
    share: destination.weight / totalWeight,
  }))
}
