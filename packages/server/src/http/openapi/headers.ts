// The response headers, described once and referenced by every operation.
import type { Json } from './schemas.ts'

interface Header {
  description: string
  type: 'string' | 'integer'
  example: string | number
}

const described = {
  'X-Request-Id': {
    description: "Identifies this request in the server's log. Include it when you report a problem.",
    type: 'string',
    example: 'req_01k9xq3v5m8e6t2w4y7z0a1b2c',
  },
  'RateLimit-Policy': {
    description:
      'How many requests are allowed in any 60 seconds; with an access token, also for the whole application',
    type: 'string',
    example: '"default";q=38;w=60',
  },
  RateLimit: {
    description: 'How many requests are left, and in how many seconds another becomes available',
    type: 'string',
    example: '"default";r=37;t=60',
  },
  'X-RateLimit-Limit': { description: 'Requests allowed in any 60 seconds', type: 'integer', example: 38 },
  'X-RateLimit-Remaining': { description: 'Requests left', type: 'integer', example: 37 },
  'X-RateLimit-Reset': {
    description: 'Seconds until another request becomes available',
    type: 'integer',
    example: 60,
  },
  'Undo-Token': {
    description: 'Undoes what the request changed, for an hour: `POST /undo`',
    type: 'string',
    example: 'chg_01k9xq3v5m8e6t2w4y7z0a1b2c',
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again, in responses with 429 and 503',
    type: 'integer',
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'Why the credential was rejected, and which scope is needed',
    type: 'string',
    example: 'Bearer error="insufficient_scope", scope="links:write"',
  },
} as const satisfies Record<string, Header>

type HeaderName = keyof typeof described

const booked = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const satisfies readonly HeaderName[]

const byStatus: Partial<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** All headers, for the document's components. */
export function headerComponents(): Json {
  return Object.fromEntries(
    Object.entries(described).map(([name, { description, type, example }]) => [
      name,
      { description, schema: { type }, example },
    ]),
  )
}

/** The headers of a response with this status; `isLimited` if the API's rate limits apply, `isUndoable` if it can be undone. */
export function headersOfAnswer(status: number, isLimited: boolean, isUndoable = false): Json {
  // Every response to a request that counts toward a limit has them; listing them for each error would double the size of the document.
  const showsLimits = isLimited && (status === 200 || status === 429)
  const undo = isUndoable && status === 200 ? (['Undo-Token'] as const) : []
  const names: HeaderName[] = [
    'X-Request-Id',
    ...undo,
    ...(showsLimits ? booked : []),
    ...(byStatus[status] ?? []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
