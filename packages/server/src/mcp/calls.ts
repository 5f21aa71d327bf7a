// Runs an operation as a tool: books a unit of the plan's pool, and tells the result or the refusal to a model.
import type { Operation } from '@linnet/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RequestScheduler } from '../platform/concurrency/request-scheduler.ts'
import { type ExecutorNeeds, execute, failureOf } from '../platform/operations/execute.ts'
import type { Caller } from '../platform/operations/handler.ts'
import { withLinkNamed } from './tool-arguments.ts'
import type { Tool } from './tools.ts'
import { cleaned, refusalText, textOf } from './wording.ts'

export interface CallNeeds extends ExecutorNeeds {
  pool: {
    /** Books one tool call of the plan's month, or refuses with `plan_limit`. */
    take(caller: Caller, now: number): Promise<void>
    /** Gives back what was booked at `now`. */
    giveBack(caller: Caller, now: number): Promise<void>
  }
  /** Waits for this call's turn on the event loop: units that were booked together are there all at once. */
  turn(caller: Caller): Promise<void> | undefined
  scheduler: RequestScheduler
}

/** Who calls, and from where. */
export interface ToolCaller {
  caller: Caller
  requestId: string
  client: { address: string; userAgent: string }
  /** Whether the message is large: of those an account has one at a time. */
  isLarge: boolean
}

const takenOut =
  'Characters that nobody sees were taken out here; sent back like this, they would be gone from what is stored.'

/** Calls a tool that the caller may call; a refusal is a result too, for the model shall learn of it. */
export async function callTool(
  needs: CallNeeds,
  { implemented, compact }: Tool,
  given: Record<string, unknown>,
  { caller, requestId, client, isLarge }: ToolCaller,
): Promise<CallToolResult> {
  const { operation } = implemented
  const now = needs.now()
  let booked = false
  try {
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
        },
      )
    const answer = await needs.scheduler.run(caller.userId, run, isLarge)
    // Users' words are whole here, for agents send them back, but without what no person would see in them.
    const { content: whole, isLess } = cleaned(answer as Record<string, unknown>)
    // Of what is left out of the content, nothing is sent back.
    const isGivenLess = isLess && cleaned(compact(answer)).isLess
    const said = [textOf(operation, whole, { input, given, now }), ...(isGivenLess ? [takenOut] : [])]
    return { content: [{ type: 'text', text: said.join('\n') }], structuredContent: compact(whole) }
  } catch (error) {
    // What the pool refuses, no operation has to declare.
    const failed = failureOf(needs, error, requestId, booked ? operation : undefined)
    const { status, body, retryAfter } = failed
    // What went wrong on our side is not the account's use.
    if (booked && status >= 500) await needs.pool.giveBack(caller, now).catch(() => undefined)
    const text = refusalText(operation, { ...body.error, retryAfter, hasCalls: booked })
    return { content: [{ type: 'text', text }], isError: true }
  }
}

/**
 * Models send null for what they leave out. So it stays only where it is a value, such as of an expiry that there shall
 * not be, and where something has to be given.
 */
function withoutNulls(given: Record<string, unknown>, operation: Operation): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== null || !isLeftOut(name, operation)),
  )
}

/** Whether an argument is left out where it is null. */
function isLeftOut(name: string, operation: Operation): boolean {
  const { query, body } = operation
  if (Object.hasOwn(query.shape, name)) return true
  const field = body && Object.hasOwn(body.shape, name) ? body.shape[name] : undefined
  return field?.safeParse(undefined).success === true && !field.safeParse(null).success
}
