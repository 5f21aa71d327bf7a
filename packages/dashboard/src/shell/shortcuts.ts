// Keys that work on every page: Ctrl K for the palette, c for a new link, g and a letter for a place.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { areKeysOn } from '../lib/preferences.ts'
import { navigationItems } from './navigation.ts'

const sequenceMilliseconds = 1200

/** Whether a dialog is open, which has its own keys; messages at the window's edge are dialogs by their role alone. */
function isDialogOpen(): boolean {
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

/**
 * Whether a key is meant for the whole page: pressed by itself, neither typed nor for a dialog. Who speaks to the
 * computer, or slips easily, can switch such keys off (WCAG 2.1.4).
 */
export function isForPage(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey } = event
  return areKeysOn() && !ctrlKey && !metaKey && !altKey && !isTyping(event) && !isDialogOpen()
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
      if (!isForPage(event)) return
      if (event.timeStamp - wentAt < sequenceMilliseconds) {
        wentAt = Number.NEGATIVE_INFINITY
        const item = navigationItems.find(({ key }) => key === event.key)
        if (item) void navigate({ to: item.to })
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
