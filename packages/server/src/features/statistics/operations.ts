// The operations on statistics. Each first waits until every click answered so far is counted.
import type { Api, StatPoint } from '@linnet/contract'
import type { Handlers, RequestContext } from '../../platform/handler.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Clicks } from '../clicks/index.ts'
import type { Links } from '../links/index.ts'
import { sumBreakdowns } from './breakdowns.ts'
import { chooseRange, daysOf } from './ranges.ts'
import type { DayRow, Range, StatisticsStore } from './store.ts'

// "The last 30 days" of a link are 30 points; the account's range starts "30 days ago", which makes 31.
const linkDefaultDays = 29
const accountDefaultDays = 30
const mostLinks = 10

interface Needs {
  accounts: Accounts
  links: Links
  clicks: Clicks
}

export function statisticsOperations(
  store: StatisticsStore,
  { accounts, links, clicks }: Needs,
): Handlers<Api['statistics']> {
  function rangeOf(asked: Partial<Range>, { caller, now }: RequestContext, defaultDays: number): Range {
    return chooseRange(asked, { now, defaultDays, planDays: accounts.planOf(caller).analytics_days })
  }

  return {
    async link({ short, domain, ...asked }, context) {
      const link = await links.find({ userId: context.caller.userId, short, domain })
      const range = rangeOf(asked, context, linkDefaultDays)
      await clicks.settle()
      return { data: timeline(range, await store.linkDays(link.id, range)) }
    },

    async lifetime({ short, domain }, { caller }) {
      const link = await links.find({ userId: caller.userId, short, domain })
      await clicks.settle()
      return { data: { clicks: await store.linkTotal(link.id) } }
    },

    async breakdown({ short, domain, additional, ...asked }, context) {
      const link = await links.find({ userId: context.caller.userId, short, domain })
      const range = rangeOf(asked, context, linkDefaultDays)
      await clicks.settle()
      return { data: sumBreakdowns(additional ? await store.linkBreakdowns(link.id, range) : []) }
    },

    async account({ additional, ...asked }, context) {
      const { userId } = context.caller
      const range = rangeOf(asked, context, accountDefaultDays)
      await clicks.settle()
      const points = timeline(range, await store.accountDays(userId, range))
      const mostClicked = await store.mostClicked(userId, range, mostLinks)
      return {
        data: {
          ...range,
          clicks: points.reduce((sum, point) => sum + point.clicks, 0),
          timeline: points,
          links: mostClicked.map(({ code, domain_name, title, clicks }) => ({
            short: code,
            ...links.addressOf({ code, domain_name }),
            title,
            clicks: Number(clicks),
          })),
          ...(additional ? sumBreakdowns(await store.accountBreakdowns(userId, range)) : {}),
        },
      }
    },
  }
}

/** One point for each day of the range, days without clicks included. */
function timeline(range: Range, rows: DayRow[]): StatPoint[] {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return daysOf(range).map((date) => {
    const { clicks = 0, bots = 0, visitors = 0 } = byDay.get(date) ?? {}
    return { date, clicks, bots, visitors }
  })
}
