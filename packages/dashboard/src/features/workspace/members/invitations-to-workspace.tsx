// The invitations to the workspace that nobody has accepted yet, with the role each gives.
import { useQuery } from '@tanstack/react-query'
import { roleMessages } from '../../../components/allowed.tsx'
import { Badge } from '../../../components/page.tsx'
import { InvitedAddress, PendingInvitations } from '../../../components/pending-invitations.tsx'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { memberMessages } from '../messages.ts'
import { invitationsQuery, refreshMembers } from '../queries.ts'

export function InvitationsToWorkspace() {
  const text = useMessages(memberMessages)
  const { names } = useMessages(roleMessages)
  const { ago, day } = useFormats()
  const { data: invitations = [] } = useQuery(invitationsQuery)
  return (
    <PendingInvitations
      invitations={invitations.map(({ id, email, role, invited_by, created_at, expires_at }) => ({
        id,
        name: email ?? text.anyone,
        title: (
          <>
            {email === null ? (
              <span className="truncate font-medium">{text.anyone}</span>
            ) : (
              <InvitedAddress email={email} />
            )}
            <Badge>{names[role]}</Badge>
          </>
        ),
        sent: text.sent(invited_by, ago(created_at), day(expires_at)),
      }))}
      text={{ ...text, withdrawTitle: () => text.withdrawTitle, withdrawn: () => text.withdrawn }}
      withdraw={(id) => client.workspaces.withdraw({ id })}
      refresh={refreshMembers}
    />
  )
}
