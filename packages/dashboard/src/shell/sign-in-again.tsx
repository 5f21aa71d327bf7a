// Asks users whose session has ended to sign in again, in a dialog above whatever is open, so that nothing typed is lost.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { later, loadRest } from '../components/later.tsx'
import { showToast } from '../components/toast-queue.ts'
import { onSessionEnd, ownClient } from '../lib/client.ts'
import { useMessages } from '../lib/language.ts'
import { queryClient } from '../lib/queries.ts'
import { meQuery } from '../lib/session.ts'
import type { SessionState } from './sign-in-dialog.tsx'
import { signInMessages } from './sign-in-messages.ts'

const SignInDialog = later(() => import('./sign-in-dialog.tsx').then(({ SignInDialog }) => SignInDialog))

interface User {
  id: string
  email: string
}

export function SignInAgain() {
  const { state, owner, user, setState, resume } = useSessionState()
  return (
    <SignInDialog
      state={state}
      email={user?.email ?? ''}
      ownerEmail={owner?.email ?? ''}
      onSignedIn={resume}
      onSignOut={() => void ownClient.sessions.signOut().finally(() => setState('ended'))}
      // The next request opens it again.
      onClose={() => setState('active')}
    />
  )
}

/** Whether the session of these pages is still active, even if that was changed in another tab. */
function useSessionState() {
  const text = useMessages(signInMessages)
  const [state, setState] = useState<SessionState>('active')
  // The account that these pages belong to, until they are loaded again.
  const owner = useRef<User>(undefined)
  const latestState = useRef(state)
  latestState.current = state
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  if (me && !owner.current) owner.current = me.user
  const user = me?.user

  useEffect(
    () =>
      onSessionEnd(() => {
        loadRest()
        setState((before) => (before === 'active' ? 'ended' : before))
      }),
    [],
  )
  useEffect(() => {
    if (user && owner.current && user.id !== owner.current.id) setState('other')
  }, [user])

  /** Continues after the user has signed in, here or in another tab. */
  const resume = useCallback(async () => {
    const { data: user } = await ownClient.accounts.user()
    if (owner.current && user.id !== owner.current.id) {
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey, refetchType: 'all' })
      return setState('other')
    }
    // Another check may have been quicker.
    if (latestState.current !== 'ended') return
    setState('active')
    showToast({ title: text.again, description: text.goOn })
    await queryClient.invalidateQueries()
  }, [text])
  useResumeOnReturn(state, resume)

  return { state, owner: owner.current, user, setState, resume }
}

/** A user who has signed in in another tab can continue when they come back to this one. */
function useResumeOnReturn(state: SessionState, resume: () => Promise<void>): void {
  useEffect(() => {
    if (state !== 'ended') return
    const check = () => {
      if (document.visibilityState === 'visible') void resume().catch(() => {})
    }
    document.addEventListener('visibilitychange', check)
    addEventListener('focus', check)
    return () => {
      document.removeEventListener('visibilitychange', check)
      removeEventListener('focus', check)
    }
  }, [state, resume])
}
