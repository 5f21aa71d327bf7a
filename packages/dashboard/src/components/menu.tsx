// A menu of actions: the button that opens it, and the list of its actions.
import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement, useId, useState } from 'react'
import { MoreHorizontal } from './icons.ts'
import { later } from './later.tsx'
import type { MenuOpening, SharedMenuProps } from './menu-list.tsx'
import { Waiting } from './waiting.tsx'

interface MenuProps extends Pick<SharedMenuProps, 'label' | 'actions'> {
  /** The button; by default, three dots. */
  trigger?: ReactElement<Record<string, unknown>>
}

/** One menu for the buttons of many rows: a menu per row would take most of a long list's rendering time. */
export const SharedMenu = later<SharedMenuProps>(
  () => import('./menu-list.tsx').then(({ MenuList }) => MenuList),
  Waiting,
)

export function Menu({ label, actions, trigger }: MenuProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [opening, setOpening] = useState<MenuOpening | null>(null)

  function open(opening: MenuOpening) {
    setOpening(opening)
    setOpen(true)
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open({ button: event.currentTarget, startAt: event.key === 'ArrowDown' ? 'first' : 'last' })
  }

  const buttonProps = {
    ...stateProps(id, isOpen),
    onClick: (event: MouseEvent<HTMLElement>) => open(openingBy(event)),
    onKeyDown: press,
  }
  return (
    <>
      {trigger ? (
        cloneElement(trigger, buttonProps)
      ) : (
        <button type="button" aria-label={label} className={threeDots} {...buttonProps}>
          <MoreHorizontal className="size-4.5" />
        </button>
      )}
      {opening ? (
        <SharedMenu
          id={id}
          label={label}
          actions={actions}
          isOpen={isOpen}
          opening={opening}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

const stateProps = (id: string, isOpen: boolean) => ({
  'aria-haspopup': 'menu' as const,
  'aria-expanded': isOpen,
  'aria-controls': isOpen ? id : undefined,
})

/** A click has no detail if it comes from a key or from assistive technology. */
const openingBy = ({ currentTarget: button, detail }: MouseEvent<HTMLElement>): MenuOpening =>
  detail === 0 ? { button, startAt: 'first' } : { button }

interface MenuButtonProps {
  label: string
  /** The id of its menu. */
  controls: string
  isOpen: boolean
  onPress(opening: MenuOpening): void
}

/** The button that opens a `SharedMenu`. */
export function MenuButton({ label, controls, isOpen, onPress }: MenuButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...stateProps(controls, isOpen)}
      onClick={(event) => onPress(openingBy(event))}
      className={threeDots}
    >
      <MoreHorizontal className="size-4.5" />
    </button>
  )
}

const threeDots =
  'inline-grid size-10 place-items-center rounded-control text-soft hover:bg-sunken hover:text-ink'
