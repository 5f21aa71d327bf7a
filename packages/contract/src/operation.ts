// What an operation is: one declaration from which the routes, the OpenAPI document, the client and the tests derive.
import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

export type Shape = z.ZodObject
type Nothing = z.ZodObject<Record<never, never>>

/** An operation as a tool for agents. */
export interface Tool {
  name: string
  /** The title that people see in a list of tools. */
  title: string
  /** For the agent: when to use it, what it returns, and what else to know. Every word takes room in every conversation. */
  description: string
  /** Example arguments, which work if what they name exists. */
  example: Record<string, unknown>
  /** Descriptions of arguments, by name, where an agent needs more than the API's reference. */
  argumentDescriptions?: Record<string, string>
  /** Arguments, at any depth, that the tool takes but does not list, because another tool describes them. */
  unlisted?: readonly string[]
  /** Arguments whose objects are listed without their fields, because their descriptions have these in fewer words. */
  withoutShapes?: readonly string[]
  /** The part of the answer that an agent gets, if not all of it: the fields of this schema. */
  answer?: z.ZodObject
  /** Hints that differ from its method's: see `hintsOf`. */
  hints?: Partial<ToolHints>
  /** `all`: only agents that ask for all tools get it, at `/mcp?tools=all`. */
  only?: 'all'
}

/** How careful an agent has to be (the protocol's ToolAnnotations). */
export interface ToolHints {
  /** It changes nothing. */
  readOnly: boolean
  /** It may overwrite or delete existing data. */
  destructive: boolean
  /** Repeating the call changes nothing more. */
  idempotent: boolean
  /** The service sends requests to others for it, such as for an image. */
  openWorld: boolean
}

export interface OperationSpec<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Answer extends Shape,
> {
  /** The OpenAPI operationId. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under `/v2` (public) or `/api` (dashboard), parameters in braces. */
  path: `/${string}`
  /** Heading under which the reference lists it. */
  tag: string
  /** The least role in the workspace that may run it; null: it is about the person, or is for administrators of the server. */
  role: Role | null
  /** It also runs for signed-in people while the workspace is blocked: to see that, to leave, or to appeal. */
  whileBlocked?: boolean
  /** Public operations take a credential with this scope (null: any credential will do). */
  scope?: Scope | null
  /**
   * `public`: the `/v2` API and the agent tools. `dashboard`: `/api` with the session cookie.
   * `visitor`: `/api` without one, such as signing in.
   */
  audience?: 'public' | 'dashboard' | 'visitor'
  params?: Params
  query?: Query
  body?: Body
  /** The body is not JSON but a file, whose bytes are the field `file` of the schema `body`. */
  file?: { mostBytes: number }
  /** The whole envelope: `data`, and for lists the fields beside it. */
  answer: Answer
  /** The codes of its refusals besides `commonErrors`. */
  errors?: readonly ErrorCode[]
  /** Codes that this operation answers with 400, where the contract gives it no 422 or 403. */
  answeredWith400?: readonly ErrorCode[]
  /** The body may also be a list: the value of this field. */
  listBody?: string
  /** A POST that creates: takes an `Idempotency-Key`. */
  creates?: boolean
  /** Its answer has an `Undo-Token` if it changed something. */
  undoable?: boolean
  /**
   * Sessions need a password or passkey check within the last ten minutes, otherwise they get
   * `reauthentication_required`. API keys and access tokens are exempt.
   */
  reauthentication?: boolean
  summary: string
  description?: string
  tool?: Tool
}

export interface Operation<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answer extends Shape = Shape,
> extends Omit<OperationSpec<Params, Query, Body, Answer>, 'params' | 'query' | 'body' | 'file'> {
  audience: 'public' | 'dashboard' | 'visitor'
  scope: Scope | null
  errors: readonly ErrorCode[]
  answeredWith400: readonly ErrorCode[]
  creates: boolean
  undoable: boolean
  reauthentication: boolean
  params: Params
  query: Query
  /** Null if the operation takes no body. */
  body: Body | null
  /** Null if the operation takes no file. */
  file: { mostBytes: number } | null
}

// TypeScript would infer a schema without fields as one that forbids every field.
type Given<S extends Shape> = keyof S['shape'] extends never ? unknown : z.input<S>
type Validated<S extends Shape> = keyof S['shape'] extends never ? unknown : z.output<S>

/** A handler's input: path parameters, query and body in one object, validated. */
export type InputOf<O> =
  O extends Operation<infer P, infer Q, infer B, Shape> ? Validated<P> & Validated<Q> & Validated<B> : never

/** A caller's input. */
export type ArgumentsOf<O> =
  O extends Operation<infer P, infer Q, infer B, Shape> ? Given<P> & Given<Q> & Given<B> : never

export type AnswerOf<O> = O extends Operation<Shape, Shape, Shape, infer A> ? z.output<A> : never

/** Declares an operation, filling in what most of them share. */
export function operation<
  Answer extends Shape,
  Params extends Shape = Nothing,
  Query extends Shape = Nothing,
  Body extends Shape = Nothing,
>(spec: OperationSpec<Params, Query, Body, Answer>): Operation<Params, Query, Body, Answer> {
  return {
    ...spec,
    audience: spec.audience ?? 'public',
    scope: spec.scope ?? null,
    errors: [
      ...(spec.errors ?? []),
      ...(spec.creates ? (['idempotency_conflict'] as const) : []),
      ...(spec.reauthentication ? (['reauthentication_required'] as const) : []),
    ],
    answeredWith400: spec.answeredWith400 ?? [],
    creates: spec.creates ?? false,
    undoable: spec.undoable ?? false,
    reauthentication: spec.reauthentication ?? false,
    params: spec.params ?? (z.object({}) as Params),
    query: spec.query ?? (z.object({}) as Query),
    body: spec.body ?? null,
    file: spec.file ?? null,
  }
}

/** The success envelope around a result. */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({ data })
}

/** The envelope of the public API: if the operation takes a body, it also lists the fields that were ignored. */
export function answeredEnvelope({ answer, audience, body }: Operation): Shape {
  return audience === 'public' && body ? answer.extend({ ignored: Ignored.optional() }) : answer
}

const Ignored = z
  .array(z.string().max(100))
  .max(20)
  .meta({
    id: 'Ignored',
    description: 'The first 20 unknown fields of the body, as paths; omitted if there are none',
    examples: [['disposable']],
  })

/** The hints of an operation's tool: those that follow from its method (RFC 9110, section 9.2), and its own. */
export function hintsOf({ method, tool }: Pick<Operation, 'method' | 'tool'>): ToolHints {
  return {
    readOnly: method === 'GET',
    destructive: method === 'PUT' || method === 'DELETE',
    idempotent: method !== 'POST',
    openWorld: false,
    ...tool?.hints,
  }
}
