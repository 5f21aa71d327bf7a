// The queries behind the statistics page.
import type { Report } from '@linnet/contract'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { client } from '../../lib/client.ts'
import type { Days } from './days.ts'
import { filterNames, type StatisticsSearch } from './search.ts'

type ReportRequest = Parameters<typeof client.statistics.report>[0] & object

/** The request for the report at a URL of the page. */
export function reportRequestOf(search: StatisticsSearch, days: Days, timezone: string): ReportRequest {
  return {
    ...days,
    timezone,
    link: search.link,
    crawlers: search.crawlers ?? false,
    kind: search.kind ?? 'all',
    ...Object.fromEntries(filterNames.map((name) => [name, search[name]])),
  }
}

export const reportQuery = (request: ReportRequest) =>
  queryOptions({
    queryKey: ['statistics', 'report', request],
    async queryFn({ signal }): Promise<Report> {
      return (await client.statistics.report(request, { signal })).data
    },
    // The previous report stays, dimmed, until the new one has loaded.
    placeholderData: keepPreviousData,
  })

/** The link that the page is filtered by. */
export const linkQuery = (id: string) =>
  queryOptions({
    queryKey: ['links', 'of-statistics', id],
    queryFn: async ({ signal }) => (await client.links.get({ short: id }, { signal })).data,
  })

/** The newest link, for users without clicks to share. */
export const newestLinkQuery = queryOptions({
  queryKey: ['links', 'newest'],
  queryFn: async ({ signal }) => (await client.links.list({ limit: 1 }, { signal })).data[0] ?? null,
})

// Many clicks may arrive in a second, and a report of many clicks takes the server a while.
const refreshMilliseconds = 30_000

/**
 * Returns a function that reloads the reports when clicks have arrived: at most every half minute, but at once if the
 * page is still empty (`isEmpty`).
 */
export function useRefresh(isEmpty: boolean): () => void {
  const queries = useQueryClient()
  const last = useRef(performance.now())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    if (timer.current !== undefined) return
    const wait = isEmpty ? 0 : last.current + refreshMilliseconds - performance.now()
    timer.current = setTimeout(
      () => {
        timer.current = undefined
        last.current = performance.now()
        void queries.invalidateQueries({ queryKey: ['statistics', 'report'] })
      },
      Math.max(0, wait),
    )
  }, [queries, isEmpty])
}
