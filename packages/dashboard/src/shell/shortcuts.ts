// Keyboard shortcuts of every page: Ctrl K for the palette, c for a new link, g and a letter for a page, g w for workspaces.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { areKeysOn } from '../lib/preferences.ts'
import { navigationItems } from './navigation.ts'

const sequenceMilliseconds = 1200

/** Whether a dialog is open, which has its own keys. Toasts have the role of a dialog too, but don't count. */
function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]')
  return [...dialogs].some((dialog) => !dialog.closest('[role="region"]'))
}

/** Whether a key is typed into a field. */
function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

/**
 * Whether a key is meant for the whole page: pressed by itself, neither typed nor for a dialog. People who use speech
 * input, or press keys by accident, can switch such shortcuts off (WCAG 2.1.4).
 */
export function isForPage(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey } = event
  return areKeysOn() && !ctrlKey && !metaKey && !altKey && !isTyping(event) && !isDialogOpen()
}

interface ShortcutActions {
  onPalette(): void
  onWorkspaces(): void
}

export function useShortcuts(actions: ShortcutActions): void {
  const navigate = useNavigate()
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    let sequenceStart = Number.NEGATIVE_INFINITY
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
        event.preventDefault()
        latest.current.onPalette()
        return
      }
      if (!isForPage(event)) return
      if (event.timeStamp - sequenceStart < sequenceMilliseconds) {
        sequenceStart = Number.NEGATIVE_INFINITY
        if (event.key === 'w') {
          event.preventDefault()
          latest.current.onWorkspaces()
          return
        }
        const item = navigationItems.find(({ key }) => key === event.key)
        if (item) void navigate({ to: item.to })
        return
      }
      if (event.key === 'g') sequenceStart = event.timeStamp
      else if (event.key === 'c') {
        event.preventDefault()
        document.getElementById('destination')?.focus()
      } else if (event.key === '?') latest.current.onPalette()
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [navigate])
}
