// The most clicked links of an account in a range of days, found without summing all of its links up.
import { type MostClicked, mostClickedLinks, readMostClicked } from '../clicks/index.ts'
import type { AccountDayRow, StatisticsStore } from './store.ts'

// How many links' clicks are asked for at once.
const chunkLinks = 50

interface Candidate {
  linkId: number
  /** No more clicks than this. */
  most: number
  /** Whether it has exactly as many. */
  exact: boolean
}

/**
 * The links with the most clicks on these days of an account, with those clicks, the most clicked first.
 *
 * Each day remembers the links that were clicked most. What a link had on the days that do not name it is at most what
 * the last one there had: so each link has a bound, and links are looked at by their bounds until those seen have more
 * than any other can (the threshold algorithm of Fagin, Lotem and Naor, "Optimal aggregation algorithms for
 * middleware", 2003). Where the lists can't tell, because very many links are clicked alike, all are summed up.
 */
export async function mostClicked(
  store: StatisticsStore,
  userId: number,
  rows: Pick<AccountDayRow, 'day' | 'most_clicked'>[],
  wanted: number,
): Promise<MostClicked> {
  const days = rows.map(({ day }) => day)
  const { candidates, unnamed } = candidatesOf(rows.map((row) => readMostClicked(row.most_clicked)))
  const found = new Best(wanted)

  /** Looks at links in the order of their bounds, for as long as one of them may be among the best. */
  async function look(ordered: Candidate[]): Promise<void> {
    for (let start = 0; start < ordered.length; start += chunkLinks) {
      const chunk = ordered.slice(start, start + chunkLinks)
      if (found.least >= (chunk[0]?.most ?? 0)) return
      const unsure = chunk.filter(({ exact, linkId }) => !exact && !found.has(linkId))
      for (const { linkId, most, exact } of chunk) if (exact) found.add(linkId, most)
      if (unsure.length === 0) continue
      for (const [linkId, clicks] of await store.clicksOf(
        userId,
        unsure.map(({ linkId }) => linkId),
        days,
      ))
        found.add(linkId, clicks)
    }
  }

  await look(candidates.sort((a, b) => b.most - a.most || b.linkId - a.linkId))
  return found.least < unnamed ? await store.sumOfAll(userId, days, wanted) : found.list
}

/** The links that the days name, with their bounds, and the bound of all others. */
function candidatesOf(lists: MostClicked[]): { candidates: Candidate[]; unnamed: number } {
  const sums = new Map<number, { clicks: number; rest: number }>()
  let unnamed = 0
  for (const list of lists) {
    const least = list.length < mostClickedLinks ? 0 : (list.at(-1)?.[1] ?? 0)
    unnamed += least
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
    most: clicks + unnamed - rest,
    exact: rest === unnamed,
  }))
  return { candidates, unnamed }
}

/** The links with the most clicks of those that were looked at. */
class Best {
  private readonly clicks = new Map<number, number>()
  list: MostClicked = []

  constructor(private readonly wanted: number) {}

  /** What a link must exceed to come in. */
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
