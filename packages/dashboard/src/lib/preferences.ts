// Preferences of this browser, in cookies, because the server needs them for the first paint.
import { useSyncExternalStore } from 'react'

const days = 400

export type Theme = 'light' | 'dark' | 'system'

export function setPreference(name: 'theme' | 'language' | 'keys' | 'workspace', value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers yet
  document.cookie = `linnet_${name}=${value}; Path=/dashboard; Max-Age=${days * 86_400}; SameSite=Lax${secure}`
}

const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  setPreference('theme', theme)
  notifyListeners()
}

export function useTheme(): Theme {
  return useSyncExternalStore(listen, currentTheme)
}

let keysOn = !/(?:^|; )linnet_keys=off(?:;|$)/.test(document.cookie)

/** Whether keyboard shortcuts such as `c` are on. */
export const areKeysOn = (): boolean => keysOn

export function chooseKeys(on: boolean): void {
  keysOn = on
  setPreference('keys', on ? 'on' : 'off')
  notifyListeners()
}

export function useKeysOn(): boolean {
  return useSyncExternalStore(listen, areKeysOn)
}
