// The typed client: one method per operation of the registry, over fetch.
import type { ErrorCode, ErrorDetail } from './errors.ts'
import type { AnswerOf, ArgumentsOf, Operation } from './operation.ts'
import { type Api, api } from './registry.ts'

type Method<O> =
  Record<never, never> extends ArgumentsOf<O>
    ? (input?: ArgumentsOf<O>, options?: CallOptions) => Promise<AnswerOf<O>>
    : (input: ArgumentsOf<O>, options?: CallOptions) => Promise<AnswerOf<O>>

/** `client.links.create({ long_url })`, and so on for every operation. */
export type Client = { [Room in keyof Api]: { [Name in keyof Api[Room]]: Method<Api[Room][Name]> } }

export interface CallOptions {
  idempotencyKey?: string
  signal?: AbortSignal
}

export interface ClientOptions {
  /** `{base_url}`, which ends in `/v2`. */
  baseUrl: string
  /** An API key or an access token. Without one the session cookie of the browser is what identifies. */
  credential?: string
  /** Where the dashboard's operations are; by default `/api` beside `/v2`. */
  dashboardUrl?: string
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** An answer that was not a success; `code` is from the closed list. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetail[] = [],
    readonly requestId: string | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
  }
}

/** A client whose methods take an operation's parameters in one object and give its envelope, or throw `ApiError`. */
export function createClient(options: ClientOptions): Client {
  const rooms = Object.entries(api).map(([room, operations]) => {
    const methods = Object.entries(operations as unknown as Record<string, Operation>).map(
      ([name, operation]) => [
        name,
        (input: Record<string, unknown> = {}, call: CallOptions = {}) =>
          send(options, operation, input, call),
      ],
    )
    return [room, Object.fromEntries(methods)]
  })
  return Object.fromEntries(rooms)
}

async function send(
  options: ClientOptions,
  operation: Operation,
  input: Record<string, unknown>,
  call: CallOptions,
): Promise<unknown> {
  const { url, body } = requestOf(options, operation, input)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (options.credential) headers.authorization = `Bearer ${options.credential}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (call.idempotencyKey) headers['idempotency-key'] = call.idempotencyKey
  const answer = await (options.fetch ?? fetch)(url, {
    method: operation.method,
    headers,
    body,
    signal: call.signal,
    credentials: options.credential ? 'omit' : 'same-origin',
  })
  const content = (await answer.json().catch(() => null)) as Failure | null
  if (answer.ok) return content
  const { code = 'internal', message = `HTTP ${answer.status}`, details, request_id } = content?.error ?? {}
  throw new ApiError(answer.status, code, message, details, request_id)
}

interface Failure {
  error?: { code?: ErrorCode; message?: string; details?: ErrorDetail[]; request_id?: string }
}

function requestOf(options: ClientOptions, operation: Operation, input: Record<string, unknown>) {
  const root =
    operation.audience === 'public'
      ? options.baseUrl
      : (options.dashboardUrl ?? options.baseUrl.replace(/\/v2\/?$/, '/api'))
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  )
  const query = new URLSearchParams()
  for (const name of Object.keys(operation.query.shape))
    if (input[name] !== undefined && input[name] !== null) query.set(name, String(input[name]))
  const search = query.size > 0 ? `?${query}` : ''
  let body: string | undefined
  if (operation.body) {
    const fields = Object.keys(operation.body.shape).filter((name) => input[name] !== undefined)
    body = JSON.stringify(Object.fromEntries(fields.map((name) => [name, input[name]])))
  }
  return { url: `${root}${path}${search}`, body }
}
