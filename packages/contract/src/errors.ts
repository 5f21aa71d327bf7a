// The closed list of error codes, each with its status and usual message.
import { detailOf, type ErrorDetail, type Fault } from './faults.ts'
import type { Scope } from './scopes.ts'

/** Each code's HTTP status, and its usual message, which says what to do. */
export const errorCodes = {
  malformed_request: {
    status: 400,
    message: 'The request could not be read. Check its JSON, headers and query.',
  },
  unauthenticated: {
    status: 401,
    message: 'This needs a valid credential. Send "Authorization: Bearer <API key>".',
  },
  wrong_password: { status: 401, message: 'This password is incorrect. Try again.' },
  plan_required: { status: 402, message: 'The plan of this account does not include this feature.' },
  plan_limit: { status: 403, message: 'This account has reached a limit of its plan.' },
  insufficient_scope: { status: 403, message: 'The credential lacks the scope that this operation needs.' },
  forbidden: { status: 403, message: 'This is not allowed.' },
  reauthentication_required: {
    status: 403,
    message:
      'Confirm your identity first: send your password or a passkey to POST /api/session/reauthentication, then repeat this request.',
  },
  not_found: { status: 404, message: 'This account has nothing at this address. Check the address.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not support that method. See the Allow header.',
  },
  undo_conflict: {
    status: 409,
    message: 'This can no longer be undone. Check what is there now.',
  },
  gone: { status: 410, message: 'This link is no longer valid.' },
  payload_too_large: { status: 413, message: 'The request body is larger than 1 MiB. Send less at once.' },
  misdirected_request: {
    status: 421,
    message:
      'This server does not serve this host. Its operator can add the host to PUBLIC_URL or OTHER_HOSTS, or verify it as a custom domain.',
  },
  validation_failed: { status: 422, message: 'Some fields are not valid. See details.' },
  slug_taken: { status: 422, message: 'This short code is already in use. Choose another one.' },
  slug_invalid: {
    status: 422,
    message:
      'This short code cannot be used. Use 1 to 48 of the characters A-Z, a-z, 0-9, "-" and "_", and no reserved word.',
  },
  idempotency_conflict: {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
  },
  rate_limited: { status: 429, message: 'Too many requests. Wait for the number of seconds in Retry-After.' },
  internal: {
    status: 500,
    message: 'Something went wrong on our side. Report the request_id to the operator.',
  },
  unavailable: { status: 503, message: 'The service cannot do this at the moment. Try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCodes

/** The codes that any operation may return besides those that it declares. */
export const commonErrors = [
  'malformed_request',
  'unauthenticated',
  'insufficient_scope',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'validation_failed',
  'rate_limited',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[]

/** An expected error, not a bug. It has a code and a message that says what to do, and nothing was changed. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string = errorCodes[code].message,
    readonly details?: ErrorDetail[],
    readonly retryAfter?: number,
    /** The scope that the credential lacks. */
    readonly scope?: Scope,
  ) {
    super(message)
    this.name = 'Refusal'
  }
}

/** The status of a refusal. Some operations return some codes with 400, as the contract requires. */
export function statusOf(code: ErrorCode, answeredWith400: readonly ErrorCode[] = []): number {
  return answeredWith400.includes(code) ? 400 : errorCodes[code].status
}

/** The field-level refusal, 422 `validation_failed`, for a rule that only the server can check. */
export function invalidField(path: string, fault: Fault): Refusal {
  return new Refusal('validation_failed', undefined, [detailOf(path, fault)])
}

/** 403 `insufficient_scope`: `what` needs this scope, which the credential lacks. */
export function lacksScope(scope: Scope, what = 'This'): Refusal {
  const message = `${what} needs a credential with the scope ${scope}.`
  return new Refusal('insufficient_scope', message, undefined, undefined, scope)
}
