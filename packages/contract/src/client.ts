// The typed client: one method per operation of the registry, over fetch.
import type { ErrorCode } from './errors.ts'
import type { ErrorDetail } from './faults.ts'
import type { AnswerOf, ArgumentsOf } from './operation.ts'
import { type OperationOutline, outlines } from './outlines.ts'
import type { Api } from './registry.ts'

type Method<O> =
  Record<never, never> extends ArgumentsOf<O>
    ? (input?: ArgumentsOf<O>, options?: CallOptions) => Promise<AnswerOf<O>>
    : (input: ArgumentsOf<O>, options?: CallOptions) => Promise<AnswerOf<O>>

/** `client.links.create({ long_url })`, and so on for every operation. */
export type Client = { [Group in keyof Api]: { [Name in keyof Api[Group]]: Method<Api[Group][Name]> } }

export interface CallOptions {
  idempotencyKey?: string
  signal?: AbortSignal
  /** Called with the token that undoes the change, if the response has one. */
  onUndoToken?(token: string): void
}

export interface ClientOptions {
  /** The API's base URL, which ends in `/v2`. */
  baseUrl: string
  /** An API key or an access token. Without one, the browser's session cookie identifies the caller. */
  credential?: string
  /** The base URL of the operations for sessions; by default `/api` beside `/v2`. */
  dashboardUrl?: string
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** An unsuccessful response; `code` is from the closed list. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetail[] = [],
    readonly requestId: string | null = null,
    /** After how many seconds a retry may succeed, if the response says so. */
    readonly retryAfter: number | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
  }
}

/** A client whose methods take an operation's parameters in one object, and return its envelope or throw `ApiError`. */
export function createClient(options: ClientOptions): Client {
  const groups = Object.entries(outlines).map(([group, operations]) => {
    const methods = Object.entries(operations).map(([name, operation]) => [
      name,
      (input: Record<string, unknown> = {}, call: CallOptions = {}) => send(options, operation, input, call),
    ])
    return [group, Object.fromEntries(methods)]
  })
  return Object.fromEntries(groups)
}

async function send(
  options: ClientOptions,
  operation: OperationOutline,
  input: Record<string, unknown>,
  call: CallOptions,
): Promise<unknown> {
  const { url, body } = requestOf(options, operation, input)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (options.credential) headers.authorization = `Bearer ${options.credential}`
  if (body !== undefined)
    headers['content-type'] = operation.file ? 'application/octet-stream' : 'application/json'
  if (call.idempotencyKey) headers['idempotency-key'] = call.idempotencyKey
  const answer = await (options.fetch ?? fetch)(url, {
    method: operation.method,
    headers,
    body,
    signal: call.signal,
    credentials: options.credential ? 'omit' : 'same-origin',
  })
  const content = (await answer.json().catch(() => null)) as Failure | null
  const undoToken = answer.headers.get('undo-token')
  if (undoToken !== null) call.onUndoToken?.(undoToken)
  if (answer.ok && content !== null) return content
  const { code = 'internal', details, request_id } = content?.error ?? {}
  // A response that isn't from this API, such as a proxy's error page, has little more than a status.
  const message = content?.error?.message ?? `HTTP ${answer.status}, but not a response from this API`
  const requestId = request_id ?? answer.headers.get('x-request-id')
  const retryAfter = Number.parseInt(answer.headers.get('retry-after') ?? '', 10)
  throw new ApiError(
    answer.status,
    code,
    message,
    details,
    requestId,
    Number.isNaN(retryAfter) ? null : retryAfter,
  )
}

interface Failure {
  error?: { code?: ErrorCode; message?: string; details?: ErrorDetail[]; request_id?: string }
}

function requestOf(options: ClientOptions, operation: OperationOutline, input: Record<string, unknown>) {
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '')
  const root =
    operation.audience === 'public' && options.credential !== undefined
      ? baseUrl
      : (options.dashboardUrl?.replace(/(?<!\/)\/+$/, '') ?? baseUrl.replace(/\/v2$/, '/api'))
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(String(input[name])))
  const query = new URLSearchParams()
  for (const name of operation.query)
    for (const value of [input[name]].flat())
      if (value !== undefined && value !== null) query.append(name, String(value))
  const search = query.size > 0 ? `?${query}` : ''
  let body: string | Uint8Array<ArrayBuffer> | undefined
  if (operation.file) body = input.file as Uint8Array<ArrayBuffer>
  else if (operation.body) {
    const fields = operation.body.filter((name) => input[name] !== undefined)
    body = JSON.stringify(Object.fromEntries(fields.map((name) => [name, input[name]])))
  }
  return { url: `${root}${path}${search}`, body }
}

/** A parameter as a path segment. A value that can't be one (`..` would lead elsewhere) is not found. */
function segment(value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new ApiError(404, 'not_found', `"${value}" doesn't exist.`)
  return encodeURIComponent(value)
}
