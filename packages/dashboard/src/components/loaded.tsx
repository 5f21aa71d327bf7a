// Shows what a query has loaded: placeholders until then, or the error if it fails; and loads further pages.
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Failure, Loading, Skeleton } from './states.tsx'

interface LoadedProps<Data> {
  query: UseQueryResult<Data> | UseInfiniteQueryResult<Data>
  /** The heights of the placeholders, as classes. */
  heights?: readonly string[]
  /** The space between them, as a class. */
  gap?: string
  children(data: Data): ReactNode
}

const threeRows = ['h-16', 'h-16', 'h-16']

/** The content once it has loaded. It stays if reloading fails. */
export function Loaded<Data>({ query, heights = threeRows, gap = 'gap-2', children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Loading>
      <div className={clsx('grid', gap)}>
        {heights.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
          <Skeleton key={index} className={height} />
        ))}
      </div>
    </Loading>
  )
}

interface MoreButtonProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  children: string
}

/** Loads the next page of a list; nothing on the last one. */
export function MoreButton({ query, children }: MoreButtonProps) {
  if (!query.hasNextPage) return null
  return (
    <Button
      className="justify-self-center"
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  )
}
