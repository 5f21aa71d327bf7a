// The selected links: stored whole, so that they stay selected when their rows are scrolled out of view.
import type { Link } from '@linnet/contract'
import { useCallback, useMemo, useState } from 'react'
import { queryClient } from '../../lib/queries.ts'
import { pageQuery } from './queries.ts'
import type { LinkFilter } from './search-params.ts'
import { slicesOf, toggled, withLinks } from './selected-links.ts'

type Links = ReadonlyMap<string, Link>

export interface Selection {
  links: Links
  toggle(link: Link): void
  /** Adds all rows from one to another, up to the limit. Resolves to whether all are within it. */
  addRows(filter: LinkFilter, from: number, to: number): Promise<boolean>
  clear(): void
}

export function useSelection(): Selection {
  const [links, setLinks] = useState<Links>(new Map())

  const toggle = useCallback((link: Link) => {
    setLinks((before) => toggled(before, link))
  }, [])

  const addRows = useCallback(async (filter: LinkFilter, from: number, to: number) => {
    const { slices, isAll } = slicesOf(from, to)
    const found: Link[] = []
    for (const { page, start, end } of slices) {
      const { data } = await queryClient.ensureQueryData(pageQuery(filter, page))
      found.push(...data.slice(start, end))
    }
    setLinks((before) => withLinks(before, found))
    return isAll
  }, [])

  const clear = useCallback(() => setLinks(new Map()), [])
  return useMemo(() => ({ links, toggle, addRows, clear }), [links, toggle, addRows, clear])
}
