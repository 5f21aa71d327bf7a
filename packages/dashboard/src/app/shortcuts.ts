// Keys that work on every page: Ctrl K for the palette, c for a new link, g and a letter for a place.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { places } from './navigation.ts'

const sequenceMilliseconds = 1200

/** Whether a dialog is open, which has its own keys; messages at the window's edge are dialogs by their role alone. */
export function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]')
  return [...dialogs].some((dialog) => !dialog.closest('[role="region"]'))
}

/** Letters belong to who is typing. */
function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

export function useShortcuts({ onPalette }: { onPalette(): void }): void {
  const navigate = useNavigate()
  const palette = useRef(onPalette)
  palette.current = onPalette
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
        event.preventDefault()
        palette.current()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      if (isDialogOpen()) return
      if (event.timeStamp - wentAt < sequenceMilliseconds) {
        wentAt = Number.NEGATIVE_INFINITY
        const place = places.find(({ key }) => key === event.key)
        if (place) void navigate({ to: place.to })
        return
      }
      if (event.key === 'g') wentAt = event.timeStamp
      else if (event.key === 'c') {
        event.preventDefault()
        document.getElementById('destination')?.focus()
      } else if (event.key === '?') palette.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate])
}
