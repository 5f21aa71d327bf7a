// The OpenAPI 3.1 description of the API: the public operations from the registry, and the endpoints outside it.
import {
  answeredEnvelope,
  api,
  commonErrors,
  detailOf,
  type ErrorCode,
  errorCodes,
  eventMeanings,
  events,
  type Operation,
  operations,
  scopes,
  statusOf,
} from '@linnet/contract'
import { z } from 'zod'
import { withExamples } from './examples.ts'
import { headerComponents, headersOfAnswer } from './headers.ts'
import { oauthError, oauthPaths } from './oauth-paths.ts'
import { type Json, Schemas } from './schemas.ts'
import { toolPaths } from './tool-paths.ts'

const description = `Short links, their click statistics and the account, as JSON over HTTP.

Send \`Authorization: Bearer <credential>\` with every request: an API key for your own server, or an OAuth 2.0 access token for an application that acts for other people. Both have scopes; an operation returns 403 \`insufficient_scope\` if the credential lacks its scope.

Successful responses are \`{"data": …}\`, errors \`{"error": {"code", "message", "details", "request_id"}}\` with a code from a closed list. Unknown fields in a request are ignored; a successful response lists those of the body in \`ignored\`, beside \`data\`. Times are Unix seconds, dates are \`YYYY-MM-DD\` in UTC.

A POST that creates something takes an \`Idempotency-Key\` header: repeating the same key and body within 24 hours returns the first result again. The key belongs to the credential that sent it: an API key, or all tokens of an application's grant.

The plan limits how many requests each credential may send in any 60 seconds, 38 by default; all access tokens of an application together may send 500. Every response says how many are left in \`RateLimit-Policy\`, \`RateLimit\` and \`X-RateLimit-*\`; a 429 says in \`Retry-After\` how many seconds to wait.`

export interface DescribedOrigins {
  /** Of the API, without `/v2`. */
  api: string
  auth: string
  mcp: string
}

/** The description, with the addresses of this service. */
export function describeApi(origins: DescribedOrigins): Json {
  const schemas = new Schemas()
  const paths: Record<string, Json> = {}
  const add = (path: string, operation: Operation, about: Json = {}) => {
    const described = describe(operation, schemas)
    paths[path] = { ...paths[path], ...about, [operation.method.toLowerCase()]: described }
  }
  for (const operation of operations) if (operation.audience === 'public') add(operation.path, operation)
  // The contract has these at the authorization server, for sessions.
  for (const operation of [api.oauth.connectedApps, api.oauth.revokeApp])
    add(`/api${operation.path}`, operation as unknown as Operation, { servers: [{ url: origins.auth }] })
  Object.assign(paths, oauthPaths(origins.auth), toolPaths(origins.mcp))
  return {
    openapi: '3.1.0',
    info: { title: 'Linnet API', version: '2.1.0', description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: `${origins.api}/v2` }],
    paths: withExamples(paths),
    webhooks: Object.fromEntries(events.map((event) => describeEvent(event, schemas))),
    components: {
      securitySchemes: securitySchemes(origins),
      headers: headerComponents(),
      responses: {
        HeadersTooLarge: {
          description: 'The URL and headers are longer than 16 KiB. The response has no body.',
        },
      },
      schemas: { ...schemas.byName, Error: errorSchema(), OAuthError: oauthError },
    },
    'x-scopes': scopes,
    'x-error-codes': Object.entries(errorCodes).map(([code, { status, message }]) => ({
      code,
      status,
      message,
    })),
  }
}

function securitySchemes(origins: DescribedOrigins): Json {
  return {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key, `sk_live_…`, created in the dashboard or with `linnet key create`. Keep it on a server: never put it in a page or an app.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'linnet_session',
      description: 'The session cookie of a signed-in user. Over HTTPS its name begins with `__Host-`.',
    },
    clientSecret: {
      type: 'http',
      scheme: 'basic',
      description: 'The client_id and client_secret of a confidential client',
    },
    oauth: {
      type: 'oauth2',
      description:
        'An access token, `linnet_at_…`, which an application gets when a user authorizes it. It is valid for an hour, its refresh token for 30 days, and each refresh returns a new pair. PKCE (`S256`) is required for public clients and recommended for all. The metadata is at `/.well-known/oauth-authorization-server`.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${origins.auth}/oauth/authorize`,
          tokenUrl: `${origins.auth}/oauth/token`,
          refreshUrl: `${origins.auth}/oauth/token`,
          scopes,
        },
      },
    },
  }
}

function describe(operation: Operation, schemas: Schemas): Json {
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    ...(operation.scope ? { 'x-scope': operation.scope } : {}),
    security:
      operation.audience === 'public'
        ? [{ apiKey: [] }, { oauth: operation.scope ? [operation.scope] : [] }]
        : [{ session: [] }],
    parameters: [
      ...parameters(operation.params, 'path'),
      ...parameters(operation.query, 'query'),
      ...(operation.creates ? [idempotencyKey] : []),
    ],
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: bodySchema(operation, operation.body, schemas) },
            },
          },
        }
      : {}),
    responses: responses(operation, schemas),
  }
}

function bodySchema({ id }: Operation, body: z.ZodType, schemas: Schemas): Json {
  // `CreateLink` for createLink.
  const schema = schemas.inline(
    body,
    'input',
    id.replace(/^./, (letter) => letter.toUpperCase()),
  )
  // The contract names the format of this one field.
  if (id === 'bulkCreateLinks') itemFields(schema).long_url.format = 'uri'
  return schema
}

function itemFields(schema: Json): { long_url: Json } {
  type List = { properties: { links: { items: { properties: { long_url: Json } } } } }
  return (schema as unknown as List).properties.links.items.properties
}

/** An event as a webhook, a request to the receiver's address. */
function describeEvent(event: (typeof events)[number], schemas: Schemas): [string, Json] {
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
          header('X-SVC-Event', 'The type of the event'),
          header('X-SVC-Delivery', "The event's id, the same on every retry"),
          header('webhook-id', "The event's id (Standard Webhooks)"),
          header(
            'webhook-timestamp',
            'When this attempt was made, in Unix seconds; reject it if that is more than five minutes off (Standard Webhooks)',
          ),
          header(
            'webhook-signature',
            '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, keyed by what follows `whsec_` in the secret, decoded from base64; one for each valid secret, separated by spaces (Standard Webhooks)',
          ),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemas.inline(event, 'output', '') } },
        },
        responses: {
          '2XX': {
            description:
              'The event has arrived. After any other response, or none in ten seconds, it is sent again later',
          },
          410: { description: 'No more events are wanted: the webhook is turned off' },
        },
      },
    },
  ]
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeating the same key and body within 24 hours returns the first result again',
  schema: { type: 'string', maxLength: 255 },
}

function parameters(shape: z.ZodObject, location: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(shape, { io: 'input' })
  return Object.entries(properties).map(([name, property]) => {
    const { description: meaning, ...schema } = property as Json
    return {
      name,
      in: location,
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

function responses(operation: Operation, schemas: Schemas): Json {
  const codes = [
    ...commonErrors.filter((code) => refusalReasons[code]?.(operation) ?? true),
    // Only sessions get this one, and this API doesn't accept them.
    ...operation.errors.filter((code) => code !== 'reauthentication_required'),
  ]
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const status = statusOf(code, operation.answeredWith400)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const failures = [...byStatus].sort(([a], [b]) => a - b)
  const isLimited = operation.audience === 'public'
  return {
    200: {
      description: operation.summary,
      headers: headersOfAnswer(200, isLimited, operation.undoable),
      content: { 'application/json': { schema: schemas.inline(answeredEnvelope(operation), 'output', '') } },
    },
    ...Object.fromEntries(
      failures.map(([status, list]) => [
        status,
        {
          description: list.map((code) => `\`${code}\``).join(', '),
          headers: headersOfAnswer(status, isLimited),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
    ),
    431: { $ref: '#/components/responses/HeadersTooLarge' },
  }
}

function errorSchema(): Json {
  return {
    type: 'object',
    examples: [
      {
        error: {
          code: 'validation_failed',
          message: errorCodes.validation_failed.message,
          details: [detailOf('long_url', { code: 'not_web_address' })],
          request_id: 'req_01k9xq3v5m8e6t2w4y7z0a1b2c',
        },
      },
    ],
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
              required: ['path', 'message', 'code'],
              properties: {
                path: { type: 'string' },
                message: { type: 'string' },
                code: { type: 'string', description: 'What is wrong, for programs' },
                params: { type: 'object', description: 'The limits and names in the message, by name' },
              },
            },
          },
          request_id: { type: 'string' },
        },
      },
    },
  }
}
