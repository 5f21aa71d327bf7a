// The invitations to this server that nobody has accepted yet.
import { useQuery } from '@tanstack/react-query'
import { InvitedAddress, PendingInvitations } from '../../../components/pending-invitations.tsx'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { invitationsQuery, refresh } from '../queries.ts'
import { peopleMessages } from './people-messages.ts'

export function InvitationsToServer() {
  const text = useMessages(peopleMessages)
  const { ago, day } = useFormats()
  const { data: invitations = [] } = useQuery(invitationsQuery)
  return (
    <PendingInvitations
      invitations={invitations.map(({ id, email, created_at, expires_at }) => ({
        id,
        name: email,
        title: <InvitedAddress email={email} />,
        sent: text.sent(ago(created_at), day(expires_at)),
      }))}
      text={text}
      withdraw={(id) => client.administration.withdrawInvitation({ id })}
      refresh={refresh}
    />
  )
}
