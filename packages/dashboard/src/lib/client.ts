// The typed client for this browser's session: its cookie authenticates requests, and no script can read it.
import { ApiError, type Client, createClient } from '@linnet/contract/client'
import { inWorkspace } from '@linnet/contract/workspace-addresses'
import { currentWorkspace } from './workspace/current.ts'

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

const refusals = new Set<() => void>()

/** Calls `listener` when something is refused in this workspace: the user's role may have changed, or they were removed. */
export function onRefusal(listener: () => void): () => void {
  refusals.add(listener)
  return () => refusals.delete(listener)
}

export const apiAddress = '/api'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

const send: Fetch = (url, init) =>
  fetch(url, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ConnectionLost(error)
  })

/**
 * Sends requests in this browser's session, in a workspace or in the person's own (null). If one needs a recent identity check,
 * the user is asked for it, and the request is sent again.
 */
const sessionFetch = (workspace: string | null): Fetch => {
  return async (url, init) => {
    const [address, named] = namingWorkspace(url, init, workspace)
    const answer = await sendInSession(address, named)
    if (workspace !== null && workspace === currentWorkspace && (await refusalOf(answer)) === 'forbidden')
      for (const listener of refusals) listener()
    return answer
  }
}

/** In the address of what is only read, because the browser finds what it has loaded in advance by address. */
function namingWorkspace(url: string, init: RequestInit, workspace: string | null): [string, RequestInit] {
  if (workspace === null) return [url, init]
  if ((init.method ?? 'GET') === 'GET') return [inWorkspace(url, workspace), init]
  return [url, { ...init, headers: { ...init.headers, 'linnet-workspace': workspace } }]
}

const sendInSession: Fetch = async (url, init) => {
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

/** In this document's workspace. */
export const fetchInSession: Fetch = sessionFetch(currentWorkspace)

/** In the person's own workspace. */
export const fetchAsPerson: Fetch = sessionFetch(null)

/** A client for a workspace; null: for the person's own. */
export const clientIn = (workspace: string | null): Client =>
  createClient({ baseUrl: '/v2', dashboardUrl: apiAddress, fetch: sessionFetch(workspace) })

/** For what belongs to this document's workspace. */
export const client: Client = clientIn(currentWorkspace)

/** For what belongs to the person, whatever the workspace: their profile, security and sessions. */
export const ownClient: Client = currentWorkspace === null ? client : clientIn(null)

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

type Proof = Parameters<Client['signIn']['reauthenticate']>[0]

/** Confirms the user's identity: the browser gets a new cookie, and the check lasts ten minutes. */
export async function reauthenticate(proof: Proof): Promise<void> {
  const answer = ownClient.signIn.reauthenticate(proof)
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
