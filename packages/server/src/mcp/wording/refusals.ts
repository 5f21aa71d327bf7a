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
  'Calling it again does not help: tell the person that this needs another credential.'
const plan: NextStep = ({ query }, { hasCalls }) =>
  // Statistics are refused for days of which the plan shows none, and the message says which it does.
  hasCalls && 'start' in query.shape
    ? 'Call the tool again with such a start, and tell the person that earlier days are not shown.'
    : `${hasCalls ? 'get_quota says what the plan allows and what is used. ' : ''}Do not repeat the call as it is; tell the person.`
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
    `It may help to call the tool once more. If it does not, tell the person, with the request id ${request_id}.`,
}

function whereToLook({ params }: Operation): string {
  if ('componentId' in params.shape)
    return 'list_microsite_components names the components of a microsite, list_microsites the microsites.'
  if ('slug' in params.shape) return 'list_microsites names the microsites of the account.'
  const list = 'list_links names the links of the account, with status "all" also the archived ones.'
  return 'short' in params.shape
    ? `Give the code alone, such as launch; codes are case-sensitive. A microsite is read with get_microsite.\n${list}`
    : list
}

/** What to do about a code or slug, by the name of its field. */
function anotherCode({ body }: Operation): string {
  const fields = body?.shape ?? {}
  if ('slug' in fields) return 'check_microsite_slug tells whether another one is free.'
  return 'custom_slug' in fields
    ? 'check_short_availability tells whether another one is free. Without custom_slug, a code is made up for a new link, and a link that there is keeps its own.'
    : ''
}
