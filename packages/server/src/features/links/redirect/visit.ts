// A visit to a short URL: the parts of a request that decide what the redirect does.

import type { IncomingRequest } from '../../../http/incoming-request.ts'
import { readBounded } from '../../../platform/net/bounded-body.ts'

export interface Visit {
  incoming: IncomingRequest
  request: Request
  method: string
  domainId: number
  code: string
  /** `/{code}+`: show where the link leads. */
  preview: boolean
  /** The path below the code, without its leading slash; empty at the code itself. */
  below: string
  /** Without the question mark. */
  query: string
  /** `?qr`: the code was scanned. */
  qr: boolean
  address: string
  requestId: string
}

/** Whether a browser says that it prefetches, so that nobody has asked for the page yet. */
export function isPrefetch(headers: Headers): boolean {
  return (
    headers.get('sec-purpose')?.includes('prefetch') === true ||
    headers.get('purpose') === 'prefetch' ||
    headers.get('x-moz') === 'prefetch'
  )
}

/** Whether a query has the parameter `qr`. */
export function hasQr(query: string): boolean {
  return query !== '' && /(?:^|&)qr(?:=|&|$)/.test(query)
}

export interface VisitorForm {
  password: string | null
  consent: boolean
  /** The visitor has seen the destination and continues. */
  onward: boolean
  /** What the rules had chosen when the form was shown; see `KeptChoices`. */
  choice: string | null
}

const formBytes = 16 * 1024

/** The fields of a form that a visitor sent; empty if it is not a form, or far too long for one. */
export async function readForm(request: Request): Promise<VisitorForm> {
  const empty = { password: null, consent: false, onward: false, choice: null }
  const type = request.headers.get('content-type') ?? ''
  try {
    const bytes = await readBounded(request, formBytes)
    if (bytes === null) return empty
    const text = new TextDecoder().decode(bytes)
    const fields = type.includes('json')
      ? new Map(Object.entries(JSON.parse(text) as Record<string, unknown>))
      : new Map<string, unknown>(new URLSearchParams(text))
    const [password, choice] = [fields.get('password'), fields.get('choice')]
    return {
      password: typeof password === 'string' ? password : null,
      consent: isYes(fields.get('consent')),
      onward: isYes(fields.get('onward')),
      choice: typeof choice === 'string' ? choice : null,
    }
  } catch {
    return empty
  }
}

function isYes(value: unknown): boolean {
  return value === 'yes' || value === true
}
