// Short messages about what was just done, with a way to undo it. The list that shows them is loaded on demand.
import { type ComponentType, useEffect, useState } from 'react'
import { loadToastListWith } from './toast-queue.ts'

// Late enough not to delay the first page, and early enough that the connection is unlikely to be lost first.
const loadedAfterMilliseconds = 1500

/** Where toasts appear: once, in the app. */
export function Toasts() {
  const [List, setList] = useState<ComponentType>()
  useEffect(() => {
    // If this fails, the next key press, pointer press or toast tries again.
    const load = () =>
      void import('./toast-list.tsx').then(
        ({ ToastList }) => {
          stop()
          setList(() => ToastList)
        },
        () => {},
      )
    const timer = setTimeout(load, loadedAfterMilliseconds)
    const stop = () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', load, true)
      removeEventListener('keydown', load, true)
    }
    loadToastListWith(load)
    addEventListener('pointerdown', load, true)
    addEventListener('keydown', load, true)
    return stop
  }, [])
  return List ? <List /> : null
}
