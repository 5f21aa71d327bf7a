// Which links are selected after one is toggled or a range of rows is added, within the limit.
import type { Link } from '@linnet/contract'
import { pageSize } from './search-params.ts'

/** The limit of one request that archives links. */
export const mostSelected = 1000

type Links = ReadonlyMap<string, Link>

/** With the link, if there is room for it, or without it if it was selected. */
export function toggled(links: Links, link: Link): Links {
  const after = new Map(links)
  if (!after.delete(link.id) && after.size < mostSelected) after.set(link.id, link)
  return after
}

/** With as many of these links as there is room for. Those already selected are updated. */
export function withLinks(links: Links, added: readonly Link[]): Links {
  const after = new Map(links)
  for (const link of added) if (after.size < mostSelected || after.has(link.id)) after.set(link.id, link)
  return after
}

interface PageSlice {
  page: number
  /** The first row on the page, and the one after the last. */
  start: number
  end: number
}

/** The slices of pages that contain a range of rows, and whether the limit allows all of it. */
export function slicesOf(from: number, to: number): { slices: PageSlice[]; isAll: boolean } {
  const [first, last] = from < to ? [from, to] : [to, from]
  const end = Math.min(last, first + mostSelected - 1)
  const [firstPage, lastPage] = [Math.floor(first / pageSize), Math.floor(end / pageSize)]
  const slices = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => {
    const page = firstPage + index
    const top = page * pageSize
    return { page, start: Math.max(0, first - top), end: Math.min(pageSize, end - top + 1) }
  })
  return { slices, isAll: end === last }
}
