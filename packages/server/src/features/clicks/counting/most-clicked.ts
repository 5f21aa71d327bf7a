// The most clicked links of an account on one day, stored with its sums so that reports don't have to read all its links.

/** Links with their clicks, the most clicked first. */
export type MostClicked = [linkId: number, clicks: number][]

/**
 * How many links are stored per day. A link that is not among them had no more clicks than the last of them, so a report
 * knows when it needs no others.
 */
export const mostClickedLinks = 100

export function readMostClicked(json: string): MostClicked {
  return json === '' ? [] : (JSON.parse(json) as MostClicked)
}

/**
 * Updates the list with the clicks that these links have now. It stays exact as long as clicks only grow, because a link
 * enters the list with the click that lifts it above the last one.
 */
export function updateMostClicked(list: MostClicked, links: MostClicked): MostClicked {
  const least = list.length < mostClickedLinks ? 0 : (list.at(-1)?.[1] ?? 0)
  const risen = links.filter(([, clicks]) => clicks > least)
  if (risen.length === 0) return list
  const merged = new Map([...list, ...risen])
  return [...merged].sort(([a, fewer], [b, more]) => more - fewer || a - b).slice(0, mostClickedLinks)
}
