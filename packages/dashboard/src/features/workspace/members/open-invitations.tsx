// The invitations that nobody has accepted yet, each of which can be withdrawn.
import type { MemberInvitation } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleMessages } from '../../../components/allowed.tsx'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { Badge, Card } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { memberMessages } from '../messages.ts'
import { invitationsQuery, refreshMembers } from '../queries.ts'

/** Nothing if there are none. */
export function OpenInvitations() {
  const text = useMessages(memberMessages)
  const language = useLanguage()
  const { data: invitations = [] } = useQuery(invitationsQuery)
  const [chosen, setChosen] = useState<MemberInvitation | null>(null)
  async function withdraw() {
    if (!chosen) return
    try {
      await client.workspaces.withdraw({ id: chosen.id })
      showToast({ title: text.withdrawn })
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
      throw error
    } finally {
      await refreshMembers()
    }
  }
  return (
    <>
      {invitations.length > 0 ? (
        <Card title={text.pending}>
          <ul className="-my-2 divide-y divide-line">
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                onWithdraw={() => setChosen(invitation)}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      <Confirm
        open={chosen !== null}
        onClose={() => setChosen(null)}
        title={text.withdrawTitle}
        action={text.withdraw}
        danger
        onConfirm={withdraw}
      >
        <p>{text.withdrawText}</p>
      </Confirm>
    </>
  )
}

interface InvitationRowProps {
  invitation: MemberInvitation
  onWithdraw(): void
}

function InvitationRow({ invitation, onWithdraw }: InvitationRowProps) {
  const text = useMessages(memberMessages)
  const { names } = useMessages(roleMessages)
  const formats = useFormats()
  const { email, role, invited_by, created_at, expires_at } = invitation
  const name = email ?? text.anyone
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex min-w-0 items-center gap-2">
          {email === null ? (
            <span className="truncate font-medium">{name}</span>
          ) : (
            <span dir="auto" className="truncate font-medium" title={email}>
              {email}
            </span>
          )}
          <Badge>{names[role]}</Badge>
        </p>
        <p dir="auto" className="text-sm text-soft">
          {text.sent(invited_by, formats.ago(created_at), formats.day(expires_at))}
        </p>
      </div>
      <Button size="small" aria-label={text.withdrawOf(name)} onClick={onWithdraw}>
        {text.withdraw}
      </Button>
    </li>
  )
}
