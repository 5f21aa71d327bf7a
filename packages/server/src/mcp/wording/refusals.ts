// Formats the refusals of operations: what is wrong, and what an agent should do next.
import { type ErrorCode, type ErrorDetail, errorCodes, hintsOf, type Operation } from '@linnet/contract'

/** An error response, and what else is known about it. */
export interface ReportedError {
  code: ErrorCode
  message: string
  details?: ErrorDetail[]
  request_id: string
  /** Seconds to wait, if known. */
  retryAfter?: number
  /** Whether the plan has tool calls left. */
  hasCalls: boolean
}

/** A refusal as text: the code, what is wrong, and what to do next. It repeats no input. */
export function refusalText(operation: Operation, error: ReportedError): string {
  const { code, details = [] } = error
  const message = details.length > 0 ? whatIsWrong(error) : error.message
  const faults = details.map(({ path, message }) => `- ${path ? `${path}: ` : ''}${message}`)
  const next = nextSteps[code]?.(operation, error)
  return [`${code}: ${message}`, ...faults, ...(next ? [next] : [])].join('\n')
}

/** The usual message is about requests and details; a tool has arguments, whose errors follow. */
function whatIsWrong({ code, message }: ReportedError): string {
  return message === errorCodes[code].message ? 'Some arguments are not valid:' : message
}

type NextStep = (operation: Operation, error: ReportedError) => string

const correct: NextStep = (operation) =>
  `${hintsOf(operation).readOnly ? '' : 'Nothing was changed. '}Correct these arguments and call the tool again.`
const otherCredential: NextStep = () =>
  'Do not call it again: tell the user that this needs another credential.'
const plan: NextStep = ({ query }, { hasCalls }) =>
  // Statistics are refused if they start before the days that the plan shows; the message names the first of these.
  hasCalls && 'start' in query.shape
    ? 'Call the tool again with such a start, and tell the user that earlier days are not available.'
    : `${hasCalls ? 'get_quota shows the limits and what is used. ' : ''}Do not repeat the same call; tell the user.`
const wait: NextStep = (_operation, { retryAfter }) =>
  retryAfter === undefined
    ? 'Wait a moment, then call the tool again.'
    : `Wait ${retryAfter} seconds, then call the tool again.`

/** By code, for those after which an agent can do more than the message says. */
const nextSteps: Partial<Record<ErrorCode, NextStep>> = {
  malformed_request: correct,
  validation_failed: correct,
  unauthenticated: otherCredential,
  wrong_password: otherCredential,
  insufficient_scope: otherCredential,
  forbidden: otherCredential,
  // Only required of dashboard sessions.
  reauthentication_required: otherCredential,
  plan_required: plan,
  plan_limit: plan,
  not_found: whereToLook,
  gone: whereToLook,
  payload_too_large: () => 'Send less in one call.',
  slug_taken: anotherCode,
  slug_invalid: anotherCode,
  rate_limited: wait,
  unavailable: wait,
  internal: (_operation, { request_id }) =>
    `Call the tool once more. If it fails again, tell the user, with the request id ${request_id}.`,
}

function whereToLook({ params }: Operation): string {
  if ('componentId' in params.shape)
    return 'list_microsite_components lists the components of a microsite, list_microsites the microsites.'
  if ('slug' in params.shape) return 'list_microsites lists the microsites of the account.'
  const list = 'list_links lists the links of the account; with status "all", archived ones too.'
  return 'short' in params.shape
    ? `Send only the code, such as launch; codes are case-sensitive. To read a microsite, use get_microsite.\n${list}`
    : list
}

/** What to do about a code or slug, by the name of its field. */
function anotherCode({ body }: Operation): string {
  const fields = body?.shape ?? {}
  if ('slug' in fields) return 'check_microsite_slug checks whether another one is free.'
  return 'custom_slug' in fields
    ? 'check_short_availability checks whether another one is free. Without custom_slug, a new link gets a generated code, and an existing link keeps its own.'
    : ''
}
