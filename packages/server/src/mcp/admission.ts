// Who may send a message to the agent tools, and how fast: finds the caller, applies the limits, and reads the message.
import { Refusal } from '@linnet/contract'
import { isJsonContentType } from '@modelcontextprotocol/server'
import { largeBytes, parseJson, readBytes, turnFor } from '../http/request-body.ts'
import type { RequestScheduler } from '../platform/concurrency/request-scheduler.ts'
import { requireUnblocked } from '../platform/operations/blocked-account.ts'
import type { Caller } from '../platform/operations/handler.ts'
import { bookRequest, type LimitNeeds, requireAdmitted } from '../platform/operations/limits.ts'
import { bearerOf } from '../platform/security/bearer.ts'
import type { Burst } from './burst.ts'

export interface AdmissionNeeds extends LimitNeeds {
  /** The caller of a credential: an API key, or an access token that isn't bound to another resource. */
  callerByToken(token: string): Promise<Caller | null>
  /** Whether the caller's plan includes the agent tools. */
  isIncluded(caller: Caller): boolean
  scheduler: RequestScheduler
  burst: Burst
}

export interface UnadmittedRequest {
  request: Request
  address: string
}

export interface Admission {
  /** Returns the caller of a request that may send a message now. */
  admit(incoming: UnadmittedRequest): Promise<Caller>
  /** Checks the credential again, without counting another message. */
  admitAgain(incoming: UnadmittedRequest): Promise<Caller>
  readMessage(request: Request, caller: Caller): Promise<unknown>
}

// The library reads each name several times, in about 5 µs in total, and a credential may send 20 messages a second. The
// largest useful messages, a hundred links or a long component, have a fifth of these.
const bounds = { names: 3000, values: 12_000 }

export function createAdmission(needs: AdmissionNeeds): Admission {
  const { burst } = needs
  return {
    async admit(incoming) {
      const caller = await callerOf(needs, incoming)
      requireBelowBurst(burst, caller)
      requireIncluded(needs, caller)
      return caller
    },
    async admitAgain(incoming) {
      const caller = await callerOf(needs, incoming)
      requireIncluded(needs, caller)
      return caller
    },
    async readMessage(request, { credential, personId }) {
      if (!isJson(request))
        throw new Refusal(
          'malformed_request',
          'The body must be JSON: send "Content-Type: application/json".',
        )
      const bytes = await readBytes(request, `${personId}`)
      // The longer a message, the more tokens of its credential it takes.
      if (bytes.byteLength > largeBytes) burst.charge(credential, Math.floor(bytes.byteLength / largeBytes))
      await turnFor(bytes, `${personId}`)
      return parseJson(bytes, bounds)
    },
  }
}

async function callerOf(needs: AdmissionNeeds, { request, address }: UnadmittedRequest): Promise<Caller> {
  const token = bearerOf(request.headers)
  const caller = token === null ? null : await needs.callerByToken(token)
  if (token !== null && caller) {
    needs.scheduler.learn(token, caller.personId)
    return caller
  }
  requireAdmitted(await bookRequest(needs, null, address))
  throw new Refusal(
    'unauthenticated',
    token === null
      ? 'Send "Authorization: Bearer" with an API key or an OAuth access token.'
      : 'This credential is unknown, was revoked, has expired, or is for another resource.',
  )
}

function requireBelowBurst(burst: Burst, { credential }: Caller): void {
  const seconds = burst.take(credential)
  if (seconds > 0)
    throw new Refusal(
      'rate_limited',
      `Too many messages at once. Wait ${seconds} s, and send at most 20 per second.`,
      undefined,
      seconds,
    )
}

function requireIncluded({ isIncluded }: AdmissionNeeds, caller: Caller): void {
  requireUnblocked(caller)
  if (!isIncluded(caller))
    throw new Refusal(
      'plan_limit',
      'The plan of this account does not include the agent tools (hosted_mcp_enabled). It can use the API at /v2 instead.',
    )
}

export function isJson(request: Request): boolean {
  return isJsonContentType(request.headers.get('content-type'))
}
