// The invitations that nobody has used yet, each of which can be withdrawn.
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

/** Nothing where there are none: they are no news then. */
export function PendingInvitations() {
  const text = useMessages(peopleMessages)
  const formats = useFormats()
  const language = useLanguage()
  const { data: invitations = [] } = useQuery(invitationsQuery)
  const [asked, setAsked] = useState<PendingInvitation | null>(null)
  const [isAsking, setAsking] = useState(false)
  async function withdraw() {
    if (!asked) return
    try {
      await client.administration.withdrawInvitation({ id: asked.id })
      showToast({ title: text.withdrawn(asked.email) })
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
              <li key={invitation.id} className="flex flex-wrap items-center justify-between gap-3 py-2.5">
                <div className="min-w-0 flex-1 basis-56">
                  <p dir="auto" className="truncate font-medium" title={invitation.email}>
                    {invitation.email}
                  </p>
                  <p className="text-sm text-soft">
                    {text.sent(formats.ago(invitation.created_at), formats.day(invitation.expires_at))}
                  </p>
                </div>
                <Button
                  size="small"
                  aria-label={text.withdrawOf(invitation.email)}
                  onClick={() => {
                    setAsked(invitation)
                    setAsking(true)
                  }}
                >
                  {text.withdraw}
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={text.withdrawTitle(asked?.email ?? '')}
        action={text.withdraw}
        danger
        onConfirm={withdraw}
      >
        <p>{text.withdrawText}</p>
      </Confirm>
    </>
  )
}
