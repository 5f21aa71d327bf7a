// The tooltip of icon buttons: their accessible name, shown at one button at a time, for hover and keyboard focus.
import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect, useState } from 'react'
import { watchIconButtons } from './icon-button-watch.ts'

export function Tooltips() {
  const [button, setButton] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(
    () =>
      watchIconButtons((shown) => {
        // The button stays while the tooltip closes.
        if (shown) setButton(shown)
        setOpen(shown !== null)
      }),
    [],
  )
  return (
    <Tooltip.Root open={isOpen}>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={button} sideOffset={6} className="z-50">
          {/* The button already has this as its accessible name. */}
          <Tooltip.Popup
            aria-hidden="true"
            data-tooltip-popup=""
            className="rounded-md bg-ink px-2 py-1 text-xs text-ground shadow-overlay"
          >
            {button?.getAttribute('aria-label')}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
