// Messages about errors, by the error code in the contract, for people. Other codes are shown with the API's message.

export const errors = {
  malformed_request: 'The server couldn’t read this request. Reload the page and try again.',
  slug_taken: 'This short code is already in use. Choose another one.',
  slug_invalid: 'This short code can’t be used. Use letters, digits, - and _, but not a reserved word.',
  validation_failed: 'Fix the highlighted fields.',
  plan_limit: 'You have reached a limit of your plan.',
  plan_required: 'Your plan doesn’t include this feature.',
  unauthenticated: 'Your session has ended. Sign in again.',
  insufficient_scope: 'This credential doesn’t have permission for that.',
  reauthentication_required: 'Nothing was changed. Confirm that it’s you to continue.',
  not_found: 'This no longer exists. It may have been deleted elsewhere.',
  forbidden: 'This isn’t allowed.',
  gone: 'This is no longer valid.',
  wrong_password: 'This password is incorrect. Try again.',
  method_not_allowed: 'This address doesn’t accept that request. Reload the page.',
  idempotency_conflict: 'This request was already sent with different content. Reload the page.',
  misdirected_request: 'This server doesn’t serve this address. Open the main address of the service.',
  payload_too_large: 'This is too large.',
  rate_limited: 'Too many requests. Wait a moment, then try again.',
  internal: 'Something went wrong on the server. Try again in a moment.',
  unavailable: 'The server is busy. Try again in a moment.',
}
