// The typed client for this browser's session: its cookie authenticates requests, and no script can read it.
import { ApiError, createClient } from '@linnet/contract/client'

export { ApiError }

/** Thrown if there was no response: the connection or the server is down. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('no answer came', { cause })
    this.name = 'ConnectionLost'
  }
}

const sessionEnds = new Set<() => void>()

/** Calls `listener` when a response says that the session has ended. */
export function onSessionEnd(listener: () => void): () => void {
  sessionEnds.add(listener)
  return () => sessionEnds.delete(listener)
}

export const apiAddress = '/api'

type Fetch = (url: string, init: RequestInit) => Promise<Response>

const send: Fetch = (url, init) =>
  fetch(url, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ConnectionLost(error)
  })

/**
 * Sends a request in this browser's session. If it needs a recent identity check, the user is asked for one, and the request
 * is sent again.
 */
export const fetchInSession: Fetch = async (url, init) => {
  const sent = renewals
  let answer = await send(url, init)
  let code = await refusalOf(answer)
  // It was sent with the cookie that the session had before the check renewed it.
  if (code === 'unauthenticated' && url !== reauthenticationAddress && (renewing || renewals !== sent)) {
    await renewing
    answer = await send(url, init)
    code = await refusalOf(answer)
  }
  if (code === 'reauthentication_required' && (await confirmed())) {
    answer = await send(url, init)
    code = await refusalOf(answer)
  }
  if (code === 'unauthenticated') for (const listener of sessionEnds) listener()
  return answer
}

export const client = createClient({ baseUrl: '/v2', dashboardUrl: apiAddress, fetch: fetchInSession })

/** The code of an error that may be about the session; a wrong password is a 401 too. */
async function refusalOf(answer: Response): Promise<string | undefined> {
  if (answer.status !== 401 && answer.status !== 403) return undefined
  const content = (await answer
    .clone()
    .json()
    .catch(() => null)) as { error?: { code?: string } } | null
  return content?.error?.code
}

const reauthenticationAddress = `${apiAddress}/session/reauthentication`
/** How often the session's cookie was renewed, and whether it is being renewed right now. */
let renewals = 0
let renewing: Promise<void> | undefined

type Proof = Parameters<typeof client.signIn.reauthenticate>[0]

/** Confirms the user's identity: the browser gets a new cookie, and the check lasts ten minutes. */
export async function reauthenticate(proof: Proof): Promise<void> {
  const answer = client.signIn.reauthenticate(proof)
  renewing = answer.then(
    () => {
      renewals++
    },
    () => {},
  )
  try {
    await answer
  } finally {
    renewing = undefined
  }
}

type Ask = () => Promise<boolean>
let ask: Ask | undefined
let pendingCheck: Promise<boolean> | undefined

/** `listener` asks the user to confirm their identity, and returns whether they did. */
export function onReauthentication(listener: Ask): () => void {
  ask = listener
  return () => {
    ask = undefined
  }
}

/** Asks once for all concurrent requests. */
function confirmed(): Promise<boolean> {
  pendingCheck ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    pendingCheck = undefined
  })
  return pendingCheck
}

/** An Idempotency-Key: a request that is repeated with it after a lost connection takes effect once. */
export const newIdempotencyKey = (): string => crypto.randomUUID()
