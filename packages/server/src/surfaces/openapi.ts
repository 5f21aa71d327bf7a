// The OpenAPI 3.1 description of the public API, derived from the registry.
import {
  type ComponentKind,
  commonErrors,
  componentData,
  type ErrorCode,
  errorCodes,
  eventMeanings,
  events,
  type Operation,
  operations,
  scopes,
  shapeName,
  statusOf,
} from '@linnet/contract'
import { z } from 'zod'

type Json = Record<string, unknown>

const description = `Short links, their click statistics and the account, as JSON over HTTP.

Send \`Authorization: Bearer <credential>\` with every request: an API key for a server of your own, or an OAuth 2.0 access token for an application that acts for other people. Both carry scopes; an operation whose scope is lacking answers 403 \`insufficient_scope\`.

Successful answers are \`{"data": …}\`, refusals \`{"error": {"code", "message", "details", "request_id"}}\` with a code of a closed list. Unknown members of a request are ignored. Times are Unix seconds, dates are \`YYYY-MM-DD\` in UTC.

A POST that creates takes an \`Idempotency-Key\` header: the same key and body within 24 hours are answered with the first result again.

Each credential may send as many requests in any 60 seconds as its plan says, 38 by default, and all access tokens of an application together 500. Every answer tells how many are left in \`RateLimit-Policy\`, \`RateLimit\` and \`X-RateLimit-*\`; a 429 tells in \`Retry-After\` how many seconds to wait.`

/** The description, with `baseUrl` as the server's address and `authUrl` as that of the authorization server. */
export function describeApi(baseUrl: string, authUrl: string): Json {
  const components = new Components()
  for (const [kind, schema] of Object.entries(componentData))
    components.add(shapeName(kind as ComponentKind), schema)
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    if (operation.audience !== 'public') continue
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation, components),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Linnet API', version: '2.1.0', description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    paths,
    webhooks: Object.fromEntries(events.map((event) => describeEvent(event, components))),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, `sk_live_…`, made with `linnet key create`. Keep it on a server: never in a page or an app.',
        },
        oauth: {
          type: 'oauth2',
          description:
            'An access token, `linnet_at_…`, that a person has allowed an application to get. It works for an hour, its refresh token for thirty days, and each refresh gives a new pair. PKCE (`S256`) is required of public clients and recommended to all. The metadata is at `/.well-known/oauth-authorization-server`.',
          flows: {
            authorizationCode: {
              authorizationUrl: `${authUrl}/oauth/authorize`,
              tokenUrl: `${authUrl}/oauth/token`,
              refreshUrl: `${authUrl}/oauth/token`,
              scopes,
            },
          },
        },
      },
      schemas: { ...components.schemas, Error: errorSchema() },
    },
    'x-scopes': scopes,
    'x-error-codes': Object.entries(errorCodes).map(([code, { status, message }]) => ({
      code,
      status,
      message,
    })),
  }
}

function describe(operation: Operation, components: Components): Json {
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    ...(operation.scope ? { 'x-scope': operation.scope } : {}),
    security: [{ apiKey: [] }, { oauth: operation.scope ? [operation.scope] : [] }],
    parameters: [
      ...parameters(operation.params, 'path'),
      ...parameters(operation.query, 'query'),
      ...(operation.creates ? [idempotencyKey] : []),
    ],
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: components.inline(operation.body, 'input') } },
          },
        }
      : {}),
    responses: responses(operation, components),
  }
}

/** An event as its receiver gets it: a request to an address of theirs. */
function describeEvent(event: (typeof events)[number], components: Components): [string, Json] {
  const type = event.shape.type.value
  const header = (name: string, meaning: string) => ({
    name,
    in: 'header',
    required: true,
    description: meaning,
    schema: { type: 'string' },
  })
  return [
    type,
    {
      post: {
        summary: eventMeanings[type],
        tags: ['Events'],
        security: [],
        parameters: [
          header(
            'X-SVC-Signature',
            '`sha256=` and the HMAC-SHA256 of the body in hexadecimal, keyed by the whole secret as text',
          ),
          header('X-SVC-Event', 'The type'),
          header('X-SVC-Delivery', "The event's id, the same on every retry"),
          header('webhook-id', 'The same (Standard Webhooks)'),
          header(
            'webhook-timestamp',
            'When this attempt was made, in Unix seconds; refuse what lies more than five minutes from now (Standard Webhooks)',
          ),
          header(
            'webhook-signature',
            '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, keyed by what follows `whsec_` in the secret, decoded from base64; one for each secret that is valid, divided by blanks (Standard Webhooks)',
          ),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: components.inline(event, 'output') } },
        },
        responses: {
          '2XX': {
            description:
              'It has arrived; with any other answer, or none in ten seconds, it is sent again later',
          },
          410: { description: 'Nothing more is wanted: the webhook is switched off' },
        },
      },
    },
  ]
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body within 24 hours are answered with the first result again',
  schema: { type: 'string', maxLength: 255 },
}

function parameters(shape: z.ZodObject, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(shape, { io: 'input' })
  return Object.entries(properties).map(([name, property]) => {
    const { description: meaning, ...schema } = property as Json
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(meaning ? { description: meaning } : {}),
      schema,
    }
  })
}

const refusalReasons: Partial<Record<ErrorCode, (operation: Operation) => boolean>> = {
  validation_failed: ({ body }) => body !== null,
  payload_too_large: ({ body }) => body !== null,
  not_found: ({ path }) => path.includes('{'),
  insufficient_scope: ({ scope }) => scope !== null,
  forbidden: () => false,
  method_not_allowed: () => false,
}

function responses(operation: Operation, components: Components): Json {
  const codes = [
    ...commonErrors.filter((code) => refusalReasons[code]?.(operation) ?? true),
    // Asked of sessions alone, which this API does not take.
    ...operation.errors.filter((code) => code !== 'reauthentication_required'),
  ]
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const status = statusOf(code, operation.answeredWith400)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const failures = [...byStatus].sort(([a], [b]) => a - b)
  return {
    200: {
      description: operation.summary,
      content: { 'application/json': { schema: components.inline(operation.answer, 'output') } },
    },
    ...Object.fromEntries(
      failures.map(([status, list]) => [
        status,
        {
          description: list.map((code) => `\`${code}\``).join(', '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
    ),
  }
}

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', 'request_id'],
        properties: {
          code: { type: 'string', enum: Object.keys(errorCodes) },
          message: { type: 'string', description: 'What is wrong and what to do' },
          details: {
            type: 'array',
            items: {
              type: 'object',
              required: ['path', 'message'],
              properties: { path: { type: 'string' }, message: { type: 'string' } },
            },
          },
          request_id: { type: 'string' },
        },
      },
    },
  }
}

/** Collects the schemas that have a name, so that they are described once. */
class Components {
  readonly schemas: Record<string, Json> = {}

  /** Describes what a request may hold, for those that refer to it by this name. */
  add(name: string, schema: z.ZodType): void {
    this.schemas[name] = this.inline(schema, 'input')
  }

  inline(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $defs = {},
      $schema: _,
      ...root
    } = z.toJSONSchema(schema, { io }) as Json & { $defs?: Record<string, Json> }
    for (const [name, definition] of Object.entries($defs)) this.schemas[name] = cleaned(definition)
    return cleaned(root)
  }
}

/** References to where components are in OpenAPI; without what only repeats the name, or forbids fields to come. */
function cleaned(schema: Json): Json {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === 'additionalProperties' && value === false) return undefined
      if (key === '$ref' && typeof value === 'string')
        return value.replace('#/$defs/', '#/components/schemas/')
      if (value !== null && typeof value === 'object' && 'id' in value && typeof value.id === 'string') {
        const { id: _, ...rest } = value
        return rest
      }
      return value
    }),
  ) as Json
}
