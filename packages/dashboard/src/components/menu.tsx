// A menu of actions: the button that opens it, and the list of its actions.
import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react'
import { MoreHorizontal } from './icons.ts'
import { later } from './later.tsx'
import type { SharedMenuProps } from './menu-list.tsx'

interface MenuProps extends Pick<SharedMenuProps, 'label' | 'actions'> {
  /** The button; by default, three dots. */
  trigger?: ReactElement<Record<string, unknown>>
}

/** One menu for the buttons of many rows: a menu per row would take most of a long list's rendering time. */
export const SharedMenu = later<SharedMenuProps>(() =>
  import('./menu-list.tsx').then(({ MenuList }) => MenuList),
)

export function Menu({ label, actions, trigger }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [button, setButton] = useState<HTMLElement | null>(null)

  function open({ currentTarget }: { currentTarget: HTMLElement }) {
    setButton(currentTarget)
    setOpen(true)
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open(event)
  }

  const buttonProps = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onClick: open,
    onKeyDown: press,
  } as const
  return (
    <>
      {trigger ? (
        cloneElement(trigger, buttonProps)
      ) : (
        <button type="button" aria-label={label} className={threeDots} {...buttonProps}>
          <MoreHorizontal className="size-4.5" />
        </button>
      )}
      {button ? (
        <SharedMenu
          label={label}
          actions={actions}
          isOpen={isOpen}
          button={button}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

interface MenuButtonProps {
  label: string
  isOpen: boolean
  onPress(button: HTMLElement): void
}

/** The button that opens a `SharedMenu`. */
export function MenuButton({ label, isOpen, onPress }: MenuButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={({ currentTarget }) => onPress(currentTarget)}
      className={threeDots}
    >
      <MoreHorizontal className="size-4.5" />
    </button>
  )
}

const threeDots =
  'inline-grid size-10 place-items-center rounded-control text-soft hover:bg-sunken hover:text-ink'
