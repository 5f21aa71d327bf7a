// The operations on statistics. Each first waits until every click answered so far is counted.
import type { Api, StatPoint } from '@linnet/contract'
import type { Caller, Handlers, RequestContext } from '../../platform/operations/handler.ts'
import { utcDay } from '../../platform/time/clock.ts'
import { type Clicks, type MostClicked, subjectNumber } from '../clicks/index.ts'
import type { Accounts } from '../identity/accounts/index.ts'
import type { Links } from '../links/links/index.ts'
import type { Microsites } from '../microsites/microsites/index.ts'
import { sumBreakdowns } from './breakdowns.ts'
import { mostClicked } from './most-clicked.ts'
import { chooseRange, daysOf, type Range, rangeBefore } from './ranges.ts'
import type { DayRow, StatisticsStore } from './store.ts'

// "The last 30 days" of a link are 30 points; the account's range starts "30 days ago", which makes 31.
const linkDefaultDays = 29
const accountDefaultDays = 30
const mostLinks = 10

interface Needs {
  accounts: Accounts
  links: Links
  microsites: Microsites
  clicks: Clicks
}

export function statisticsOperations(
  store: StatisticsStore,
  { accounts, links, microsites, clicks }: Needs,
): Handlers<Omit<Api['statistics'], 'report'>> {
  function rangeOf(asked: Partial<Range>, { caller, now }: RequestContext, defaultDays: number): Range {
    return chooseRange(asked, { defaultDays, ...rulesOf(caller, now) })
  }

  function rulesOf(caller: Caller, now: number) {
    return { today: utcDay(now), planDays: accounts.planOf(caller).analytics_days }
  }

  /** The links as an answer shows them. */
  async function named(userId: number, ranked: MostClicked) {
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

  return {
    async link({ short, domain, ...asked }, context) {
      const link = await links.find({ userId: context.caller.userId, short, domain })
      const range = rangeOf(asked, context, linkDefaultDays)
      await clicks.settle(context.caller.userId)
      return { data: timeline(range, await store.linkDays(link.id, range)) }
    },

    async lifetime({ short, domain }, { caller }) {
      const link = await links.find({ userId: caller.userId, short, domain })
      await clicks.settle(caller.userId)
      return { data: { clicks: await store.linkTotal(link.id) } }
    },

    async breakdown({ short, domain, additional, ...asked }, context) {
      const link = await links.find({ userId: context.caller.userId, short, domain })
      const range = rangeOf(asked, context, linkDefaultDays)
      await clicks.settle(context.caller.userId)
      return { data: sumBreakdowns(additional ? await store.linkBreakdowns(link.id, range) : []) }
    },

    async account({ additional, ...asked }, context) {
      const { userId } = context.caller
      const range = rangeOf(asked, context, accountDefaultDays)
      await clicks.settle(context.caller.userId)
      const days = await store.accountDays(userId, range)
      const points = timeline(range, days)
      return {
        data: {
          ...range,
          clicks: points.reduce((sum, point) => sum + point.clicks, 0),
          timeline: points,
          links: await named(userId, await mostClicked(store, userId, days, mostLinks)),
          ...(additional ? sumBreakdowns(days.map(({ counts }) => counts)) : {}),
        },
      }
    },

    async microsite({ slug, ...asked }, context) {
      const { userId } = context.caller
      const { id } = await microsites.find({ userId, slug })
      const range = rangeOf(asked, context, linkDefaultDays)
      await clicks.settle(context.caller.userId)
      const components = (await microsites.componentsOf(id)).map((component) => ({
        component,
        number: subjectNumber('component', component.id),
      }))
      const numbers = components.map(({ number }) => number)
      const taps = new Map(await store.clicksOf(userId, numbers, daysOf(range)))
      const viewsOf = (days: Range) => store.linkDays(subjectNumber('microsite', id), days)
      const before = rangeBefore(range, rulesOf(context.caller, context.now))
      return {
        data: {
          ...range,
          views: timeline(range, await viewsOf(range)),
          previous: before && {
            ...before,
            ...sumOf(await viewsOf(before)),
            taps: (await store.clicksOf(userId, numbers, daysOf(before))).reduce(
              (sum, [, some]) => sum + some,
              0,
            ),
          },
          components: components.map(({ component: { public_id, kind }, number }) => ({
            id: public_id,
            kind,
            taps: taps.get(number) ?? 0,
          })),
        },
      }
    },
  }
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
