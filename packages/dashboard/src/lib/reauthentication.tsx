// Asks users to confirm their identity when a request needs it, in a dialog above whatever is open. The request then continues.
import { lazy, Suspense, useEffect, useState } from 'react'
import { ConnectionLost, onReauthentication } from './client.ts'

const load = () => import('../shell/reauthentication-dialog.tsx')
const ReauthenticationDialog = lazy(async () => ({ default: (await load()).ReauthenticationDialog }))

export function Reauthentication() {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>()
  useEffect(
    () =>
      onReauthentication(async () => {
        // No error boundary is above this component: a file that can't be loaded would unmount the whole dashboard.
        await load().catch((error: unknown) => {
          throw new ConnectionLost(error)
        })
        return await new Promise<boolean>((resolve) => setAnswer(() => resolve))
      }),
    [],
  )
  if (!answer) return null
  return (
    <Suspense>
      <ReauthenticationDialog
        onDone={(isConfirmed) => {
          setAnswer(undefined)
          answer(isConfirmed)
        }}
      />
    </Suspense>
  )
}
