// The list of a menu's actions, at the button that opened it.
import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import { type FocusEvent, type ReactNode, useRef } from 'react'

export interface MenuAction {
  label: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect(): void
}

/** How a menu was opened. */
export interface MenuOpening {
  /** The button that was pressed. */
  button: HTMLElement
  /** The item to start from if it was opened by keyboard or by assistive technology. */
  startAt?: 'first' | 'last'
}

export interface SharedMenuProps {
  /** The `aria-controls` of its buttons. */
  id: string
  /** Its accessible name. */
  label: string
  /** Null is a separator. */
  actions: (MenuAction | null)[]
  isOpen: boolean
  /** How it was opened last. */
  opening: MenuOpening
  onClose(): void
}

export function MenuList({ id, label, actions, isOpen, opening, onClose }: SharedMenuProps) {
  const { button, startAt } = opening
  // The menu also gets the focus back later, such as when the pointer leaves an item.
  const started = useRef<MenuOpening>(undefined)

  function start({ target, currentTarget }: FocusEvent<HTMLElement>) {
    if (target !== currentTarget || started.current === opening) return
    started.current = opening
    if (!startAt) return
    const items = [...currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]:not([data-disabled])')]
    // The menu may not be at its place yet, to which the page would scroll.
    items.at(startAt === 'first' ? 0 : -1)?.focus({ preventScroll: true })
  }

  return (
    <Base.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={button} sideOffset={6} align="end" className="z-50">
          <Base.Popup
            id={id}
            aria-label={label}
            onFocus={start}
            finalFocus={() => button}
            className="max-h-[var(--available-height)] min-w-48 overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-overlay outline-none"
          >
            {actions.map((action, index) =>
              action === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: separators have no other identity
                <Base.Separator key={index} className="mx-1 my-1.5 h-px bg-line" />
              ) : (
                <Item key={action.label} action={action} />
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item({ action: { label, icon, danger, disabled, onSelect } }: { action: MenuAction }) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      className={clsx(
        'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm outline-none data-disabled:cursor-not-allowed data-highlighted:bg-sunken data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
        danger ? 'text-bad' : 'text-ink',
      )}
    >
      {icon}
      {label}
    </Base.Item>
  )
}
