// The invitations that nobody has accepted yet, each of which can be withdrawn.
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Confirm } from './dialog.tsx'
import { Card } from './page.tsx'
import { showToast } from './toast-queue.ts'

interface Invitation {
  id: string
  /** Whom it invites, as text. */
  name: string
  title: ReactNode
  /** Who sent it, and when. */
  sent: string
}

interface PendingInvitationsProps {
  invitations: readonly Invitation[]
  text: {
    pending: string
    withdraw: string
    withdrawOf(name: string): string
    withdrawTitle(name: string): string
    withdrawText: string
    withdrawn(name: string): string
  }
  withdraw(id: string): Promise<unknown>
  refresh(): Promise<unknown>
}

/** Nothing if there are none. */
export function PendingInvitations({ invitations, text, withdraw, refresh }: PendingInvitationsProps) {
  // Stays when the dialog closes, so that its title doesn't change meanwhile.
  const [chosen, setChosen] = useState<Invitation | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  async function withdrawChosen({ id, name }: Invitation) {
    try {
      await withdraw(id)
      showToast({ title: text.withdrawn(name) })
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
                  <p className="flex min-w-0 items-center gap-2">{invitation.title}</p>
                  <p dir="auto" className="text-sm text-soft">
                    {invitation.sent}
                  </p>
                </div>
                <Button
                  size="small"
                  aria-label={text.withdrawOf(invitation.name)}
                  onClick={() => {
                    setChosen(invitation)
                    setConfirming(true)
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
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={text.withdrawTitle(chosen?.name ?? '')}
        action={text.withdraw}
        danger
        onConfirm={async () => {
          if (chosen) await withdrawChosen(chosen)
        }}
      >
        <p>{text.withdrawText}</p>
      </Confirm>
    </>
  )
}

/** The address that an invitation was sent to. */
export function InvitedAddress({ email }: { email: string }) {
  return (
    <span dir="auto" className="truncate font-medium" title={email}>
      {email}
    </span>
  )
}
