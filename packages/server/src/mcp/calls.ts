// Runs an operation as a tool: books a unit of the plan's pool, and returns the result or the refusal for the model.
import type { Operation } from '@linnet/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RequestScheduler } from '../platform/concurrency/request-scheduler.ts'
import { type ExecutorNeeds, execute, failureOf } from '../platform/operations/execute.ts'
import type { Caller, Client } from '../platform/operations/handler.ts'
import { requireRole } from '../platform/operations/roles.ts'
import { withLinkNamed } from './tool-arguments.ts'
import type { Tool } from './tools.ts'
import { cleaned, refusalText, textOf } from './wording.ts'

export interface CallNeeds extends ExecutorNeeds {
  pool: {
    /** Books one tool call of the monthly pool, or refuses with `plan_limit`. */
    take(caller: Caller, now: number): Promise<void>
    /** Gives back the unit that was booked at `now`. */
    giveBack(caller: Caller, now: number): Promise<void>
  }
  /** Waits for this call's turn of the event loop, because units that were booked together become available at once. */
  turn(caller: Caller): Promise<void> | undefined
  scheduler: RequestScheduler
}

/** The caller of a tool, and where the call comes from. */
export interface ToolCaller {
  caller: Caller
  requestId: string
  client: Client
  /** Whether the message is large: an account has only one of those at a time. */
  isLarge: boolean
}

const removedCharactersNote =
  'Invisible characters were removed from this result. If you send it back like this, they are lost in what is stored as well.'

/** Calls a tool that the caller may call. A refusal is a result as well, so that the model sees it. */
export async function callTool(
  needs: CallNeeds,
  { implemented, compact, offersUndo }: Tool,
  given: Record<string, unknown>,
  { caller, requestId, client, isLarge }: ToolCaller,
): Promise<CallToolResult> {
  const { operation } = implemented
  const now = needs.now()
  let booked = false
  let undoToken: string | null = null
  try {
    // Before anything is booked, and before the arguments are read.
    requireRole(operation, caller)
    await needs.pool.take(caller, now)
    booked = true
    await needs.turn(caller)
    const input = withLinkNamed(operation, withoutNulls(given, operation))
    const run = () =>
      execute(
        needs,
        implemented,
        { params: input, query: input, body: input },
        {
          caller,
          requestId,
          client,
          idempotencyKey: null,
          setSession: () => {},
          device: null,
          setDevice: () => {},
          isAgent: true,
          setUndoToken: (token) => {
            undoToken = token
          },
        },
      )
    const answer = await needs.scheduler.run(caller.personId, run, isLarge)
    // Users' words are complete here, because agents send them back, but without invisible characters.
    const { content: whole, isLess } = cleaned(answer as Record<string, unknown>)
    // Parts that aren't in the content can't be sent back.
    const isGivenLess = isLess && cleaned(compact(answer)).isLess
    const lines = [
      textOf(operation, whole, { input, given, now }),
      ...(isGivenLess ? [removedCharactersNote] : []),
      ...(offersUndo && undoToken !== null
        ? [`To undo this within an hour, pass undo_token ${undoToken} to undo.`]
        : []),
    ]
    const structuredContent = { ...compact(whole), ...(undoToken === null ? {} : { undo_token: undoToken }) }
    return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent }
  } catch (error) {
    // An operation needn't declare the pool's refusals.
    const failed = failureOf(needs, error, requestId, booked ? operation : undefined)
    const { status, body, retryAfter } = failed
    // Server errors don't count for the account.
    if (booked && status >= 500) await needs.pool.giveBack(caller, now).catch(() => undefined)
    const text = refusalText(operation, { ...body.error, retryAfter, hasCalls: booked })
    return { content: [{ type: 'text', text }], isError: true }
  }
}

/**
 * Models send null for arguments that they omit. So null stays only where it is a value, such as for no expiry, or where an
 * argument is required.
 */
function withoutNulls(given: Record<string, unknown>, operation: Operation): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== null || !isOmitted(name, operation)),
  )
}

/** Whether null counts as omitted for an argument. */
function isOmitted(name: string, operation: Operation): boolean {
  const { query, body } = operation
  if (Object.hasOwn(query.shape, name)) return true
  const field = body && Object.hasOwn(body.shape, name) ? body.shape[name] : undefined
  return field?.safeParse(undefined).success === true && !field.safeParse(null).success
}
