// The parameters of a request to an OAuth endpoint, from a query, a form or a JSON object.
import { readBounded } from '../../../platform/net/bounded-body.ts'
import { OauthError } from './oauth-error.ts'

const mostBytes = 64 * 1024

// The one parameter that may be given several times (RFC 8707, section 2).
const repeatable = 'resource'

export class Parameters {
  private constructor(
    private readonly values: ReadonlyMap<string, string[]>,
    /** The name of a parameter that was repeated but may be given only once (RFC 6749, section 3.1). */
    readonly repeated: string | null,
  ) {}

  static of(pairs: Iterable<[string, string]>): Parameters {
    const values = new Map<string, string[]>()
    let repeated: string | null = null
    for (const [name, value] of pairs) {
      const known = values.get(name)
      if (known && name !== repeatable) repeated ??= name
      if (known) known.push(value)
      else values.set(name, [value])
    }
    return new Parameters(values, repeated)
  }

  /** A parameter without a value counts as one that was not sent (RFC 6749, section 3.1). */
  get(name: string): string | null {
    return this.values.get(name)?.[0] || null
  }

  /** Whether a parameter was sent at all, with a value or without. */
  has(name: string): boolean {
    return this.values.has(name)
  }

  all(name: string): string[] {
    return (this.values.get(name) ?? []).filter(Boolean)
  }
}

/** Refuses a request that gives a parameter twice. The message doesn't contain its name, which may be anything. */
export function requireOnce({ repeated }: Parameters): void {
  if (repeated !== null) throw new OauthError('invalid_request', 'A parameter is repeated.')
}

const formType = 'application/x-www-form-urlencoded'

/** Reads a form. Throws `invalid_request`, with 413 for more than 64 KiB. */
export async function readForm(request: Request): Promise<Parameters> {
  if (!hasType(request, formType))
    throw new OauthError('invalid_request', `Send the parameters as ${formType}.`)
  return Parameters.of(new URLSearchParams(await readText(request)))
}

/** Reads a form or a JSON object of strings. Throws `invalid_request`, with 413 for more than 64 KiB. */
export async function readFormOrJson(request: Request): Promise<Parameters> {
  if (hasType(request, 'application/json')) return fromJson(await readText(request))
  if (!hasType(request, formType))
    throw new OauthError('invalid_request', `Send the parameters as ${formType} or application/json.`)
  return Parameters.of(new URLSearchParams(await readText(request)))
}

/** Reads a JSON object of any shape. */
export async function readObject(request: Request): Promise<Record<string, unknown>> {
  if (!hasType(request, 'application/json'))
    throw new OauthError('invalid_client_metadata', 'Send the metadata as application/json.')
  return objectOf(await readText(request), 'invalid_client_metadata')
}

function hasType(request: Request, type: string): boolean {
  const [sent = ''] = (request.headers.get('content-type') ?? '').split(';', 1)
  return sent.trimEnd().toLowerCase() === type
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBounded(request, mostBytes)
  if (bytes === null) throw new OauthError('invalid_request', 'The body is larger than 64 KiB.', 413)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new OauthError('invalid_request', 'The body is not valid UTF-8.')
  }
}

function fromJson(text: string): Parameters {
  const pairs = Object.entries(objectOf(text, 'invalid_request'))
  return Parameters.of(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

function objectOf(
  text: string,
  code: 'invalid_request' | 'invalid_client_metadata',
): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Reported below, like every other body that is not an object.
  }
  throw new OauthError(code, 'The body must be a JSON object.')
}
