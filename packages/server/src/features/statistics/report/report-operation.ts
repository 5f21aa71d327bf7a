// The operation of the dashboard's report: what is asked, by the plan and the zone, and the names of its links.
import type { Api, Report } from '@linnet/contract'
import { AccountScheduler, requesterOf } from '../../../platform/concurrency/account-scheduler.ts'
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.ts'
import type { Handler } from '../../../platform/operations/handler.ts'
import type { Clicks, MostClicked } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Links } from '../../links/links/index.ts'
import { mostClicked } from '../most-clicked.ts'
import { chooseRange, rangeBefore } from '../ranges.ts'
import type { StatisticsStore } from '../store.ts'
import { type Answered, answerReport } from './report.ts'
import type { ReportStore } from './report-store.ts'
import { todayIn } from './zoned-span.ts'

const defaultDays = 29
// Where sums tell which links are clicked most; single clicks tell of more.
const mostSummedLinks = 10
// One looks at clicks while the clicks of the next are being read.
const atOnce = 2

interface Needs {
  accounts: Accounts
  links: Links
  clicks: Clicks
}

type KeyedMutex = Pick<AccountScheduler, 'take'>

export function reportOperation(
  statistics: StatisticsStore,
  reports: (userId: number) => ReportStore,
  { accounts, links, clicks }: Needs,
  turns: KeyedMutex = new AccountScheduler(atOnce),
): Handler<Api['statistics']['report']> {
  async function named(
    userId: number,
    most: MostClicked,
  ): Promise<NonNullable<Report['breakdowns']['links']>> {
    if (most.length === 0) return []
    const names = await statistics.names(
      userId,
      most.map(([linkId]) => linkId),
    )
    const byId = new Map(names.map((name) => [name.id, name]))
    return most.flatMap(([linkId, clicks]) => {
      const name = byId.get(linkId)
      if (!name) return []
      const { public_id, code, title } = name
      return [{ id: public_id, short: code, ...links.addressOf(name), title, clicks }]
    })
  }

  const linksOf = async (userId: number, { links, days }: Answered) =>
    named(userId, links ?? (await mostClicked(statistics, userId, days, mostSummedLinks)))

  return async (
    { link, start, end, timezone, crawlers, kind, country, referer, device, browser, os },
    { caller, now },
  ) => {
    const { userId } = caller
    const found = link === undefined ? null : await links.find({ userId, short: link })
    const rules = { today: todayIn(timezone, now), planDays: accounts.planOf(caller).analytics_days }
    const range = chooseRange({ start, end }, { ...rules, defaultDays })
    await clicks.settle(userId)
    const asker = requesterOf(userId)
    return await turns.take(asker, async () => {
      const {
        links: linkClicks,
        days,
        breakdowns,
        ...answered
      } = await answerReport(
        reports(userId),
        {
          range,
          before: rangeBefore(range, rules),
          timezone,
          keptSince: clicks.keptSince(),
          filter: { linkId: found?.id ?? null, crawlers, kind, country, referer, device, browser, os },
        },
        new TimeSlicer(asker.deadline),
      )
      const most = found ? null : await linksOf(userId, { ...answered, breakdowns, links: linkClicks, days })
      return { data: { ...answered, breakdowns: { ...breakdowns, links: most } } }
    })
  }
}
