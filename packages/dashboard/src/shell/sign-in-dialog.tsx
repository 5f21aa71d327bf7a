// The dialog in which users whose session has ended sign in again, or learn that another user is signed in.
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { useMessages } from '../lib/language.ts'
import { SignInForm } from './sign-in-form.tsx'
import { signInMessages } from './sign-in-messages.ts'

/** `ended`: no user is signed in. `other`: another user is, whose account must not get what was typed here. */
export type SessionState = 'active' | 'ended' | 'other'

interface SignInDialogProps extends OtherAccountDialogProps {
  state: SessionState
  onSignedIn(): Promise<void>
  onClose(): void
}

export function SignInDialog({ state, onSignedIn, onClose, ...other }: SignInDialogProps) {
  const text = useMessages(signInMessages)
  if (state === 'other') return <OtherAccountDialog {...other} />
  return (
    <Dialog open={state === 'ended'} keepOpen onClose={onClose} title={text.title} description={text.why}>
      {state === 'ended' ? <SignInForm email={other.ownerEmail} onSignedIn={onSignedIn} /> : null}
    </Dialog>
  )
}

interface OtherAccountDialogProps {
  email: string
  /** The e-mail address of the account that these pages belong to. */
  ownerEmail: string
  onSignOut(): void
}

function OtherAccountDialog({ email, ownerEmail, onSignOut }: OtherAccountDialogProps) {
  const text = useMessages(signInMessages)
  return (
    <Dialog open onClose={() => {}} title={text.otherTitle} description={text.other(email, ownerEmail)}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => location.assign('/dashboard')}>{text.goOnAs(email)}</Button>
        <Button variant="primary" onClick={onSignOut}>
          {text.signInAs(ownerEmail)}
        </Button>
      </div>
    </Dialog>
  )
}
