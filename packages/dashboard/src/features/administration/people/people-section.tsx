// The people of this server: a searchable, paginated list, with one person's panel beside it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Select } from '../../../components/field.tsx'
import { UserPlus, Users } from '../../../components/icons.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { Empty } from '../../../components/states.tsx'
import { useMessages } from '../../../lib/language.ts'
import { Pager } from '../pager.tsx'
import { type PeopleStatus, peopleQuery } from '../queries.ts'
import { type AdministrationSearch, withoutDefaults } from '../search.ts'
import { InvitationsToServer } from './invitations-to-server.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PeopleList } from './people-list.tsx'
import { peopleMessages } from './people-messages.ts'
import { PersonPanel } from './person-panel.tsx'

const route = getRouteApi('/administration/{-$section}/{-$item}')

export function PeopleSection() {
  const current = route.useSearch()
  const navigate = route.useNavigate()
  const { item } = route.useParams()
  const { search, page = 1 } = current
  const people = useQuery(peopleQuery({ search: search?.trim(), status: statusOf(current), page }))
  const show = (change: AdministrationSearch) =>
    void navigate({
      search: (before) => withoutDefaults({ ...before, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const close = () =>
    void navigate({ params: { section: undefined, item: undefined }, search: current, resetScroll: false })
  const [isInviting, setInviting] = useState(false)
  return (
    <div className="grid gap-4">
      <PeopleToolbar
        search={current}
        isBusy={people.isPlaceholderData}
        onChange={show}
        onInvite={() => setInviting(true)}
      />
      <Loaded query={people}>
        {({ data }) =>
          data.length > 0 ? (
            <PeopleList people={data} search={current} />
          ) : (
            <NoPeople onShowAll={() => show({ search: undefined, status: undefined })} />
          )
        }
      </Loaded>
      {people.data ? (
        <Pager page={page} total={people.data.total} onChange={(page) => show({ page })} />
      ) : null}
      <InvitationsToServer />
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      {item === undefined ? null : <PersonPanel key={item} id={item} onClose={close} />}
    </div>
  )
}

interface PeopleToolbarProps {
  search: AdministrationSearch
  isBusy: boolean
  onChange(change: AdministrationSearch): void
  onInvite(): void
}

function PeopleToolbar({ search, isBusy, onChange, onInvite }: PeopleToolbarProps) {
  const text = useMessages(peopleMessages)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <search className="flex min-w-0 flex-1 basis-60">
        <SearchField
          label={text.search}
          value={search.search ?? ''}
          maxLength={254}
          isBusy={isBusy}
          onChange={(search) => onChange({ search })}
        />
      </search>
      <Select
        aria-label={text.show}
        value={statusOf(search)}
        onChange={({ target }) => onChange({ status: target.value as PeopleStatus })}
        className="w-auto! max-sm:flex-1"
      >
        <option value="all">{text.all}</option>
        <option value="active">{text.active}</option>
        <option value="blocked">{text.blockedOnes}</option>
        <option value="administrators">{text.administrators}</option>
      </Select>
      <Button variant="primary" icon={<UserPlus />} onClick={onInvite}>
        {text.invite}
      </Button>
    </div>
  )
}

function NoPeople({ onShowAll }: { onShowAll(): void }) {
  const text = useMessages(peopleMessages)
  return (
    <Empty icon={<Users />} title={text.none} action={<Button onClick={onShowAll}>{text.showAll}</Button>}>
      {text.noneText}
    </Empty>
  )
}

const statusOf = ({ status = 'all' }: AdministrationSearch): PeopleStatus =>
  status === 'closed' ? 'all' : status
