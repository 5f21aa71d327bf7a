// Who is signed in, and what the instance is: asked for once, and kept while the dashboard is open.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { showToast } from '../components/toast-queue.ts'
import { ApiError, client } from './client.ts'
import { messageOf } from './failures.ts'
import { currentLanguage, defineMessages, messagesIn } from './language.ts'
import { queryClient } from './queries.ts'

const messages = defineMessages({
  en: { stillIn: 'You are still signed in' },
  id: { stillIn: 'Anda masih masuk' },
})

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await client.me.get({}, { signal })).data,
  staleTime: 60_000,
  // In another tab somebody else may have signed in, whose account must not get what is typed here.
  refetchOnWindowFocus: 'always',
})

/** Who is signed in, with quota and what the instance is; known before any page is drawn. */
export function useMe() {
  return useSuspenseQuery(meQuery).data
}

/** After something that counts, such as a new link. */
export function refreshMe(): void {
  void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
}

/** Ends this browser's session, and leaves nothing of it behind, no drafts either; says so where that did not come about. */
export async function signOut(): Promise<void> {
  try {
    await client.sessions.signOut()
  } catch (error) {
    // Where the session has ended elsewhere, that is as well.
    if (!(error instanceof ApiError && error.code === 'unauthenticated')) {
      const language = currentLanguage()
      showToast({
        kind: 'bad',
        title: messagesIn(messages, language).stillIn,
        description: messageOf(error, language),
      })
      return
    }
  }
  queryClient.clear()
  sessionStorage.clear()
  location.assign('/account/sign-in')
}
