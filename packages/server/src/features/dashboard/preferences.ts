// The preferences chosen in the dashboard for this browser, read here so that the first paint is right.
import { workspaceId } from '@linnet/contract/workspace-addresses'
import { isLanguage, type Language } from '@linnet/languages'
import { parse } from 'hono/utils/cookie'

function cookie(headers: Headers, name: string): string | undefined {
  return parse(headers.get('cookie') ?? '', name)[name]
}

/** Null if none was chosen; then the browser's languages decide. */
export function chosenLanguage(headers: Headers): Language | null {
  const value = cookie(headers, 'linnet_language')
  return isLanguage(value) ? value : null
}

export function chosenTheme(headers: Headers): 'light' | 'dark' | 'system' {
  const value = cookie(headers, 'linnet_theme')
  return value === 'light' || value === 'dark' ? value : 'system'
}

/** The id of the workspace that was used last in this browser; null: the person's own, or none yet. */
export function lastWorkspace(headers: Headers): string | null {
  return workspaceId(cookie(headers, 'linnet_workspace'))
}
