// The selected links: stored whole, so that they stay selected when their rows are scrolled out of view.
import type { Link } from '@linnet/contract'
import { useCallback, useMemo, useState } from 'react'
import { queryClient } from '../../lib/queries.ts'
import { pageQuery } from './queries.ts'
import { type LinkFilter, pageSize } from './search-params.ts'

/** The limit of one request that archives links. */
export const mostSelected = 1000

export interface Selection {
  links: ReadonlyMap<string, Link>
  toggle(link: Link): void
  /** Adds all rows from one to another, up to the limit. Resolves to whether all are within it. */
  addRows(filter: LinkFilter, from: number, to: number): Promise<boolean>
  clear(): void
}

export function useSelection(): Selection {
  const [links, setLinks] = useState<ReadonlyMap<string, Link>>(new Map())

  const toggle = useCallback((link: Link) => {
    setLinks((before) => {
      const after = new Map(before)
      if (!after.delete(link.id) && after.size < mostSelected) after.set(link.id, link)
      return after
    })
  }, [])

  const addRows = useCallback(async (filter: LinkFilter, from: number, to: number) => {
    const [first, last] = from < to ? [from, to] : [to, from]
    const end = Math.min(last, first + mostSelected - 1)
    const found: Link[] = []
    for (let page = Math.floor(first / pageSize); page <= Math.floor(end / pageSize); page++) {
      const { data } = await queryClient.ensureQueryData(pageQuery(filter, page))
      const start = page * pageSize
      found.push(...data.slice(Math.max(0, first - start), end - start + 1))
    }
    let isAll = end === last
    setLinks((before) => {
      const after = new Map(before)
      for (const link of found) if (after.size < mostSelected || after.has(link.id)) after.set(link.id, link)
      return after
    })
    isAll &&= found.length <= mostSelected
    return isAll
  }, [])

  const clear = useCallback(() => setLinks(new Map()), [])
  return useMemo(() => ({ links, toggle, addRows, clear }), [links, toggle, addRows, clear])
}
