// The handlers of operations: functions of validated input and a context, never of a request.
import type { AnswerOf, InputOf, Operation, Role, Scope } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import type { RunTransaction, Tx } from '../transaction.ts'
import type { Change } from './change.ts'

/** Where a request comes from, and from whom: for limits, for the list of sessions and for the audit log. */
export interface Client {
  address: string
  userAgent: string
  /** Who is signed in, or made the request's credential; omitted if nobody is, and for what the server does by itself. */
  personId?: number
  /** The browser's preferred language for messages; omitted if unknown. */
  language?: Language
}

/** A dashboard session, and when its user last confirmed their identity. */
export interface SessionProof {
  /** Stays the same when the session's cookie is renewed. */
  id: string
  /** When a password or passkey was checked last, in Unix seconds. */
  authenticatedAt: number
}

/** The person who calls, the workspace they work in, and the credential with its permissions. */
export interface Caller {
  /** The workspace that owns what the request reads and changes: the number that tables call `user_id`. */
  workspaceId: number
  /** Who signed in, made the API key or connected the application. In their personal workspace, it is the same number. */
  personId: number
  /** The person's present role in the workspace, which no credential exceeds; null if they don't belong to it. */
  role: Role | null
  /** The name of the workspace's plan. */
  plan: string
  /** Identifies the credential for the request limit. */
  credential: string
  /** The owner of its Idempotency-Keys: the API key, an application's grant, or the sessions of the person together. */
  keyOwner: string
  /** The session of the request; null for keys and tokens. */
  session: SessionProof | null
  /** The OAuth application that acts for the account, which has a request limit of its own; or null. */
  app: string | null
  scopes: ReadonlySet<Scope>
  /** Whether it may delete links for good. Credentials from before that was possible may not. */
  mayDelete: boolean
  requestsPerMinute: number
  /** Why an administrator has blocked the workspace or the person, so that nothing is allowed; or null. */
  blocked: string | null
}

/** What a transport knows about a call besides its input. */
export interface Call {
  caller: Caller
  requestId: string
  client: Client
  /** Sets the browser's session, or ends it. */
  setSession(token: string | null): void
  /** The token of a browser that was signed in before; null if it sent none. */
  device: string | null
  /** Sets that token. */
  setDevice(token: string): void
  /** Whether an agent makes the call for the caller. */
  isAgent?: boolean
  /** Gets the token with which the call's change can be undone. */
  setUndoToken?(token: string): void
}

export interface RequestContext extends Call {
  /** Milliseconds since the Unix epoch, the same during the whole request. */
  now: number
  /**
   * Runs `work` in a transaction, once per `Idempotency-Key`. Its result must be the whole response, because a repetition
   * within 24 hours gets the same one without running anything again.
   */
  once<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** How to run a transaction: as usual, or for a dry run, so that it returns the result and is rolled back. */
  transaction(isDryRun?: boolean): RunTransaction
  /** What the request changes, for the history. */
  change: Change
}

/** A request that may be repeated with its Idempotency-Key. */
export interface Repeatable {
  workspaceId: number
  /** The key's owner, among the credentials of the account. */
  credential: string
  key: string
  /** The same for identical requests. */
  request: string
  /** Unix seconds. */
  now: number
}

/** The result of the first request with a key, and the token that undoes what it did. */
export interface FirstResult<T> {
  result: T
  undoToken: string | null
}

export type Handler<O> = (input: InputOf<O>, context: RequestContext) => Promise<AnswerOf<O>>

/** One handler for each operation of a tree: a missing one is a type error. */
export type Handlers<Tree> = { readonly [Name in keyof Tree]: Handler<Tree[Name]> }

/** A handler with untyped input, as transports call it after validation. */
export type AnyHandler = (input: unknown, context: RequestContext) => Promise<unknown>

export interface ImplementedOperation {
  operation: Operation
  handler: AnyHandler
}

/**
 * Runs an operation of the registry, its input validated by its own schemas: path parameters, query and body are taken
 * from one object, such as the fields of a form. Throws a Refusal for what is expected.
 */
export type Run = <O extends Operation>(
  operation: O,
  input: Record<string, unknown>,
  call: Call,
) => Promise<AnswerOf<O>>

/** Joins the registry's operations with their handlers by name. */
export function implement<Tree extends object>(
  tree: { readonly [Group in keyof Tree]: object },
  handlers: { readonly [Group in keyof Tree]: Handlers<Tree[Group]> },
): ImplementedOperation[] {
  return Object.entries(tree).flatMap(([group, operations]) => {
    const implementations = handlers[group as keyof Tree] as unknown as Record<string, AnyHandler>
    return Object.entries(operations as Record<string, Operation>).map(([name, operation]) => ({
      operation,
      handler: implementations[name] as AnyHandler,
    }))
  })
}
