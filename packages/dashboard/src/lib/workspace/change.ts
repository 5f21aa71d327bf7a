// Opening another workspace, which loads the dashboard again at its address, and losing one.
import { dashboardPath } from '@linnet/contract/workspace-addresses'
import { setPreference } from '../preferences.ts'
import { currentWorkspace } from './current.ts'

/** The dashboard opens in this workspace the next time. */
export function rememberWorkspace(): void {
  setPreference('workspace', currentWorkspace ?? '')
}

/** Opens a page in another workspace; null: in the person's own. Forms with unsaved changes keep them, or the browser asks. */
export function openWorkspace(workspace: string | null, page = '/links'): void {
  location.assign(addressIn(workspace, page))
}

export function addressIn(workspace: string | null, page: string): string {
  return dashboardPath(workspace) + page
}

/** Why a workspace can't be used any more. */
export type Farewell = 'lost' | 'left' | 'deleted'

const storageName = 'farewell'

/** Goes to the person's own workspace, which says why: see `takeFarewell`. */
export function leaveForOwn(reason: Farewell, name?: string): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify({ reason, name }))
  } catch {
    // Without storage, nothing is said.
  }
  location.replace(addressIn(null, '/links'))
}

/** Why this document was opened instead of another workspace's; null: it wasn't. Returned only once. */
export function takeFarewell(): { reason: Farewell; name?: string } | null {
  try {
    const stored = sessionStorage.getItem(storageName)
    sessionStorage.removeItem(storageName)
    return JSON.parse(stored ?? 'null')
  } catch {
    return null
  }
}
