// Runs an operation: validates its input, calls its handler, and turns errors into responses.
import {
  type AnswerOf,
  commonErrors,
  type ErrorCode,
  type ErrorDetail,
  type Operation,
  Refusal,
  type Scope,
  statusOf,
  validate,
} from '@linnet/contract'
import type { z } from 'zod'
import type { Log } from '../observability/log.ts'
import type { Begin } from '../observability/watchdog/index.ts'
import { sha256 } from '../security/ids.ts'
import type { RunTransaction, Tx } from '../transaction.ts'
import { changeOf } from './change.ts'
import { rolledBack } from './dry-run.ts'
import type { Call, FirstResult, ImplementedOperation, Repeatable, RequestContext, Run } from './handler.ts'
import { requireFresh } from './reauthentication.ts'
import { requireRole } from './roles.ts'

export interface ExecutorNeeds {
  now(): number
  log: Log
  transaction: RunTransaction
  idempotency: {
    /** The response to an earlier request with the same key, or undefined; refuses a different request with that key. */
    earlier(request: Repeatable): Promise<FirstResult<unknown> | undefined>
    /** Runs `work` in a transaction once per key; `undoToken` is asked after it. */
    once<T>(
      request: Repeatable,
      work: (tx: Tx) => Promise<T>,
      undoToken: () => string | null,
    ): Promise<FirstResult<T>>
  }
  /** Whether an error means that the database is temporarily unavailable. */
  isAway(error: unknown): boolean
  /** Records which operation starts, in case it blocks the thread. */
  begin: Begin
}

/** A call that may be repeated with its Idempotency-Key. */
interface RepeatableCall extends Call {
  idempotencyKey: string | null
}

/** An operation's input before validation; the query already has the types of JSON. */
export interface RawInput {
  params: unknown
  query: unknown
  body: unknown
  /** Whether path and query were strings, so that error messages needn't mention the type. */
  isText?: boolean
}

/** Runs an operation and returns its envelope. Throws a Refusal for an expected error; anything else is a bug. */
export async function execute(
  needs: ExecutorNeeds,
  { operation, handler }: ImplementedOperation,
  raw: RawInput,
  call: RepeatableCall,
): Promise<unknown> {
  needs.begin(operation.id, call.requestId)
  const now = needs.now()
  requireRole(operation, call.caller)
  // Before a stored response is looked up, because it may contain a secret.
  if (operation.reauthentication) requireFresh(call.caller, now)
  const input = {
    ...valid(operation.params, raw.params, 'malformed_request', raw.isText),
    ...valid(operation.query, raw.query, 'malformed_request', raw.isText),
    ...(operation.body ? valid(operation.body, raw.body, 'validation_failed') : {}),
  }
  const repeatable = repeatableOf(operation, input, call, now)
  const change = changeOf(call.caller, { isAgent: call.isAgent ?? false, now })
  const dryRun: RunTransaction = async (work) => {
    const result = await rolledBack(needs.transaction, work)
    change.isRecorded = false
    return result
  }
  let undoToken: string | null = null
  const ownToken = () => (change.isRecorded && operation.undoable ? change.id : null)
  const onceFor =
    (request: Repeatable): RunTransaction =>
    async (work) => {
      const first = await needs.idempotency.once(request, work, ownToken)
      undoToken = first.undoToken
      return first.result
    }
  const context: RequestContext = {
    caller: call.caller,
    now,
    requestId: call.requestId,
    client: call.client,
    setSession: call.setSession,
    device: call.device,
    setDevice: call.setDevice,
    once: repeatable ? onceFor(repeatable) : needs.transaction,
    transaction: (isDryRun) => (isDryRun ? dryRun : needs.transaction),
    change,
  }
  // Before any rule is applied, so that changes since the first response don't affect it.
  const earlier = repeatable ? await needs.idempotency.earlier(repeatable) : undefined
  const answer = earlier ? earlier.result : await handler(input, context)
  const token = earlier ? earlier.undoToken : (undoToken ?? ownToken())
  if (token !== null) call.setUndoToken?.(token)
  return answer
}

/** Runs operations for code that isn't a transport, such as the account pages. */
export function createRun(needs: ExecutorNeeds & { operations: ImplementedOperation[] }): Run {
  const implemented = new Map(needs.operations.map((one) => [one.operation, one]))
  return async <O extends Operation>(operation: O, input: Record<string, unknown>, call: Call) => {
    const found = implemented.get(operation)
    if (!found) throw new Error(`nothing implements ${operation.id}`)
    const raw = { params: input, query: input, body: input }
    return (await execute(needs, found, raw, { ...call, idempotencyKey: null })) as AnswerOf<O>
  }
}

function repeatableOf(
  { id, creates }: Operation,
  input: object,
  { caller, idempotencyKey: key }: RepeatableCall,
  now: number,
): Repeatable | null {
  if (key === null || !creates) return null
  const request = `${id} ${JSON.stringify(input, withoutSecrets)}`
  const { workspaceId, keyOwner: credential } = caller
  return { workspaceId, credential, key, request, now: Math.floor(now / 1000) }
}

/**
 * Only a hash of the request is stored, but a password could be guessed from that. So no more than 16 bits of it are
 * hashed: enough to tell two requests apart, and far too few to tell the right guess from 65,535 wrong ones.
 */
function withoutSecrets(name: string, value: unknown): unknown {
  return name === 'password' && typeof value === 'string' ? sha256(value).slice(0, 4) : value
}

function valid(
  schema: z.ZodObject,
  value: unknown,
  code: ErrorCode,
  isText = false,
): Record<string, unknown> {
  const result = validate(schema, value, { isText })
  if (!result.details) return result.data
  throw new Refusal(code, undefined, result.details)
}

export interface Failure {
  status: number
  body: { error: { code: ErrorCode; message: string; details?: ErrorDetail[]; request_id: string } }
  retryAfter?: number
  /** The scope that the credential lacks. */
  scope?: Scope
}

/** The response to an error. Bugs are logged; an expected refusal says what to do. */
export function failureOf(
  needs: Pick<ExecutorNeeds, 'log' | 'isAway'>,
  error: unknown,
  requestId: string,
  operation?: Operation,
): Failure {
  const refusal = refusalOf(needs, error, requestId, operation)
  const { code, message, details, retryAfter, scope } = refusal
  return {
    status: statusOf(code, operation?.answeredWith400),
    body: { error: { code, message, ...(details ? { details } : {}), request_id: requestId } },
    // If the service is unavailable, the response always says when to try again.
    retryAfter: retryAfter ?? (code === 'unavailable' ? 5 : undefined),
    scope,
  }
}

function refusalOf(
  needs: Pick<ExecutorNeeds, 'log' | 'isAway'>,
  error: unknown,
  requestId: string,
  operation?: Operation,
): Refusal {
  if (error instanceof Refusal) {
    const declared: readonly ErrorCode[] = [...commonErrors, ...(operation?.errors ?? [])]
    if (operation && !declared.includes(error.code))
      needs.log.error('a refusal that its operation does not declare', error, { operation: operation.id })
    return error
  }
  if (needs.isAway(error)) {
    needs.log.warn('the database is unavailable', { request_id: requestId, reason: String(error) })
    return new Refusal('unavailable')
  }
  needs.log.error('a request failed', error, { request_id: requestId, operation: operation?.id })
  return new Refusal('internal')
}
