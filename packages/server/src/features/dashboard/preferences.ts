// The preferences chosen in the dashboard for this browser, read here so that the first paint is right.
import type { Language } from '@linnet/pages'

function cookie(headers: Headers, name: string): string | undefined {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name) return value
  }
  return undefined
}

/** Null if none was chosen; then the browser's languages decide. */
export function chosenLanguage(headers: Headers): Language | null {
  const value = cookie(headers, 'linnet_language')
  return value === 'en' || value === 'id' ? value : null
}

export function chosenTheme(headers: Headers): 'light' | 'dark' | 'system' {
  const value = cookie(headers, 'linnet_theme')
  return value === 'light' || value === 'dark' ? value : 'system'
}
