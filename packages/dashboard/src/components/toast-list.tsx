// Short messages about what was just done, with a way to undo it. The app renders the list once.
import { Toast } from '@base-ui/react/toast'
import { clsx } from 'clsx'
import { useEffect } from 'react'
import { useMessages } from '../lib/language.ts'
import { Button, buttonClasses, IconButton } from './button.tsx'
import { X } from './icons.ts'
import { kitMessages } from './messages.ts'
import { handleToasts, type ToastAction, type ToastMessage } from './toast-queue.ts'

/** A second button, which Base UI has no place for. */
interface ToastData {
  secondAction: ToastAction | undefined
}

const manager = Toast.createToastManager<ToastData>()
const shownMilliseconds = 6000

function show({ title, description, kind = 'good', action, secondAction }: ToastMessage): void {
  const id = manager.add({
    title,
    description,
    data: { secondAction },
    type: kind,
    priority: kind === 'bad' ? 'high' : 'low',
    timeout: kind === 'bad' ? 0 : shownMilliseconds,
    ...(action
      ? {
          actionProps: {
            children: action.label,
            onClick() {
              manager.close(id)
              action.onSelect()
            },
          },
        }
      : {}),
  })
}

function List() {
  const { toasts } = Toast.useToastManager<ToastData>()
  const { close } = useMessages(kitMessages)
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={clsx(
        'rounded-card border bg-raised shadow-overlay transition-all data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-limited:opacity-0 data-starting-style:opacity-0',
        toast.type === 'bad' ? 'border-bad/50' : 'border-line',
      )}
    >
      <Toast.Content className="flex items-center gap-2 py-2.5 pl-4 pr-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-2">
          <div className="min-w-0 flex-[1_1_12rem]">
            <Toast.Title className={clsx('text-sm font-medium', toast.type === 'bad' && 'text-bad')} />
            <Toast.Description render={<div />} className="wrap-anywhere text-sm text-soft" />
          </div>
          <div className="flex gap-2 empty:hidden">
            {toast.actionProps ? <Toast.Action className={buttonClasses('plain', 'small')} /> : null}
            {toast.data?.secondAction ? (
              <SecondAction id={toast.id} action={toast.data.secondAction} />
            ) : null}
          </div>
        </div>
        <Toast.Close render={<IconButton label={close} size="small" />}>
          <X />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}

function SecondAction({ id, action }: { id: string; action: ToastAction }) {
  function select() {
    manager.close(id)
    action.onSelect()
  }
  return (
    <Button size="small" onClick={select}>
      {action.label}
    </Button>
  )
}

export function ToastList() {
  const { messages } = useMessages(kitMessages)
  useEffect(() => handleToasts(show), [])
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={messages}
          className="fixed inset-x-3 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-50 grid gap-2 sm:left-auto sm:w-96 lg:bottom-4"
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
