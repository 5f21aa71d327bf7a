// A tooltip with the name of an icon button, for hover and focus.
import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

interface TooltipProps {
  label: string
  children: ReactElement
}

/** `children` is one element, which must have the label as its accessible name already. */
export function Tooltip({ label, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6}>
          {/* The trigger already has this as its accessible name. */}
          <Base.Popup
            aria-hidden="true"
            className="z-50 rounded-md bg-ink px-2 py-1 text-xs text-ground shadow-overlay"
          >
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
