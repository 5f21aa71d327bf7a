// The signed-in user and the instance's settings: loaded once, and cached while the dashboard is open.
import type { Me } from '@linnet/contract'
import { messagesFor } from '@linnet/languages'
import { session } from '@linnet/languages/en/shell/session'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { showToast } from '../components/toast-queue.ts'
import { ApiError, client, onRefusal, ownClient } from './client.ts'
import { messageOf } from './failures.ts'
import { currentLanguage } from './language.ts'
import { setPreference } from './preferences.ts'
import { queryClient } from './queries.ts'
import { leaveForOwn, rememberWorkspace } from './workspace/change.ts'
import { currentWorkspace } from './workspace/current.ts'

const messages = messagesFor('session', session)

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    try {
      const { data } = await client.me.get({}, { signal })
      rememberWorkspace()
      return data
    } catch (error) {
      if (!isLost(error)) throw error
      const known = queryClient.getQueryData<Me>(['me'])
      const { data: own } = await ownClient.me.get({}, { signal })
      // Somebody else has signed in in another tab, which is said elsewhere.
      if (known && own.user.id !== known.user.id) return own
      leaveForOwn('lost', known?.user.workspace.name)
      // Nothing more is shown of this workspace.
      return new Promise<never>(() => {})
    }
  },
  staleTime: 60_000,
  // Another user may have signed in in another tab, and must not get what is typed here.
  refetchOnWindowFocus: 'always',
})

/** Whether the workspace is gone, or the user doesn't belong to it any more. */
const isLost = (error: unknown): boolean =>
  currentWorkspace !== null && error instanceof ApiError && error.code === 'forbidden'

/** The signed-in user with their quota and the instance's settings; loaded before any page is rendered. */
export function useMe() {
  return useSuspenseQuery(meQuery).data
}

/** To be called after a change to the quota, such as a new link. */
export function refreshMe(): void {
  void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
}

// What was refused may be what the user was allowed until now.
onRefusal(() => {
  if (queryClient.isFetching({ queryKey: meQuery.queryKey }) === 0) refreshMe()
})

/** Ends this browser's session, and deletes everything of it, drafts included; shows a message if that failed. */
export async function signOut(): Promise<void> {
  try {
    await ownClient.sessions.signOut()
  } catch (error) {
    // If the session has already ended, that's fine too.
    if (!(error instanceof ApiError && error.code === 'unauthenticated')) {
      const language = currentLanguage()
      showToast({
        kind: 'bad',
        title: messages(language).stillIn,
        description: messageOf(error, language),
      })
      return
    }
  }
  queryClient.clear()
  sessionStorage.clear()
  setPreference('workspace', '')
  location.assign('/account/sign-in')
}
