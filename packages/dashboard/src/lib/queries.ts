// How responses are cached: fresh for some seconds, reloaded when the window gets the focus, and retried after a lost
// connection.
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

const mostTries = 3
const freshMilliseconds = 10_000

/** Errors that a retry may fix: no response, or a server that is busy or down. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMilliseconds,
      retry: (tries, error) => tries < mostTries && isPassing(error),
      refetchOnWindowFocus: true,
    },
    // A failed change is shown to the user, who decides whether to retry; the input stays.
    mutations: { retry: false, networkMode: 'always' },
  },
})
