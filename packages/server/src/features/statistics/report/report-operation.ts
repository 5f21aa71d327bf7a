// The operation of the dashboard's report: its range by the plan and the time zone, and the names of its links.
import type { Api, Report } from '@linnet/contract'
import { AccountScheduler, requesterOf } from '../../../platform/concurrency/account-scheduler.ts'
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.ts'
import type { Handler } from '../../../platform/operations/handler.ts'
import { utcDay } from '../../../platform/time/clock.ts'
import type { Clicks, MostClicked } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Links } from '../../links/links/index.ts'
import { mostClicked } from '../most-clicked.ts'
import { chooseRange, rangeBefore } from '../ranges.ts'
import type { StatisticsStore } from '../store.ts'
import { answerReport, type ReportAnswer } from './report.ts'
import type { ReportStore } from './report-store.ts'
import { todayIn } from './zoned-span.ts'

const defaultDays = 29
// How many of the most clicked links are shown if only sums can rank them; individual clicks rank more.
const mostSummedLinks = 10
// One report counts clicks while the next one's clicks are being read from the database.
const atOnce = 2

export interface ReportOperationNeeds {
  statistics: StatisticsStore
  /** The store of one account's reports. */
  reportsOf(userId: number): ReportStore
  accounts: Accounts
  links: Links
  clicks: Clicks
}

export function reportOperation(needs: ReportOperationNeeds): Handler<Api['statistics']['report']> {
  const { reportsOf, accounts, links, clicks } = needs
  const scheduler = new AccountScheduler(atOnce)
  return async (
    { link, start, end, timezone, crawlers, kind, country, referer, device, browser, os, placement },
    { caller, now },
  ) => {
    const { workspaceId: userId } = caller
    const found = link === undefined ? null : await links.find({ userId, short: link })
    const rules = { today: todayIn(timezone, now), planDays: accounts.planOf(caller).analytics_days }
    const range = chooseRange({ start, end }, { ...rules, defaultDays })
    await clicks.settle(userId)
    const requester = requesterOf(userId)
    return await scheduler.take(requester, async () => {
      const question = {
        range,
        before: rangeBefore(range, rules),
        timezone,
        keptSince: clicks.keptSince(),
        movedOn: found?.moved_at ? utcDay(found.moved_at * 1000) : null,
        filter: {
          linkId: found?.id ?? null,
          crawlers,
          kind,
          country,
          referer,
          device,
          browser,
          os,
          placement,
        },
      }
      const answer = await answerReport(reportsOf(userId), question, new TimeSlicer(requester.deadline))
      const { links: linkClicks, days, breakdowns, ...report } = answer
      const ranked = found ? null : await rankedLinks(needs, userId, { links: linkClicks, days })
      return { data: { ...report, breakdowns: { ...breakdowns, links: ranked } } }
    })
  }
}

/** The most clicked links with their names. */
async function rankedLinks(
  { statistics, links }: ReportOperationNeeds,
  userId: number,
  answer: Pick<ReportAnswer, 'links' | 'days'>,
): Promise<NonNullable<Report['breakdowns']['links']>> {
  const ranked: MostClicked =
    answer.links ?? (await mostClicked(statistics, userId, answer.days, mostSummedLinks))
  if (ranked.length === 0) return []
  const names = await statistics.names(
    userId,
    ranked.map(([linkId]) => linkId),
  )
  const byId = new Map(names.map((name) => [name.id, name]))
  return ranked.flatMap(([linkId, clicks]) => {
    const name = byId.get(linkId)
    if (!name) return []
    const { public_id, code, title } = name
    return [{ id: public_id, short: code, ...links.addressOf(name), title, clicks }]
  })
}
