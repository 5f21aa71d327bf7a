// Dialogs: in the middle for a question, at the side for editing something beside its list. Focus stays inside, Escape closes.
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { type ReactNode, useRef, useState } from 'react'
import { messageOf } from '../lib/failures.ts'
import { useLanguage, useMessages } from '../lib/language.ts'
import { Button, IconButton } from './button.tsx'
import { X } from './icons.ts'
import { kitMessages } from './messages.ts'
import { Notice } from './states.tsx'

interface DialogProps {
  open: boolean
  onClose(): void
  title: ReactNode
  description?: ReactNode
  /** `side` fills the screen on a phone. */
  position?: 'middle' | 'side'
  /** A wider dialog, such as for a table. */
  wide?: boolean
  /** Ignores clicks outside, because it has input or shows something only once. `until-done` also ignores Escape. */
  keepOpen?: boolean | 'until-done'
  children: ReactNode
  /** Content fixed to the bottom, such as the save button. */
  footer?: ReactNode
}

const backdrop =
  'fixed inset-0 z-40 bg-black/45 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'
const positions = {
  middle:
    'left-1/2 top-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] -translate-x-1/2 -translate-y-1/2 rounded-card data-ending-style:scale-97 data-starting-style:scale-97 data-ending-style:opacity-0 data-starting-style:opacity-0',
  side: 'inset-y-0 right-0 h-dvh w-full max-w-xl sm:rounded-l-card data-ending-style:translate-x-full data-starting-style:translate-x-full',
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  position = 'middle',
  wide,
  keepOpen,
  children,
  footer,
}: DialogProps) {
  const { close } = useMessages(kitMessages)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen, { reason }) => {
        const isEscape = reason === 'escape-key'
        if (!isOpen && !(isEscape && (keepOpen === 'until-done' || isItemMoved()))) onClose()
      }}
      disablePointerDismissal={Boolean(keepOpen)}
    >
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup
          ref={popup}
          // A panel gets the focus itself: on its close button, Escape would only close the button's tooltip.
          initialFocus={(by) =>
            position === 'side' ? popup.current : by === 'touch' ? true : firstField(popup.current)
          }
          // It stops arrow keys, which sortable lists inside of it hear at the document.
          onKeyDown={(event) => event.preventBaseUIHandler()}
          className={clsx(
            'fixed z-40 flex flex-col overflow-hidden bg-surface outline-none shadow-overlay transition-all duration-150',
            positions[position],
            position === 'middle' && (wide ? 'max-w-4xl' : 'max-w-lg'),
          )}
        >
          <header className="flex items-start justify-between gap-4 border-b border-line px-5 py-3.5">
            <div className="min-w-0 pt-1">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description ? (
                <Base.Description className="text-sm text-soft">{description}</Base.Description>
              ) : null}
            </div>
            <Base.Close render={<IconButton label={close} size="small" />}>
              <X />
            </Base.Close>
          </header>
          <div className="relative min-h-0 flex-1 overflow-y-auto px-5 py-5">{children}</div>
          {footer ? (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {footer}
            </footer>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Whether an item of a sortable list is being moved by keyboard: then Escape only puts it back. */
const isItemMoved = () =>
  document.activeElement?.matches('[aria-roledescription][aria-pressed="true"]') ?? false

/** Focuses the first field; without fields, the dialog itself rather than its close button. */
function firstField(popup: HTMLElement | null): HTMLElement | null {
  const field = popup?.querySelector<HTMLElement>(
    'input:not([readonly], [hidden], [type=hidden], [aria-hidden=true]), textarea, select',
  )
  return field ?? popup
}

interface ConfirmProps {
  open: boolean
  onClose(): void
  title: string
  /** The consequences. */
  children: ReactNode
  /** The label of the confirming button. */
  action: string
  danger?: boolean
  /** If it throws, the dialog stays open and says why. */
  onConfirm(): Promise<unknown>
  /** What to say instead of the failure's own message; undefined for that message. */
  failureText?(failure: unknown): string | undefined
}

/** Asks before something that can't be undone. */
export function Confirm(props: ConfirmProps) {
  const { open, title, children, action, danger, onConfirm, failureText } = props
  const { cancel } = useMessages(kitMessages)
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  function close() {
    setFailure(undefined)
    props.onClose()
  }
  async function confirm() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => isOpen || close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdrop} />
        <AlertDialog.Popup
          className={clsx(
            'fixed z-40 grid max-w-md gap-4 overflow-y-auto bg-surface p-5 shadow-overlay transition-all duration-150',
            positions.middle,
          )}
        >
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="grid gap-3 text-soft">
            {children}
            {failure === undefined ? null : (
              <Notice kind="bad">{failureText?.(failure) ?? messageOf(failure, language)}</Notice>
            )}
          </AlertDialog.Description>
          <div className="flex flex-wrap justify-end gap-2">
            <AlertDialog.Close render={<Button>{cancel}</Button>} />
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void confirm()}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
