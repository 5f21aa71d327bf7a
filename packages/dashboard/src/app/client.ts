// The typed client for the session of this browser: its cookie says who asks, and no script can read it.
import { ApiError, createClient } from '@linnet/contract/client'

export { ApiError }

/** Thrown where no answer came at all: the connection, or the server, is away. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('no answer came', { cause })
    this.name = 'ConnectionLost'
  }
}

const sessionEnds = new Set<() => void>()

/** Calls `listener` when an answer says that nobody is signed in here any more. */
export function onSessionEnd(listener: () => void): () => void {
  sessionEnds.add(listener)
  return () => sessionEnds.delete(listener)
}

export const apiAddress = '/api'

export const client = createClient({
  baseUrl: '/v2',
  dashboardUrl: apiAddress,
  async fetch(url, init) {
    const answer = await fetch(url, init).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw new ConnectionLost(error)
    })
    if (answer.status === 401 && (await isSessionEnd(answer.clone())))
      for (const listener of sessionEnds) listener()
    return answer
  },
})

/** A wrong password is a 401 too. */
async function isSessionEnd(answer: Response): Promise<boolean> {
  const content = (await answer.json().catch(() => null)) as { error?: { code?: string } } | null
  return content?.error?.code === 'unauthenticated'
}

/** An Idempotency-Key: what is sent again under it after a lost connection is done once. */
export const newIdempotencyKey = (): string => crypto.randomUUID()
