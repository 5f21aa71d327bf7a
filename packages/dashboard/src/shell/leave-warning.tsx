// Asks before the user leaves a form with unsaved changes, however they leave it.
import { messagesFor } from '@linnet/languages'
import { leaveWarning } from '@linnet/languages/en/shell/leave-warning'
import { useBlocker } from '@tanstack/react-router'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { useMessages } from '../lib/language.ts'

const messages = messagesFor('leaveWarning', leaveWarning)

interface LeaveWarningProps {
  /** Whether there is something to lose. */
  isChanged: boolean
  onDiscard(): void
  /** Whether a location still shows this form, such as another tab of its page; by default, no other path does. */
  isStaying?(next: { pathname: string; search: object }): boolean
}

export function LeaveWarning({ isChanged, onDiscard, isStaying }: LeaveWarningProps) {
  const text = useMessages(messages)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged && (isStaying ? !isStaying(next) : current.pathname !== next.pathname),
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={text.title}
      footer={
        <>
          <Button
            variant="danger"
            className="mr-auto"
            onClick={() => {
              onDiscard()
              blocker.proceed?.()
            }}
          >
            {text.discard}
          </Button>
          <Button onClick={() => blocker.proceed?.()}>{text.keep}</Button>
          <Button variant="primary" onClick={() => blocker.reset?.()}>
            {text.stay}
          </Button>
        </>
      }
    >
      <p>{text.what}</p>
    </Dialog>
  )
}
