// Loads the list page by page as its rows come into view, and cancels requests for rows that have left it.
import type { Link } from '@linnet/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { queryClient } from '../../lib/queries.ts'
import { type LinkFilter, listParameters, pageSize } from './search-params.ts'

export interface LinksPage {
  data: Link[]
  total: number
}

/** `page` counts from 0. */
export function pageQuery(filter: LinkFilter, page: number) {
  return queryOptions({
    queryKey: ['links', 'list', filter, page],
    queryFn: ({ signal }): Promise<LinksPage> => client.links.list(listParameters(filter, page), { signal }),
  })
}

/** The link of a row, if its page has been loaded. */
export function loadedLink(filter: LinkFilter, row: number): Link | undefined {
  const { queryKey } = pageQuery(filter, Math.floor(row / pageSize))
  return queryClient.getQueryData(queryKey)?.data[row % pageSize]
}

/** A link that is on a loaded page of the list. */
export function cachedLink(id: string): Link | undefined {
  const pages = queryClient.getQueriesData<LinksPage>({ queryKey: ['links', 'list'] })
  for (const [, page] of pages) {
    const link = page?.data.find((link) => link.id === id)
    if (link) return link
  }
  return undefined
}

/** Shows changed links at once, before the list is loaded again. */
export function updateCachedLinks(links: readonly Link[]): void {
  const changed = new Map(links.map((link) => [link.id, link]))
  queryClient.setQueriesData<LinksPage>({ queryKey: ['links', 'list'] }, (page) =>
    page?.data.some(({ id }) => changed.has(id))
      ? { ...page, data: page.data.map((link) => changed.get(link.id) ?? link) }
      : page,
  )
}

export function refreshLinks(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['links'] })
}
