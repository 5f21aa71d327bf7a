// Shows toasts: those from before the toast list is loaded wait for it here.
import type { ReactNode } from 'react'

export interface ToastMessage {
  title: string
  description?: ReactNode
  /** `bad` stays until it is closed. */
  kind?: 'good' | 'bad'
  action?: { label: string; onSelect(): void }
}

let show: ((toast: ToastMessage) => void) | undefined
let loadList = () => {}
const pending: ToastMessage[] = []

export function showToast(toast: ToastMessage): void {
  if (show) show(toast)
  else {
    pending.push(toast)
    loadList()
  }
}

/** Sets how a toast loads the list if it isn't there yet. */
export function loadToastListWith(load: () => void): void {
  loadList = load
}

/** Passes pending and future toasts to `handler` until the returned function is called. */
export function handleToasts(handler: (toast: ToastMessage) => void): () => void {
  show = handler
  for (const toast of pending.splice(0)) handler(toast)
  return () => {
    show = undefined
  }
}
