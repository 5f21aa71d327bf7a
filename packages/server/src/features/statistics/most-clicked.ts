// The most clicked links of an account in a range of days, found without summing up all of its links.
import { type MostClicked, mostClickedLinks, readMostClicked } from '../clicks/index.ts'
import type { AccountDayRow, StatisticsStore } from './store.ts'

// Links per query.
const chunkLinks = 50

interface Candidate {
  linkId: number
  /** An upper bound of its clicks. */
  most: number
  /** Whether it has exactly that many. */
  exact: boolean
}

/**
 * The links with the most clicks on these days of an account, with those clicks, the most clicked first. Links that it no
 * longer has are left out.
 *
 * Each day has a list of its most clicked links. On a day that doesn't list a link, it had at most as many clicks as the last
 * one listed, so each link has an upper bound. Links are checked in the order of their bounds until the best found have more
 * than any other can have (the threshold algorithm of Fagin, Lotem and Naor, "Optimal aggregation algorithms for middleware",
 * 2003). If the lists can't decide, because very many links have similar clicks, all are summed up.
 */
export async function mostClicked(
  store: StatisticsStore,
  userId: number,
  rows: Pick<AccountDayRow, 'day' | 'most_clicked'>[],
  wanted: number,
): Promise<MostClicked> {
  const days = rows.map(({ day }) => day)
  const { candidates, unlisted } = candidatesOf(rows.map((row) => readMostClicked(row.most_clicked)))
  const found = new BestLinks(wanted)

  /** Checks links in the order of their bounds, for as long as one of them may be among the best. */
  async function check(ordered: Candidate[]): Promise<void> {
    for (let start = 0; start < ordered.length; start += chunkLinks) {
      const chunk = ordered.slice(start, start + chunkLinks)
      if (found.least >= (chunk[0]?.most ?? 0)) return
      const owned = await store.owned(
        userId,
        chunk.map(({ linkId }) => linkId),
      )
      const own = chunk.filter(({ linkId }) => owned.has(linkId))
      const inexact = own.filter(({ exact, linkId }) => !exact && !found.has(linkId))
      for (const { linkId, most, exact } of own) if (exact) found.add(linkId, most)
      if (inexact.length === 0) continue
      for (const [linkId, clicks] of await store.clicksOf(
        userId,
        inexact.map(({ linkId }) => linkId),
        days,
      ))
        found.add(linkId, clicks)
    }
  }

  await check(candidates.sort((a, b) => b.most - a.most || b.linkId - a.linkId))
  return found.least < unlisted ? await store.sumOfAll(userId, days, wanted) : found.list
}

/** The links that the days list, with their bounds, and the bound of all others. */
function candidatesOf(lists: MostClicked[]): { candidates: Candidate[]; unlisted: number } {
  const sums = new Map<number, { clicks: number; rest: number }>()
  let unlisted = 0
  for (const list of lists) {
    const least = list.length < mostClickedLinks ? 0 : (list.at(-1)?.[1] ?? 0)
    unlisted += least
    for (const [linkId, clicks] of list) {
      const sum = sums.get(linkId)
      if (sum) {
        sum.clicks += clicks
        sum.rest += least
      } else sums.set(linkId, { clicks, rest: least })
    }
  }
  const candidates = [...sums].map(([linkId, { clicks, rest }]) => ({
    linkId,
    most: clicks + unlisted - rest,
    exact: rest === unlisted,
  }))
  return { candidates, unlisted }
}

/** The links with the most clicks of those that were checked. */
class BestLinks {
  private readonly clicks = new Map<number, number>()
  list: MostClicked = []

  constructor(private readonly wanted: number) {}

  /** A link must have more clicks than this to be added. */
  get least(): number {
    return this.list.length < this.wanted ? 0 : (this.list.at(-1)?.[1] ?? 0)
  }

  has(linkId: number): boolean {
    return this.clicks.has(linkId)
  }

  add(linkId: number, clicks: number): void {
    if (this.has(linkId)) return
    this.clicks.set(linkId, clicks)
    this.list = [...this.list, [linkId, clicks] as [number, number]]
      .sort(([a, fewer], [b, more]) => more - fewer || b - a)
      .slice(0, this.wanted)
  }
}
