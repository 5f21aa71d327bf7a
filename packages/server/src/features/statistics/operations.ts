// The operations on statistics. Each first waits until all clicks so far are counted.
import type { Api, StatPoint } from '@linnet/contract'
import { mostPlacements } from '@linnet/contract/placement-names'
import type { Handler, Handlers, RequestContext } from '../../platform/operations/handler.ts'
import { utcDay } from '../../platform/time/clock.ts'
import {
  type Clicks,
  type MostClicked,
  rankedPlacements,
  readPlacements,
  subjectNumber,
  sumCounts,
  sumPlacements,
} from '../clicks/index.ts'
import type { Accounts } from '../identity/accounts/index.ts'
import type { Links } from '../links/links/index.ts'
import { shownRules } from '../links/redirect-rules/index.ts'
import type { Tags } from '../links/tags/index.ts'
import type { Microsites } from '../microsites/microsites/index.ts'
import { rankedBreakdowns } from './breakdowns.ts'
import { mostClicked } from './most-clicked.ts'
import { chooseRange, daysOf, type Range, rangeBefore } from './ranges.ts'
import { clicksByRule } from './rule-clicks.ts'
import type { DayRow, StatisticsStore } from './store.ts'
import { taggedBreakdowns, taggedClicks } from './tagged-links.ts'
import type { TaggedStore } from './tagged-store.ts'

// A link's "last 30 days" are 30 points; the account's range starts "30 days ago", which makes 31.
const linkDefaultDays = 29
const accountDefaultDays = 30
const mostLinks = 10

type StatisticsOperations = Omit<Api['statistics'], 'report'>

export interface StatisticsOperationNeeds {
  store: StatisticsStore
  tagged: TaggedStore
  tags: Tags
  accounts: Accounts
  links: Links
  microsites: Microsites
  clicks: Clicks
}

export function statisticsOperations(needs: StatisticsOperationNeeds): Handlers<StatisticsOperations> {
  return {
    link: linkTimeline(needs),
    lifetime: lifetime(needs),
    breakdown: breakdown(needs),
    account: account(needs),
    microsite: microsite(needs),
  }
}

function linkTimeline(needs: StatisticsOperationNeeds): Handler<StatisticsOperations['link']> {
  const { store, links, clicks } = needs
  return async ({ short, domain, ...wanted }, context) => {
    const link = await links.find({ userId: context.caller.workspaceId, short, domain })
    const range = rangeOf(needs, { ...wanted, defaultDays: linkDefaultDays }, context)
    await clicks.settle(context.caller.workspaceId)
    return { data: timeline(range, await store.linkDays(link.id, range)) }
  }
}

function lifetime({
  store,
  links,
  clicks,
}: StatisticsOperationNeeds): Handler<StatisticsOperations['lifetime']> {
  return async ({ short, domain }, { caller }) => {
    const link = await links.find({ userId: caller.workspaceId, short, domain })
    await clicks.settle(caller.workspaceId)
    return { data: { clicks: await store.linkTotal(link.id) } }
  }
}

function breakdown(needs: StatisticsOperationNeeds): Handler<StatisticsOperations['breakdown']> {
  const { store, links, clicks } = needs
  return async ({ short, domain, additional, ...wanted }, context) => {
    const link = await links.find({ userId: context.caller.workspaceId, short, domain })
    const range = rangeOf(needs, { ...wanted, defaultDays: linkDefaultDays }, context)
    await clicks.settle(context.caller.workspaceId)
    const { breakdowns, choices } = sumCounts(additional ? await store.linkCounts(link.id, range) : [])
    const placed = additional ? await store.linkPlacements(link.id, range) : []
    return {
      data: {
        ...rankedBreakdowns(breakdowns),
        placements: rankedPlacements(sumPlacements(placed.flatMap(readPlacements)), mostPlacements),
        rules: clicksByRule(choices, additional ? shownRules(link.rules) : []),
      },
    }
  }
}

function account(needs: StatisticsOperationNeeds): Handler<StatisticsOperations['account']> {
  const { store, clicks } = needs
  return async ({ additional, tag = [], ...wanted }, context) => {
    const { workspaceId: userId } = context.caller
    const range = rangeOf(needs, { ...wanted, defaultDays: accountDefaultDays }, context)
    await clicks.settle(userId)
    if (tag.length > 0) return { data: await taggedStatistics(needs, { userId, range, tag, additional }) }
    const days = await store.accountDays(userId, range)
    const ranked = await mostClicked(store, userId, days, mostLinks)
    return {
      data: {
        ...(await accountRecord(needs, { userId, range, days, ranked })),
        ...(additional ? rankedBreakdowns(sumCounts(days.map(({ counts }) => counts)).breakdowns) : {}),
      },
    }
  }
}

/** The same, of the links that have all of the tags; of none if the workspace lacks one of them. */
async function taggedStatistics(
  needs: StatisticsOperationNeeds,
  { userId, range, tag, additional }: { userId: number; range: Range; tag: string[]; additional: boolean },
) {
  const tags = await needs.tags.named(userId, tag)
  const { days, mostClicked: ranked } = tags
    ? await taggedClicks(needs.tagged, { userId, tags, range, mostLinks })
    : { days: [], mostClicked: [] }
  return {
    ...(await accountRecord(needs, { userId, range, days, ranked })),
    ...(additional ? await taggedBreakdowns(needs.tagged, { userId, tags: tags ?? [], range, days }) : {}),
  }
}

async function accountRecord(
  needs: StatisticsOperationNeeds,
  { userId, range, days, ranked }: { userId: number; range: Range; days: DayRow[]; ranked: MostClicked },
) {
  const points = timeline(range, days)
  return {
    ...range,
    clicks: points.reduce((sum, point) => sum + point.clicks, 0),
    timeline: points,
    links: await namedLinks(needs, userId, ranked),
  }
}

function microsite(needs: StatisticsOperationNeeds): Handler<StatisticsOperations['microsite']> {
  const { store, microsites, clicks } = needs
  return async ({ slug, domain, ...wanted }, context) => {
    const { workspaceId: userId } = context.caller
    const { id } = await microsites.find({ userId, slug, domain })
    const range = rangeOf(needs, { ...wanted, defaultDays: linkDefaultDays }, context)
    await clicks.settle(userId)
    const components = (await microsites.componentsOf(id)).map((component) => ({
      ...component,
      number: subjectNumber('component', component.id),
    }))
    const numbers = components.map(({ number }) => number)
    const taps = new Map(await store.clicksOf(userId, numbers, daysOf(range)))
    const viewsOf = (days: Range) => store.linkDays(subjectNumber('microsite', id), days)
    const before = rangeBefore(range, planRules(needs, context))
    return {
      data: {
        ...range,
        views: timeline(range, await viewsOf(range)),
        previous: before && {
          ...before,
          ...sumOf(await viewsOf(before)),
          taps: (await store.clicksOf(userId, numbers, daysOf(before))).reduce(
            (sum, [, clicks]) => sum + clicks,
            0,
          ),
        },
        components: components.map(({ public_id, kind, number }) => ({
          id: public_id,
          kind,
          taps: taps.get(number) ?? 0,
        })),
      },
    }
  }
}

function rangeOf(
  needs: StatisticsOperationNeeds,
  { defaultDays, ...wanted }: Partial<Range> & { defaultDays: number },
  context: RequestContext,
): Range {
  return chooseRange(wanted, { defaultDays, ...planRules(needs, context) })
}

function planRules({ accounts }: StatisticsOperationNeeds, { caller, now }: RequestContext) {
  return { today: utcDay(now), planDays: accounts.planOf(caller).analytics_days }
}

/** The links as an answer shows them. */
async function namedLinks({ store, links }: StatisticsOperationNeeds, userId: number, ranked: MostClicked) {
  if (ranked.length === 0) return []
  const names = await store.names(
    userId,
    ranked.map(([linkId]) => linkId),
  )
  return ranked.flatMap(([linkId, clicks]) =>
    names
      .filter(({ id }) => id === linkId)
      .map(({ code, domain_name, title }) => ({
        short: code,
        ...links.addressOf({ code, domain_name }),
        title,
        clicks,
      })),
  )
}

function sumOf(rows: DayRow[]): Omit<StatPoint, 'date'> {
  const sum = (of: 'clicks' | 'bots' | 'visitors') => rows.reduce((all, row) => all + row[of], 0)
  return { clicks: sum('clicks'), bots: sum('bots'), visitors: sum('visitors') }
}

/** One point for each day of the range, days without clicks included. */
function timeline(range: Range, rows: DayRow[]): StatPoint[] {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return daysOf(range).map((date) => {
    const { clicks = 0, bots = 0, visitors = 0 } = byDay.get(date) ?? {}
    return { date, clicks, bots, visitors }
  })
}
