// A menu of actions.
import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'
import { MoreHorizontal } from './icons.ts'

export interface MenuAction {
  label: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect(): void
}

interface MenuProps {
  /** Its accessible name. */
  label: string
  /** Null is a separator. */
  actions: (MenuAction | null)[]
  /** The button; by default, three dots. */
  trigger?: ReactElement
}

export function Menu({ label, actions, trigger }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger
        aria-label={trigger ? undefined : label}
        render={trigger}
        className={trigger ? undefined : threeDots}
      >
        {trigger ? undefined : <MoreHorizontal className="size-4.5" />}
      </Base.Trigger>
      <Items actions={actions} />
    </Base.Root>
  )
}

interface SharedMenuProps {
  isOpen: boolean
  actions: MenuProps['actions']
  /** The `MenuButton` that was pressed last. */
  button: HTMLElement | null
  onClose(): void
}

/** One menu for the buttons of many rows: a menu per row would take most of a long list's rendering time. */
export function SharedMenu({ isOpen, actions, button, onClose }: SharedMenuProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Items actions={actions} button={button} />
    </Base.Root>
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

interface ItemsProps {
  actions: MenuProps['actions']
  /** What to position the menu at if it has no trigger. */
  button?: HTMLElement | null
}

function Items({ actions, button }: ItemsProps) {
  return (
    <Base.Portal>
      <Base.Positioner {...(button ? { anchor: button } : {})} sideOffset={6} align="end" className="z-50">
        <Base.Popup
          {...(button ? { finalFocus: () => button } : {})}
          className="max-h-[var(--available-height)] min-w-48 overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-overlay outline-none"
        >
          {actions.map((action, index) =>
            action === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: separators have no other identity
              <Base.Separator key={index} className="mx-1 my-1.5 h-px bg-line" />
            ) : (
              <Base.Item
                key={action.label}
                disabled={action.disabled}
                onClick={action.onSelect}
                className={clsx(
                  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm outline-none data-disabled:cursor-not-allowed data-highlighted:bg-sunken data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
                  action.danger ? 'text-bad' : 'text-ink',
                )}
              >
                {action.icon}
                {action.label}
              </Base.Item>
            ),
          )}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
