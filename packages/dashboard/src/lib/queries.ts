// How answers are kept: fresh for some seconds, asked for again when somebody comes back to the window, and tried again when the connection was lost.
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

const mostTries = 3
const freshMilliseconds = 10_000

/** What another try may mend: no answer, or a server that is busy or away. */
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
    // A change that failed is told to who made it, who decides; what was typed stays.
    mutations: { retry: false, networkMode: 'always' },
  },
})
