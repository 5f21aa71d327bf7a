// The most clicked links of an account on one day, kept beside its sums so that nobody has to sum its links up.

/** Links with their clicks, the most clicked first. */
export type MostClicked = [linkId: number, clicks: number][]

/**
 * How many links a day remembers. A link that is not among them had no more clicks than the last of them: that is how
 * a reader knows when the links of these lists are all that it has to look at.
 */
export const mostClickedLinks = 100

export function readMostClicked(json: string): MostClicked {
  return json === '' ? [] : (JSON.parse(json) as MostClicked)
}

/**
 * The list with the clicks that these links now have. Exact as long as clicks only grow, for a link enters the list
 * with the click that lifts it above the last one there.
 */
export function updateMostClicked(list: MostClicked, links: MostClicked): MostClicked {
  const least = list.length < mostClickedLinks ? 0 : (list.at(-1)?.[1] ?? 0)
  const risen = links.filter(([, clicks]) => clicks > least)
  if (risen.length === 0) return list
  const merged = new Map([...list, ...risen])
  return [...merged].sort(([a, fewer], [b, more]) => more - fewer || a - b).slice(0, mostClickedLinks)
}
