// A list of what the account has created for programs, such as keys: an introduction, a create button and the rows.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Plus } from '../../components/icons.ts'
import { Loaded } from '../../components/loaded.tsx'
import { Card } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'

interface OwnedListProps<One> {
  query: UseQueryResult<{ data: One[] }>
  messages: { about: string; create: string; empty: string; emptyText: string }
  /** The text if there are none yet. */
  icon: ReactNode
  onCreate(): void
  row(one: One): ReactNode
  /** Below the list. */
  children?: ReactNode
}

export function OwnedList<One>({ query, messages, icon, onCreate, row, children }: OwnedListProps<One>) {
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={onCreate}>
      {messages.create}
    </Button>
  )
  return (
    <div className="grid min-w-0 gap-4">
      <Loaded query={query} heights={['h-64']}>
        {({ data }) =>
          data.length > 0 ? (
            <>
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="max-w-prose text-sm text-soft">{messages.about}</p>
                {create}
              </div>
              <Card className="gap-0! overflow-hidden p-0! sm:p-0!">
                <ul className="divide-y divide-line">{data.map(row)}</ul>
              </Card>
            </>
          ) : (
            <Empty icon={icon} title={messages.empty} action={create}>
              {messages.emptyText}
            </Empty>
          )
        }
      </Loaded>
      {/* Shown only with the list, which would otherwise push it down when it arrives. */}
      {query.data || query.isError ? children : null}
    </div>
  )
}
