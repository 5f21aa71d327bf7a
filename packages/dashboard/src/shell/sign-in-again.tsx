// When the session has ended elsewhere: signs in again above whatever was open, so that nothing typed is lost.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { showToast } from '../components/toast-queue.ts'
import { client, onSessionEnd } from '../lib/client.ts'
import { useMessages } from '../lib/language.ts'
import { queryClient } from '../lib/queries.ts'
import { meQuery } from '../lib/session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { signInMessages } from './sign-in-messages.ts'

interface Person {
  id: string
  email: string
}

/** `ended`: nobody is signed in any more. `other`: somebody else is, whose account must not get what was typed here. */
type State = 'well' | 'ended' | 'other'

export function SignInAgain() {
  const text = useMessages(signInMessages)
  const [state, setState] = useState<State>('well')
  // Whose pages these are, until they are loaded again.
  const owner = useRef<Person>(undefined)
  const shown = useRef(state)
  shown.current = state
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  if (me && !owner.current) owner.current = me.user
  const now = me?.user

  useEffect(() => onSessionEnd(() => setState((before) => (before === 'well' ? 'ended' : before))), [])
  useEffect(() => {
    if (now && owner.current && now.id !== owner.current.id) setState('other')
  }, [now])

  /** After somebody has signed in, here or in another tab. */
  const settle = useCallback(async () => {
    const { data: user } = await client.accounts.user()
    if (owner.current && user.id !== owner.current.id) {
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey, refetchType: 'all' })
      return setState('other')
    }
    // Another look may have been quicker.
    if (shown.current !== 'ended') return
    setState('well')
    showToast({ title: text.again, description: text.goOn })
    await queryClient.invalidateQueries()
  }, [text])

  useEffect(() => {
    if (state !== 'ended') return
    // Who signs in in another tab comes back to this one, and finds that all is well.
    const look = () => {
      if (document.visibilityState === 'visible') void settle().catch(() => {})
    }
    document.addEventListener('visibilitychange', look)
    addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('focus', look)
    }
  }, [state, settle])

  const before = owner.current?.email ?? ''
  if (state === 'other')
    return (
      <Dialog
        open
        onClose={() => {}}
        title={text.otherTitle}
        description={text.other(now?.email ?? '', before)}
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => location.assign('/dashboard')}>{text.goOnAs(now?.email ?? '')}</Button>
          <Button
            look="primary"
            onClick={() => void client.sessions.signOut().finally(() => setState('ended'))}
          >
            {text.signInAs(before)}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      open={state === 'ended'}
      stays
      // What is asked for next opens it again.
      onClose={() => setState('well')}
      title={text.title}
      description={text.why}
    >
      {state === 'ended' ? <SignInForm email={before} onSignedIn={settle} /> : null}
    </Dialog>
  )
}
