// The list of a menu's actions, at the button that opened it.
import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export interface MenuAction {
  label: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect(): void
}

export interface SharedMenuProps {
  /** Its accessible name. */
  label: string
  /** Null is a separator. */
  actions: (MenuAction | null)[]
  isOpen: boolean
  /** The button that was pressed last. */
  button: HTMLElement
  onClose(): void
}

export function MenuList({ label, actions, isOpen, button, onClose }: SharedMenuProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={button} sideOffset={6} align="end" className="z-50">
          <Base.Popup
            aria-label={label}
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
