// The signed-in user and the instance's settings: loaded once, and cached while the dashboard is open.
import { messagesFor } from '@linnet/languages'
import { session } from '@linnet/languages/en/shell/session'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { showToast } from '../components/toast-queue.ts'
import { ApiError, client } from './client.ts'
import { messageOf } from './failures.ts'
import { currentLanguage } from './language.ts'
import { queryClient } from './queries.ts'

const messages = messagesFor('session', session)

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await client.me.get({}, { signal })).data,
  staleTime: 60_000,
  // Another user may have signed in in another tab, and must not get what is typed here.
  refetchOnWindowFocus: 'always',
})

/** The signed-in user with their quota and the instance's settings; loaded before any page is rendered. */
export function useMe() {
  return useSuspenseQuery(meQuery).data
}

/** To be called after a change to the quota, such as a new link. */
export function refreshMe(): void {
  void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
}

/** Ends this browser's session, and deletes everything of it, drafts included; shows a message if that failed. */
export async function signOut(): Promise<void> {
  try {
    await client.sessions.signOut()
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
  location.assign('/account/sign-in')
}
