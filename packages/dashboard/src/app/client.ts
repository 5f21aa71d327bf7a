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

type Fetch = (url: string, init: RequestInit) => Promise<Response>

const send: Fetch = (url, init) =>
  fetch(url, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ConnectionLost(error)
  })

/**
 * Sends a request in this browser's session. What needs a recent proof of who is signed in has the person asked for it, and
 * is sent again then.
 */
export const fetchInSession: Fetch = async (url, init) => {
  const sent = renewals
  let answer = await send(url, init)
  let code = await refusalOf(answer)
  // It went out under the cookie that the session had before it was confirmed.
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

/** The code of a refusal that may be about the session; a wrong password is a 401 too. */
async function refusalOf(answer: Response): Promise<string | undefined> {
  if (answer.status !== 401 && answer.status !== 403) return undefined
  const content = (await answer
    .clone()
    .json()
    .catch(() => null)) as { error?: { code?: string } } | null
  return content?.error?.code
}

const reauthenticationAddress = `${apiAddress}/session/reauthentication`
/** How often the session has got a new cookie, and whether it is getting one just now. */
let renewals = 0
let renewing: Promise<void> | undefined

type Proof = Parameters<typeof client.signIn.reauthenticate>[0]

/** Proves who is signed in: from then on this browser has another cookie, and ten minutes. */
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
let asked: Promise<boolean> | undefined

/** `listener` asks the person for a proof, and says whether it was given. */
export function onReauthentication(listener: Ask): () => void {
  ask = listener
  return () => {
    ask = undefined
  }
}

/** Asks once for all requests that need it at the same time. */
function confirmed(): Promise<boolean> {
  asked ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asked = undefined
  })
  return asked
}

/** An Idempotency-Key: what is sent again under it after a lost connection is done once. */
export const newIdempotencyKey = (): string => crypto.randomUUID()
