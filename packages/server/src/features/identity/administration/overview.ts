// The overview of a server for its administrators: accounts, links, plans, and clicks and sign-ups day by day.
import type { Api, Overview } from '@linnet/contract'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { addDays, utcDay } from '../../../platform/time/clock.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Accounts } from '../accounts/index.ts'
import type { AdministrationStore } from './store.ts'

export interface OverviewNeeds {
  store: AdministrationStore
  accounts: Accounts
  clicks: Clicks
  signUps: Overview['sign_ups']
}

const daySeconds = 86_400

export function showOverview({
  store,
  accounts,
  clicks,
  signUps,
}: OverviewNeeds): Handlers<Api['administration']>['overview'] {
  return async ({ days }, { caller, now }) => {
    await clicks.settle(null)
    const totals = await store.totals(caller.personId)
    const sumOf = (column: 'total' | 'blocked' | 'administrators', plan?: string) =>
      totals.accounts
        .filter((row) => plan === undefined || accounts.planName(row.plan) === plan)
        .reduce((sum, row) => sum + row[column], 0)
    const first = addDays(utcDay(now), 1 - days)
    return {
      data: {
        accounts: {
          total: sumOf('total'),
          blocked: sumOf('blocked'),
          administrators: sumOf('administrators'),
        },
        links: totals.links,
        microsites: totals.microsites,
        open_reports: totals.openReports,
        open_appeals: totals.openAppeals,
        sign_ups: signUps,
        plans: accounts.plans().map((plan) => ({ ...plan, accounts: sumOf('total', plan.name) })),
        days: await daysFrom(store, caller.personId, { first, count: days }),
      },
    }
  }
}

/** Clicks and sign-ups of each day, including the days without any. */
async function daysFrom(
  store: AdministrationStore,
  userId: number,
  { first, count }: { first: string; count: number },
): Promise<Overview['days']> {
  const since = { day: first, moment: Date.parse(first) / 1000 }
  const { clicks: clicksByDay, signUps } = await store.days(userId, since)
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(first, index)
    const { clicks = 0, bots = 0 } = clicksByDay.get(day) ?? {}
    return { day, clicks, bots, sign_ups: signUps.get(Date.parse(day) / 1000 / daySeconds) ?? 0 }
  })
}
