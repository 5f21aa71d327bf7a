// Requests to the provider: bounded in time and size, following no redirect.
import { type Outgoing, OutgoingFailure } from '../../../platform/net/outgoing/index.ts'
import { ProviderFailure } from './failures.ts'

// Somebody waits for the answer. A provider that takes longer counts as away.
const timeoutMilliseconds = 8000
// A key set is a few kilobytes, and user info with two thousand groups about a hundred.
const mostBytes = 512 * 1024

/** What the protocol library passes to its `fetch`. */
interface FetchOptions {
  method: string
  headers: Record<string, string>
  body?: unknown
}

export type ProviderFetch = (url: string, options: FetchOptions) => Promise<Response>

/** Throws a ProviderFailure `away` without an answer, and when the answer is an error of the provider (5xx or 429). */
export function createProviderFetch(outgoing: Pick<Outgoing, 'request'>): ProviderFetch {
  return async (url, { method, headers, body }) => {
    const {
      status,
      headers: received,
      body: content,
    } = await outgoing
      .request(url, {
        method: method as 'GET' | 'POST',
        headers,
        body: body === undefined || body === null ? undefined : String(body),
        timeoutMilliseconds,
        mostBytes,
      })
      .catch((error: unknown) => {
        if (error instanceof OutgoingFailure)
          throw new ProviderFailure('away', error.message, { cause: error })
        throw error
      })
    if (status >= 500 || status === 429)
      throw new ProviderFailure('away', `the provider answered with status ${status}`)
    const type = received['content-type']
    return new Response(status === 204 || status === 304 ? null : (content as Uint8Array<ArrayBuffer>), {
      status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  }
}
