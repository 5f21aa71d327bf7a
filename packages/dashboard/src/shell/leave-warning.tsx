// Asks before somebody leaves a form with unsaved changes, however they leave it.
import { useBlocker } from '@tanstack/react-router'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { defineMessages, useMessages } from '../lib/language.ts'

const messages = defineMessages({
  en: {
    title: 'Leave without saving?',
    what: 'Your changes are not saved. If you keep them, they are here in this tab when you come back.',
    stay: 'Stay',
    keep: 'Leave and keep',
    discard: 'Discard changes',
  },
  id: {
    title: 'Tinggalkan tanpa menyimpan?',
    what: 'Perubahan Anda belum disimpan. Jika dipertahankan, perubahan itu masih ada di tab ini saat Anda kembali.',
    stay: 'Tetap di sini',
    keep: 'Tinggalkan dan pertahankan',
    discard: 'Buang perubahan',
  },
})

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
