// The members of the workspace: a searchable list, page by page, and below it the pending invitations.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../../../components/button.tsx'
import { UserPlus, Users } from '../../../components/icons.ts'
import { Loaded, MoreButton } from '../../../components/loaded.tsx'
import { Card } from '../../../components/page.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { Empty } from '../../../components/states.tsx'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { Alone } from '../alone.tsx'
import { memberMessages } from '../messages.ts'
import { membersQuery } from '../queries.ts'
import type { WorkspaceSearch } from '../search.ts'
import { InvitationsToWorkspace } from './invitations-to-workspace.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberRow } from './member-row.tsx'

export function MembersSection() {
  return useMe().user.workspace.personal ? <Alone /> : <Members />
}

function Members() {
  const { search = '', invite } = useSearch({ from: '/workspace/{-$section}' })
  const mayInvite = useMay('workspaces.invite')
  const navigate = useNavigate({ from: '/workspace/{-$section}' })
  const change = (change: WorkspaceSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  return (
    <>
      <MemberList
        search={search}
        onSearch={(search) => change({ search: search || undefined })}
        onInvite={mayInvite ? () => change({ invite: true }) : undefined}
      />
      {mayInvite ? <InvitationsToWorkspace /> : null}
      {mayInvite && invite ? <InviteDialog onClose={() => change({ invite: undefined })} /> : null}
    </>
  )
}

interface MemberListProps {
  search: string
  onSearch(search: string): void
  onInvite: (() => void) | undefined
}

function MemberList({ search, onSearch, onInvite }: MemberListProps) {
  const text = useMessages(memberMessages)
  const { number } = useFormats()
  const query = useInfiniteQuery(membersQuery(search.trim()))
  const invite = onInvite ? (
    <Button variant="primary" icon={<UserPlus />} onClick={onInvite}>
      {text.invite}
    </Button>
  ) : null
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <search className="flex min-w-0 flex-1 basis-60">
          <SearchField
            label={text.search}
            value={search}
            maxLength={254}
            isBusy={query.isPlaceholderData}
            onChange={onSearch}
          />
        </search>
        {invite}
      </div>
      <Loaded query={query} heights={['h-64']}>
        {({ pages }) => {
          const members = pages.flatMap(({ data }) => data)
          const total = pages[0]?.total ?? 0
          if (members.length === 0)
            return (
              <Empty
                icon={<Users />}
                title={text.none}
                action={<Button onClick={() => onSearch('')}>{text.showAll}</Button>}
              >
                {text.noneText}
              </Empty>
            )
          return (
            <Card className="gap-0! p-0! sm:p-0!" title={undefined}>
              <p role="status" className="border-b border-line px-4 py-2.5 text-sm text-soft sm:px-5">
                {text.count(number(total))}
              </p>
              <ul aria-label={text.list} className="divide-y divide-line">
                {members.map((member) => (
                  <MemberRow key={member.id} member={member} />
                ))}
              </ul>
            </Card>
          )
        }}
      </Loaded>
      <MoreButton query={query}>{text.showMore}</MoreButton>
      {onInvite && search === '' && query.data?.pages[0]?.total === 1 ? (
        <Empty icon={<UserPlus />} title={text.alone}>
          {text.aloneText}
        </Empty>
      ) : null}
    </div>
  )
}
