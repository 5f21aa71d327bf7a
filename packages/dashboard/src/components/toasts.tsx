// Short messages about what was just done, with a way to undo it.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

export interface Message {
  title: string
  description?: ReactNode
  /** `bad` stays until it is closed. */
  kind?: 'good' | 'bad'
  action?: { label: string; onSelect(): void }
}

// After the first page can be used, and before a connection is likely to be lost.
const loadedAfterMilliseconds = 1500

let show: ((message: Message) => void) | undefined
let load = () => {}
const waiting: Message[] = []

export function tell(message: Message): void {
  if (show) show(message)
  else {
    waiting.push(message)
    load()
  }
}

/** Gives `taker` what was told until now and from now on, until what it returns is called. */
export function takeMessages(taker: (message: Message) => void): () => void {
  show = taker
  for (const message of waiting.splice(0)) taker(message)
  return () => {
    show = undefined
  }
}

/** Where they appear: once, in the app. */
export function Toasts() {
  const [List, setList] = useState<ComponentType>()
  useEffect(() => {
    const timer = setTimeout(() => load(), loadedAfterMilliseconds)
    const stop = () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', load, true)
      removeEventListener('keydown', load, true)
    }
    // Where it does not come, the next press or message tries again.
    load = () =>
      void import('./toast-list.tsx').then(
        ({ ToastList }) => {
          stop()
          setList(() => ToastList)
        },
        () => {},
      )
    addEventListener('pointerdown', load, true)
    addEventListener('keydown', load, true)
    return stop
  }, [])
  return List ? <List /> : null
}
