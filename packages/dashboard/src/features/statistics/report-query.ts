// Asks the server for reports, and keeps them while the page is open.
import type { Report } from '@linnet/contract'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { client } from '../../lib/client.ts'
import type { Days } from './days.ts'
import { filterNames, type StatisticsSearch } from './search.ts'

type Question = Parameters<typeof client.statistics.report>[0] & object

/** What the server is asked for an address of the page. */
export function questionOf(search: StatisticsSearch, days: Days, timezone: string): Question {
  return {
    ...days,
    timezone,
    link: search.link,
    crawlers: search.crawlers ?? false,
    kind: search.kind ?? 'all',
    ...Object.fromEntries(filterNames.map((name) => [name, search[name]])),
  }
}

export const reportQuery = (question: Question) =>
  queryOptions({
    queryKey: ['statistics', 'report', question],
    async queryFn({ signal }): Promise<Report> {
      return (await client.statistics.report(question, { signal })).data
    },
    // What was there stays, dimmed, until what was chosen has come.
    placeholderData: keepPreviousData,
  })

/** The link that the page is about. */
export const linkQuery = (id: string) =>
  queryOptions({
    queryKey: ['links', 'of-statistics', id],
    queryFn: async ({ signal }) => (await client.links.get({ short: id }, { signal })).data,
  })

/** The newest link: what somebody without clicks may share. */
export const newestLinkQuery = queryOptions({
  queryKey: ['links', 'newest'],
  queryFn: async ({ signal }) => (await client.links.list({ limit: 1 }, { signal })).data[0] ?? null,
})

// Many clicks may arrive in a second, and a report of many clicks takes the server a while.
const refreshMilliseconds = 30_000

/**
 * Gives what asks for the reports again when clicks have arrived, not more often than every half minute; where the page
 * is empty (`isWaiting`), at once.
 */
export function useRefresh(isWaiting: boolean): () => void {
  const queries = useQueryClient()
  const last = useRef(performance.now())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    if (timer.current !== undefined) return
    const wait = isWaiting ? 0 : last.current + refreshMilliseconds - performance.now()
    timer.current = setTimeout(
      () => {
        timer.current = undefined
        last.current = performance.now()
        void queries.invalidateQueries({ queryKey: ['statistics', 'report'] })
      },
      Math.max(0, wait),
    )
  }, [queries, isWaiting])
}
