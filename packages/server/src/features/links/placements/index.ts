// Placements of links: planning their names, and showing them with their clicks. The feature's public API.
import { type Api, Refusal } from '@linnet/contract'
import { foldedName, uniqueNames } from '@linnet/contract/folded-names'
import { withPlacement } from '@linnet/contract/placement-names'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Handler, Handlers } from '../../../platform/operations/handler.ts'
import { addDays, utcDay } from '../../../platform/time/clock.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Links } from '../links/index.ts'

export interface PlacementsNeeds {
  db: Database
  accounts: Accounts
  links: Links
  clicks: Clicks
}

export interface Placements extends Module {
  operations: { placements: Handlers<Api['placements']> }
}

const mostDays = 30

export function createPlacements(needs: PlacementsNeeds): Placements {
  return { operations: { placements: { list: list(needs), plan: plan(needs) } } }
}

function list({ accounts, links, clicks }: PlacementsNeeds): Handler<Api['placements']['list']> {
  return async ({ short, domain }, { caller, now }) => {
    const link = await links.find({ userId: caller.workspaceId, short, domain })
    await clicks.settle(caller.workspaceId)
    const { analytics_days } = accounts.planOf(caller)
    const days = Array.from({ length: Math.min(mostDays, analytics_days ?? mostDays) }, (_, before) =>
      addDays(utcDay(now), -before),
    )
    const names = (await clicks.placements.names(link.id)).names()
    const counts = new Map(
      [...(await clicks.placements.clicks(link.id, days))].map(([name, some]) => [foldedName(name), some]),
    )
    const urls = urlsOf(links.addressOf(link).short_url)
    const placements = names.map(({ name, key, isPlanned }) => ({
      ...urls(name),
      planned: isPlanned,
      clicks: counts.get(key) ?? 0,
    }))
    const named = placements.reduce((sum, one) => sum + one.clicks, 0)
    const all = [...counts.values()].reduce((sum, some) => sum + some, 0)
    return { data: { placements: placements.sort(byPlanAndClicks), other: all - named } }
  }
}

function plan({ db, links, clicks }: PlacementsNeeds): Handler<Api['placements']['plan']> {
  return async ({ short, domain, names }, { caller: { workspaceId: userId } }) => {
    const link = await links.find({ userId, short, domain })
    const planned = [...uniqueNames(names).values()]
    const isDone = await db.transaction((tx) =>
      clicks.placements.plan(tx, { userId, linkId: link.id }, planned),
    )
    // It was deleted or moved meanwhile.
    if (!isDone) throw new Refusal('not_found')
    return { data: planned.map(urlsOf(links.addressOf(link).short_url)) }
  }
}

function urlsOf(shortUrl: string) {
  return (name: string) => ({
    name,
    short_url: withPlacement(shortUrl, name),
    svg_url: withPlacement(`${shortUrl}.svg`, name),
    png_url: withPlacement(`${shortUrl}.png`, name),
  })
}

/** Planned names stay in their order, because sorting is stable. */
function byPlanAndClicks(
  one: { planned: boolean; clicks: number },
  other: { planned: boolean; clicks: number },
): number {
  if (one.planned || other.planned) return Number(other.planned) - Number(one.planned)
  return other.clicks - one.clicks
}
