// The parameters of a request to an OAuth endpoint, from a query, a form or a JSON object: each given once.
import { readBounded } from '../../../platform/net/bounded-body.ts'
import { OauthError } from './oauth-error.ts'

const mostBytes = 64 * 1024

// The one parameter that may be given several times (RFC 8707, section 2).
const repeatable = 'resource'

export class Parameters {
  private constructor(
    private readonly values: ReadonlyMap<string, string[]>,
    /** The name of one that was given twice without being allowed to (RFC 6749, section 3.1). */
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

/** Refuses a request that gives a parameter twice. Its name is not repeated: it may be anything. */
export function requireOnce({ repeated }: Parameters): void {
  if (repeated !== null) throw new OauthError('invalid_request', 'A parameter is given twice.')
}

/** Reads a body, a form or (where `json` allows it) a JSON object of texts. Throws `invalid_request`, with 413 past 64 KiB. */
export async function readParameters(request: Request, json: boolean): Promise<Parameters> {
  const type = request.headers.get('content-type') ?? ''
  const isJson = json && /^application\/json\s*(?:;|$)/i.test(type)
  if (!isJson && !/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type))
    throw new OauthError(
      'invalid_request',
      `Send the parameters as application/x-www-form-urlencoded${json ? ' or application/json' : ''}.`,
    )
  const text = await readText(request)
  return isJson ? fromJson(text) : Parameters.of(new URLSearchParams(text))
}

/** A JSON body of any shape that is an object. */
export async function readObject(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type))
    throw new OauthError('invalid_client_metadata', 'Send the metadata as application/json.')
  return objectOf(await readText(request), 'invalid_client_metadata')
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
    // Told below, like every other body that is no object.
  }
  throw new OauthError(code, 'The body must be a JSON object.')
}
