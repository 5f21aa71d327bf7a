// The pending invitations, each of which can be withdrawn.
import type { PendingInvitation } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { Card } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { invitationsQuery, refresh } from '../queries.ts'
import { peopleMessages } from './people-messages.ts'

/** Nothing if there are none. */
export function PendingInvitations() {
  const text = useMessages(peopleMessages)
  const language = useLanguage()
  const { data: invitations = [] } = useQuery(invitationsQuery)
  // Stays when the dialog closes, so that its title doesn't change meanwhile.
  const [chosen, setChosen] = useState<PendingInvitation | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  async function withdraw() {
    if (!chosen) return
    try {
      await client.administration.withdrawInvitation({ id: chosen.id })
      showToast({ title: text.withdrawn(chosen.email) })
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
      throw error
    } finally {
      await refresh()
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
                onWithdraw={() => {
                  setChosen(invitation)
                  setConfirming(true)
                }}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      <Confirm
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={text.withdrawTitle(chosen?.email ?? '')}
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
  invitation: PendingInvitation
  onWithdraw(): void
}

function InvitationRow({ invitation: { email, created_at, expires_at }, onWithdraw }: InvitationRowProps) {
  const text = useMessages(peopleMessages)
  const formats = useFormats()
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p dir="auto" className="truncate font-medium" title={email}>
          {email}
        </p>
        <p className="text-sm text-soft">{text.sent(formats.ago(created_at), formats.day(expires_at))}</p>
      </div>
      <Button size="small" aria-label={text.withdrawOf(email)} onClick={onWithdraw}>
        {text.withdraw}
      </Button>
    </li>
  )
}
