// The queue of toasts, where they wait until the toast list has loaded.
import type { ReactNode } from 'react'

export interface ToastAction {
  label: string
  onSelect(): void
}

export interface ToastMessage {
  title: string
  description?: ReactNode
  /** `bad` stays until it is closed. */
  kind?: 'good' | 'bad'
  action?: ToastAction | undefined
  /** A second button, after that one. */
  secondAction?: ToastAction | undefined
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

/** Sets how the list is loaded when a toast is shown before it is there. */
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
