// The people of this server: searched, filtered, page by page, with the panel of one of them beside the list.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Select } from '../../../components/field.tsx'
import { UserPlus, Users } from '../../../components/icons.ts'
import { SearchField } from '../../../components/search-field.tsx'
import { Empty, Failure, Loading, Skeleton } from '../../../components/states.tsx'
import { useMessages } from '../../../lib/language.ts'
import { Pager } from '../pager.tsx'
import { type PeopleStatus, peopleQuery } from '../queries.ts'
import type { AdministrationSearch } from '../search.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { PendingInvitations } from './pending-invitations.tsx'
import { PeopleList } from './people-list.tsx'
import { peopleMessages } from './people-messages.ts'
import { PersonPanel } from './person-panel.tsx'

const route = getRouteApi('/administration/{-$section}/{-$item}')

export function PeopleSection() {
  const text = useMessages(peopleMessages)
  const given = route.useSearch()
  const navigate = route.useNavigate()
  const { item } = route.useParams()
  const [isInviting, setInviting] = useState(false)
  const status = statusOf(given)
  const { search, page = 1 } = given
  const people = useQuery(peopleQuery({ search: search?.trim(), status, page }))
  const show = (to: AdministrationSearch) =>
    void navigate({
      search: (before) => withoutEmpty({ ...before, page: undefined, ...to }),
      replace: true,
      resetScroll: false,
    })
  const close = () =>
    void navigate({ params: { section: undefined, item: undefined }, search: given, resetScroll: false })
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <search className="flex min-w-0 flex-1 basis-60">
          <SearchField
            label={text.search}
            value={search ?? ''}
            maxLength={254}
            isBusy={people.isPlaceholderData}
            onChange={(search) => show({ search })}
          />
        </search>
        <Select
          aria-label={text.show}
          value={status}
          onChange={({ target }) => show({ status: target.value as PeopleStatus })}
          className="w-auto! max-sm:flex-1"
        >
          <option value="all">{text.all}</option>
          <option value="active">{text.active}</option>
          <option value="blocked">{text.blockedOnes}</option>
          <option value="administrators">{text.administrators}</option>
        </Select>
        <Button look="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
          {text.invite}
        </Button>
      </div>
      {people.data ? (
        people.data.data.length > 0 ? (
          <PeopleList people={people.data.data} search={given} />
        ) : (
          <Empty
            icon={<Users />}
            title={text.none}
            action={
              <Button onClick={() => show({ search: undefined, status: undefined })}>{text.showAll}</Button>
            }
          >
            {text.noneText}
          </Empty>
        )
      ) : people.isError ? (
        <Failure error={people.error} onRetry={() => void people.refetch()} />
      ) : (
        <Loading>
          <div className="grid gap-2">
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
        </Loading>
      )}
      {people.data ? (
        <Pager page={page} total={people.data.total} onChange={(page) => show({ page })} />
      ) : null}
      <PendingInvitations />
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      {item === undefined ? null : <PersonPanel key={item} id={item} onClose={close} />}
    </div>
  )
}

const statusOf = ({ status = 'all' }: AdministrationSearch): PeopleStatus =>
  status === 'closed' ? 'all' : status

/** What is as it is by itself does not stand in the address. */
function withoutEmpty({ search, status, page = 1 }: AdministrationSearch): AdministrationSearch {
  return {
    ...(search?.trim() ? { search } : {}),
    ...(status && status !== 'all' ? { status } : {}),
    ...(page > 1 ? { page } : {}),
  }
}
